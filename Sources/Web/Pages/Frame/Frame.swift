package import LarderAPI
package import Markup

/// What stands around every page: navigation, search, the side column, the message after a form.
package struct Frame: Sendable {
    package var community = "Larder"
    /// `nil`: a guest.
    package var reader: Reader?
    package var look = Look()
    /// The position of the log that the page shows.
    package var position: UInt64 = 0
    /// The page's own address, to come back to after signing in.
    package var address: Link
    package var unread = 0
    /// How many reports wait for a decision; 0 for a reader who decides none.
    package var pendingReports = 0
    package var said: Said?
    package var side: Side?
    /// Moves the page through time; `nil`: not for this reader, or not this page.
    package var time: TimeBar?

    /// What the side column shows.
    package struct Side: Sendable {
        package var week: LeaderboardAnswer?
        package var rising: [RecipeDocument]
        package var collections: [String]

        package init(week: LeaderboardAnswer?, rising: [RecipeDocument], collections: [String]) {
            (self.week, self.rising, self.collections) = (week, rising, collections)
        }
    }

    /// The address of the whole service.
    package var site: Site

    package init(at address: Link, of site: Site) { (self.address, self.site) = (address, site) }

    /// Colours of the browser's own bars, light and dark, by theme.
    private var paper: (light: String, dark: String) {
        switch look.theme {
        case .warm: ("#fbf8f2", "#1a1512")
        case .mint: ("#f3f9f4", "#111814")
        case .ocean: ("#f3f7fb", "#11161b")
        }
    }

    // MARK: The document

    package func document(_ page: Page) -> HTML {
        """
        <!doctype html><html lang="en"\(HTML.Attribute("data-reader", reader?.id)) data-position="\(position)" \
        data-theme="\(look.theme.rawValue)"\(HTML.Attribute("data-mode", look.mode?.rawValue))\
        \(HTML.Attribute("data-text", look.textSize == .normal ? nil : look.textSize.rawValue))\
        \(HTML.Attribute("data-print", page.printsPictures ? "picture" : nil))\
        \(HTML.Attribute("data-contrast", look.hasMoreContrast ? "more" : nil))\
        \(HTML.Attribute("data-scroll", look.scrollsOn ? nil : "off"))\(HTML.Attribute("data-keys", look.hasShortcuts ? nil : "off"))>\
        \(head(page))<body\(HTML.Attribute("data-stream", page.topics.isEmpty ? nil : page.topics.joined(separator: " ")))\
        \(HTML.Attribute("data-modules", modules(page)))>\
        <a class="skip" href="#main">Skip to content</a>\(bar)<div class="page\(page.hasSide ? "" : " wide")">\(rail(page))<main id="main">\
        <p role="status" id="said"\(HTML.Attribute("data-stored", said?.hasStoredRecipe == true ? "" : nil))>\(said?.html)</p>\
        \(time?.html(about: page.question))\(time?.content(page.main) ?? page.main)</main>\(foot)\(page.hasSide ? aside(page) : nil)</div>\(tabs(page))</body></html>
        """
    }

    private func modules(_ page: Page) -> String? {
        var names = page.modules.map(\.rawValue)
        if time != nil { names.append(Page.Module.time.rawValue) }
        if look.hasShortcuts { names.append(Page.Module.keys.rawValue) }
        return names.isEmpty ? nil : names.joined(separator: " ")
    }

    private func head(_ page: Page) -> HTML {
        let newer: HTML? = page.newer.map { "<link rel=\"prev\" href=\"\($0)\">" }
        let older: HTML? = page.older.map { "<link rel=\"next\" href=\"\($0)\">" }
        let atom: HTML? = page.atom.map {
            "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"\(page.title)\" href=\"\($0)\">"
        }
        return """
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\
            <title>\(page.title) · \(community)</title>\
            <meta name="theme-color" media="(prefers-color-scheme: light)" content="\(look.mode == .dark ? paper.dark : paper.light)">\
            <meta name="theme-color" media="(prefers-color-scheme: dark)" content="\(look.mode == .light ? paper.light : paper.dark)">\
            <link rel="stylesheet" href="\(Link.asset("look.css"))"><link rel="icon" href="\(Link.asset("icon.svg"))" type="image/svg+xml">\
            <link rel="manifest" href="/manifest.webmanifest">\
            <link rel="search" type="application/opensearchdescription+xml" title="\(community)" href="/opensearch.xml">\
            <script type="module" src="\(Link.asset("app.js"))"></script>\
            \("<link rel=\"stylesheet\" href=\"\(Link.asset("time.css"))\">", if: time != nil)\
            \("<meta name=\"robots\" content=\"noindex\">", if: !page.isListed)\(newer)\(older)\(atom)\(page.head)\
            \(page.preview?.head(of: site, called: community))</head>
            """
    }

    // MARK: Navigation

    private var brand: HTML { "<a class=\"brand\" href=\"/\">\(Icon.jar)\(community)</a>" }

    private var bar: HTML {
        """
        <header class="bar">\(brand)<a class="ico" href="/find" aria-label="Search">\(Icon.search)</a>\
        <a class="ico" href="/saved" aria-label="Saved">\(Icon.save)</a></header>
        """
    }

    struct Entry {
        var section: Page.Section
        var link: Link
        var icon: Icon
        var text: String
    }

    private func entries(_ page: Page) -> [Entry] {
        if page.isConsole, let reader { return Console.entries(for: reader.role) }
        let common = [
            Entry(section: .feed, link: Link("/"), icon: .feed, text: "Feed"),
            Entry(section: .discover, link: Link("/discover"), icon: .compass, text: "Discover"),
        ]
        let board = Entry(section: .board, link: Link("/board"), icon: .board, text: "Board")
        guard let reader else {
            return common + [
                board, Entry(section: .search, link: Link("/find"), icon: .search, text: "Search"),
            ]
        }
        let desk =
            reader.role > .member ? [Entry(section: .desk, link: Link("/desk"), icon: .flag, text: "Desk")] : []
        let console =
            reader.role == .admin
            ? [Entry(section: .health, link: Link("/console"), icon: .pulse, text: "Console")] : []
        return common + [
            Entry(section: .search, link: Link("/find"), icon: .search, text: "Search"),
            Entry(section: .activity, link: Link("/activity"), icon: .bell, text: "Activity"), board,
            Entry(section: .saved, link: Link("/saved"), icon: .save, text: "Saved"),
            Entry(section: .plan, link: Link("/week"), icon: .cal, text: "Plan"),
            Entry(section: .shopping, link: Link("/list"), icon: .cart, text: "Shopping"),
            Entry(section: .me, link: Link("/@me"), icon: .user, text: "Me"),
        ] + desk + console
    }

    private func rail(_ page: Page) -> HTML {
        """
        <header class="rail">\(brand)<nav aria-label="Main"><ul>\(each: entries(page), { railEntry($0, on: page) })\
        </ul></nav>\(page.isConsole ? consoleEnd : railEnd)</header>
        """
    }

    /// Which community the console shows, and up to where.
    private var consoleEnd: HTML {
        """
        <p class="small soft">\(community), position \(Words.grouped(Int64(position)))</p><a class="btn quiet" href="/">\(Icon.out)Back to the app</a>
        """
    }

    private func railEntry(_ entry: Entry, on page: Page) -> HTML {
        """
        <li><a href="\(entry.link)"\(current(entry, page))>\(entry.icon)\(entry.text)\(count(of: entry.section, on: page))</a></li>
        """
    }

    private func current(_ entry: Entry, _ page: Page) -> HTML.Attribute {
        HTML.Attribute("aria-current", entry.section == page.section ? "page" : nil)
    }

    /// How many things wait behind an entry. In the console the reports have an entry of their own.
    private func count(of section: Page.Section, on page: Page) -> HTML? {
        switch section {
        case .activity: unreadCount
        case .desk where pendingReports > 0 && !page.isConsole, .reports where pendingReports > 0:
            "<span class=\"count\">\(pendingReports)<span class=\"hide\"> waiting</span></span>"
        default: nil
        }
    }

    private var unreadCount: HTML {
        """
        <span class="count" data-unread\(HTML.Flag("hidden"), if: unread == 0)>\(unread)<span class="hide"> unread</span></span>
        """
    }

    private var signIn: Link { Link("/sign-in").query("then", address.text == "/" ? nil : address.text) }
    private var signUp: Link { Link("/sign-up").query("then", address.text == "/" ? nil : address.text) }

    private var railEnd: HTML {
        guard reader != nil else {
            return
                "<a class=\"btn main\" href=\"\(signUp)\">\(Icon.plus)Join</a><a class=\"btn quiet\" href=\"\(signIn)\">Sign in</a>"
        }
        return "<a class=\"btn main\" href=\"/new\">\(Icon.plus)New recipe</a>"
    }

    /// The bar of a phone.
    private func tabs(_ page: Page) -> HTML {
        let entries = entries(page)
        var own = Array(entries.prefix(2))
        if page.isConsole, reader != nil {
            // The fifth is «More», or the last of a moderator's.
            own = entries.filter { $0.section != .members || entries.count <= 5 }
        } else if reader == nil {
            own += [
                Entry(section: .search, link: Link("/find"), icon: .search, text: "Search"),
                Entry(section: .board, link: Link("/board"), icon: .board, text: "Board"),
                Entry(section: .me, link: signIn, icon: .user, text: "Sign in"),
            ]
        } else {
            own += [
                Entry(section: .new, link: Link("/new"), icon: .plus, text: "New"),
                Entry(section: .activity, link: Link("/activity"), icon: .bell, text: "Activity"),
                Entry(section: .me, link: Link("/@me"), icon: .user, text: "Me"),
            ]
        }
        return """
            <nav class="tabs" aria-label="Tabs"><ul>\(each: own, { tab($0, on: page) })</ul></nav>
            """
    }

    private func tab(_ entry: Entry, on page: Page) -> HTML {
        """
        <li\(HTML.Attribute("class", entry.section == .new ? "new" : nil))><a href="\(entry.link)"\
        \(current(entry, page))><span>\(entry.icon)\(count(of: entry.section, on: page))</span>\
        <span>\(entry.text)</span></a></li>
        """
    }

    private var foot: HTML {
        "<footer class=\"foot\"><a href=\"/about\">About \(community)</a><a href=\"/docs\">For apps</a><a href=\"/settings/look\">Look</a></footer>"
    }

    // MARK: The side column

    private func aside(_ page: Page) -> HTML {
        """
        <aside class="side" aria-label="More">\(searchForm, if: page.section != .search)\(week, if: page.section != .board)\
        \(rising)\(collections)</aside>
        """
    }

    private var searchForm: HTML {
        """
        <form role="search" action="/find"><label class="hide" for="q">Search recipes and people</label>\
        <input type="search" id="q" name="q" placeholder="Search recipes and people"></form>
        """
    }

    private var week: HTML {
        guard let week = side?.week, !week.entries.isEmpty else { return .empty }
        let heading = week.completed ? Words.week(week.week) : "This week"
        return """
            <section class="mini"><h2>\(heading) <a href="/board">all \(week.participants)<span class="hide"> cooks on the board</span>\
            </a></h2><ol class="rows">\(each: week.entries.prefix(4), Self.row)</ol></section>
            """
    }

    private static func row(_ entry: LeaderboardEntry) -> HTML {
        let name = entry.name ?? entry.username
        return """
            <li><span class="soft num">\(entry.rank ?? 0)</span>\(Face.html(name: name, avatar: entry.avatar, .small))\
            <a href="\(Link.member(entry.username))">\(name)</a><span class="num">\(entry.engagement)</span></li>
            """
    }

    private var rising: HTML {
        guard let recipes = side?.rising, !recipes.isEmpty else { return .empty }
        return """
            <section class="mini"><h2>Rising <a href="/discover/rising">more<span class="hide"> rising recipes</span></a></h2><ul class="rows">\
            \(each: recipes, Self.risingRow)</ul></section>
            """
    }

    private static func risingRow(_ recipe: RecipeDocument) -> HTML {
        let time = recipe.totalMinutes.map { " · \(Words.minutes($0))" }
        return """
            <li>\(Thumbnail(recipe).html)<div><a href="\(Link.id(recipe.id))">\(recipe.title)</a><br>\
            <span class="soft small">\(recipe.author.name)\(time)</span></div></li>
            """
    }

    private var collections: HTML {
        guard let names = side?.collections, !names.isEmpty else { return .empty }
        return """
            <section class="mini"><h2>Collections</h2><p class="chips">\(each: names, Self.chip)</p></section>
            """
    }

    private static func chip(of collection: String) -> HTML {
        "<a class=\"chip\" href=\"\(Link("/discover/in").part(collection))\">\(collection)</a>"
    }
}

/// A small picture beside a title, or a square of the recipe's hue.
struct Thumbnail {
    let recipe: RecipeDocument

    init(_ recipe: RecipeDocument) { self.recipe = recipe }

    var html: HTML {
        if let picture = recipe.picture { return Picture(picture, in: .thumb).html }
        return
            "<span class=\"thumb h\(Hue.of(recipe.cuisine ?? recipe.title))\" aria-hidden=\"true\">\(Icon.jar)</span>"
    }
}
