package import LarderAPI
package import Markup

/// A member: who it is, level and badges, counts that open, and lists of recipes.
package struct ProfilePage {
    /// The lists of a profile.
    package enum Tab: String, CaseIterable, Sendable {
        case recipes, likes, reposts, cookbooks

        fileprivate var title: String {
            switch self {
            case .recipes: "Recipes"
            case .likes: "Likes"
            case .reposts: "Reposts"
            case .cookbooks: "Cookbooks"
            }
        }
    }

    private let profile: ProfileAnswer
    private let tab: Tab
    private let items: [FeedItem]
    private let books: [CookbookCard]
    private let after: String?
    private let next: String?
    private let reader: Reader?

    /// `books` are those of the last tab, `items` those of the others.
    package init(
        _ profile: ProfileAnswer, _ tab: Tab, _ items: [FeedItem], books: [CookbookCard] = [], after: String?,
        next: String?, for reader: Reader?
    ) {
        (self.profile, self.tab, self.items, self.books) = (profile, tab, items, books)
        (self.after, self.next, self.reader) = (after, next, reader)
    }

    private var link: Link { .member(profile.username) }
    private var isOwn: Bool { reader?.id == profile.id }

    package var page: Page {
        let pager = Pager(link.query("tab", tab == .recipes ? nil : tab.rawValue), after: after, next: next)
        let list: HTML =
            items.isEmpty && books.isEmpty
            ? EmptyList(after == nil ? nothing : "That was all.", after == nil && isOwn ? firstStep : .empty).html
            : tab == .cookbooks
                ? BooksPage.shelves(books) : "\(Card.grid(items.map { Card($0, from: pager.here, for: reader) }))"
        var page = Page(
            profile.name, in: isOwn ? .me : nil,
            """
            <header class="who-is">\(Face.html(name: profile.name, avatar: profile.avatar, .large))<div><h1>\(profile.name)</h1>\
            <p class="meta"><span>@\(profile.username)</span><span>joined \(Words.time(profile.joinedAt))</span>\(role)</p>\
            \(profile.bio.map { Paragraphs.html($0) })</div>\(FollowButtons(profile, for: reader).html())</header>\
            \(banned)\(kitchen)\(Level(profile).html(leadingTo: link.end("/points")))\(badges)\(counts)\(whys)\(tabs)\(list)\(pager.html)
            """)
        (page.newer, page.older, page.atom) = (pager.newer, pager.older, link.end(".atom"))
        page.question = question
        if profile.banned { page.isListed = false } else { page.preview = preview }
        return page
    }

    private var preview: Preview {
        var preview = Preview(
            .profile, at: link, profile.name,
            text: profile.bio ?? "\(Words.count(profile.recipes, "recipe")) by \(profile.name)",
            image: profile.avatar.flatMap { Link.image($0, .medium) })
        if tab == .recipes {
            let list = LinkedList(name: "Recipes by \(profile.name)", recipes: items.map(\.recipe))
            preview.data = { list.json(on: $0) }
        }
        return preview
    }

    private var role: HTML? { profile.role == "member" ? nil : "<span class=\"pill\">\(profile.role)</span>" }

    private var banned: HTML? {
        profile.banned ? "<p class=\"note warn\">This cook is banned. What they made is not shown in lists.</p>" : nil
    }

    private var badges: HTML {
        guard !profile.badges.isEmpty else { return .empty }
        return "<p class=\"chips\">\(each: profile.badges, { "<span class=\"badge\">\(Icon.star)\($0)</span>" })</p>"
    }

    private var question: String { "/members/@\(profile.username)" }

    private var whys: HTML? {
        WhyLinks(
            question,
            [("points", "xp"), ("recipes", "recipes"), ("followers", "followers"), ("following", "following")],
            for: reader
        ).html
    }

    private var counts: HTML {
        """
        <ul class="counts"><li><a href="\(link)"><b>\(Words.grouped(profile.recipes))</b> \(profile.recipes == 1 ? "recipe" : "recipes")</a></li>\
        <li><a href="\(link.end("/followers"))"><b>\(Words.grouped(profile.followers))</b> \(profile.followers == 1 ? "follower" : "followers")</a></li>\
        <li><a href="\(link.end("/following"))"><b>\(Words.grouped(profile.following))</b> following</a></li></ul>
        """
    }

    /// The reader's own pages, which the bar of a phone has no room for.
    private var kitchen: HTML {
        guard isOwn else { return .empty }
        let desk: HTML? =
            (reader?.role ?? .member) > .member ? "<a class=\"chip\" href=\"/desk\">\(Icon.flag)Desk</a>" : nil
        let console: HTML? =
            reader?.role == .admin ? "<a class=\"chip\" href=\"/console\">\(Icon.pulse)Console</a>" : nil
        return """
            <nav class="chips mine" aria-label="Your kitchen"><a class="chip" href="/week">\(Icon.cal)Plan</a>\
            <a class="chip" href="/list">\(Icon.cart)Shopping</a><a class="chip" href="/saved">\(Icon.save)Saved</a>\
            <a class="chip" href="/books">\(Icon.book)Cookbooks</a><a class="chip" href="/board">\(Icon.board)Board</a>\(desk)\(console)</nav>
            """
    }

    private var tabs: HTML {
        let saved: HTML? = isOwn ? "<a href=\"/saved\">Saved</a>" : nil
        return "<nav class=\"segs\" aria-label=\"Lists\">\(each: Tab.allCases, entry)\(saved)</nav>"
    }

    private func entry(_ tab: Tab) -> HTML {
        let address = link.query("tab", tab == .recipes ? nil : tab.rawValue)
        return
            "<a href=\"\(address)\"\(HTML.Attribute("aria-current", tab == self.tab ? "true" : nil))>\(tab.title)</a>"
    }

    private var nothing: String {
        switch tab {
        case .recipes: isOwn ? "You have not posted a recipe yet." : "No recipes yet."
        case .likes: "No likes yet."
        case .reposts: "No reposts yet."
        case .cookbooks: isOwn ? "You have no cookbook yet." : "No public cookbooks yet."
        }
    }

    /// Where the reader begins a list that is still empty.
    private var firstStep: HTML {
        switch tab {
        case .recipes: "<p><a class=\"btn main\" href=\"/new\">\(Icon.plus)Post a recipe</a></p>"
        case .likes, .reposts: "<p><a class=\"btn\" href=\"/discover\">Find recipes</a></p>"
        case .cookbooks: "<p><a class=\"btn\" href=\"/books\">Make a cookbook</a></p>"
        }
    }
}

/// The level as a jar that fills towards the next one.
struct Level {
    private let level: String
    private let xp: Int64
    private let next: Int64?

    init(_ profile: ProfileAnswer) { (level, xp, next) = (profile.level, profile.xp, profile.nextLevelAt) }

    init(_ answer: ExperienceAnswer) { (level, xp, next) = (answer.level, answer.xp, answer.nextLevelAt) }

    /// What is missing to the next level.
    var sentence: String {
        next.map { "\(level), \(Words.count($0 - xp, "point")) to the next level" } ?? "\(level), the highest level"
    }

    /// A drawing, which the words beside it repeat.
    var jar: HTML {
        // The glass holds 46 of the drawing's 60 units above its foot.
        let height = next.map { $0 > 0 ? max(0, min(46, 46 * xp / $0)) : 46 } ?? 46
        return """
            <svg class="jar" viewBox="0 0 48 60" aria-hidden="true"><rect class="fill" x="6" y="\(56 - height)" width="36" height="\(height)"/>\
            <path d="M10 14h28c4 3 5 6 5 10v26a6 6 0 0 1-6 6H11a6 6 0 0 1-6-6V24c0-4 1-7 5-10z"/><path d="M9 4h30v10H9z"/></svg>
            """
    }

    /// The jar and its words. `page`: what the points are made of.
    func html(leadingTo page: Link? = nil) -> HTML {
        let points: HTML = "<b>\(Words.count(xp, "point"))</b>"
        let shown: HTML = if let page { "<a href=\"\(page)\">\(points)</a>" } else { points }
        return
            "<div class=\"levels\">\(jar)<p>\(shown)<br><span class=\"soft\">\(sentence)</span></p></div>"
    }
}

/// What a reader can do with a member. They are a part of the page.
package struct FollowButtons {
    private let profile: ProfileAnswer
    private let reader: Reader?

    package init(_ profile: ProfileAnswer, for reader: Reader?) { (self.profile, self.reader) = (profile, reader) }

    package static func id(of member: String) -> String { "who-\(member)" }

    package func html(saying said: Said? = nil) -> HTML {
        let part = Self.id(of: profile.id)
        return """
            <div class="buttons" id="\(part)"\(HTML.Attribute("data-said", said?.sentence))>\(buttons(part))</div>
            """
    }

    private func buttons(_ part: String) -> HTML {
        let link = Link.member(profile.username)
        if reader?.id == profile.id {
            return
                "<a class=\"btn\" href=\"/settings/profile\">\(Icon.edit)Edit</a><a class=\"btn quiet\" href=\"/settings\">\(Icon.settings)Settings</a>"
        }
        let isBlocked = profile.blocked == true
        let follow: HTML =
            isBlocked
            ? .empty
            : button(
                link.end("/follow"), part, isOn: profile.follows == true, on: "Following", off: "Follow")
        guard let reader else { return follow }
        let dossier: HTML? =
            reader.role > .member
            ? "<a class=\"btn quiet\" href=\"\(Link.dossier(profile.username))\">Dossier</a>" : nil
        let back: HTML? = profile.followsViewer == true ? "<span class=\"pill\">follows you</span>" : nil
        return """
            \(back)\(follow)\(button(link.end("/block"), part, isOn: isBlocked, on: "Unblock", off: "Block", isQuiet: true))\
            <a class="btn quiet" href="\(link.end("/report"))" data-dialog>\(Icon.flag)Report</a>\(dossier)
            """
    }

    private func button(
        _ action: Link, _ part: String, isOn: Bool, on: String, off: String, isQuiet: Bool = false
    ) -> HTML {
        """
        <form method="post" action="\(action)" data-swap="\(part)"><button class="btn\(isQuiet ? " quiet" : isOn ? "" : " main")" name="on" \
        value="\(isOn ? "0" : "1")" aria-pressed="\(isOn ? "true" : "false")">\(isOn ? on : off)</button></form>
        """
    }
}

/// Followers of a member, or the members whom it follows.
package struct PeoplePage {
    private let title: String
    private let member: ProfileAnswer
    private let people: MemberListAnswer
    private let base: Link
    private let after: String?

    package init(followersOf member: ProfileAnswer, _ people: MemberListAnswer, after: String?) {
        (self.member, self.people, self.after) = (member, people, after)
        (title, base) = ("Followers of \(member.name)", Link.member(member.username).end("/followers"))
    }

    package init(followedBy member: ProfileAnswer, _ people: MemberListAnswer, after: String?) {
        (self.member, self.people, self.after) = (member, people, after)
        (title, base) = ("Followed by \(member.name)", Link.member(member.username).end("/following"))
    }

    package var page: Page {
        let pager = Pager(base, after: after, next: people.next)
        let list: HTML =
            people.members.isEmpty
            ? EmptyList("There is no one here yet.").html
            : "<ul class=\"rows people\">\(each: people.members, { PersonRow($0).html })</ul>"
        var page = Page(
            title,
            "<h1>\(title)</h1><p><a href=\"\(Link.member(member.username))\">Back to \(member.name)</a></p>\(list)\(pager.html)"
        )
        (page.newer, page.older) = (pager.newer, pager.older)
        return page
    }
}
