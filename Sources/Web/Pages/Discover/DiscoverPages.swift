package import LarderAPI
package import Markup

/// What there is to find: collections, rising recipes, what fits to what the reader cooked, tags and cuisines.
package struct DiscoverPage {
    private let collections: [CollectionDocument]
    private let rising: [RecipeDocument]
    private let cooked: [CookedAnswer.Item]
    private let tags: [TagCount]
    private let cuisines: [TagCount]
    private let sources: [ExternalSource]
    private let reader: Reader?

    /// `sources`: the services whose recipes can be looked through.
    package init(
        _ collections: DiscoverAnswer, rising: TrendingAnswer, cooked: CookedAnswer?, tags: TagsAnswer,
        cuisines: TagsAnswer, sources: [ExternalSource], for reader: Reader?
    ) {
        self.collections = collections.collections
        self.rising = rising.items.map(\.recipe)
        (self.cooked, self.tags, self.cuisines) = (cooked?.items ?? [], tags.tags ?? [], cuisines.cuisines ?? [])
        (self.sources, self.reader) = (sources, reader)
    }

    package static func link(collection: String) -> Link { Link("/discover/in").part(collection) }

    package var page: Page {
        var page = Page(
            "Discover", in: .discover,
            """
            <h1>Discover</h1><div class="grid labels">\(each: collections, { Self.label($0) })\(classics)</div>\(risingList)\(cookedList)\
            \(section("Cuisines", cuisines, Words.cuisine, Link.cuisine))\(section("Tags", tags) { Link.tag($0) })
            """)
        page.hasSide = false
        page.preview = Preview(.website, at: Link("/discover"), page.title)
        return page
    }

    private static func label(_ collection: CollectionDocument) -> HTML {
        """
        <article class="card short"><div class="label h\(Hue.of(collection.name))"><div><small>\(Words.count(Int64(collection.count), "recipe"))</small>\
        <h2><a href="\(link(collection: collection.name))">\(collection.name)</a></h2>\
        <small>\(collection.maxMinutes.map { "up to \(Words.minutes($0))" } ?? collection.tags.prefix(2).map { "#\($0)" }.joined(separator: " "))</small></div></div></article>
        """
    }

    private var classics: HTML? {
        guard let first = sources.first else { return nil }
        return """
            <article class="card short"><div class="label h\(Hue.of("Classics"))"><div><small>\(first.name)</small>\
            <h2><a href="\(Link.classics())">Classics</a></h2><small>to read and to post here</small></div></div></article>
            """
    }

    private var risingList: HTML {
        guard !rising.isEmpty else { return .empty }
        return """
            <div class="head"><h2>Rising</h2><a href="/discover/rising">all<span class="hide"> rising recipes</span></a></div>\
            \(Card.grid(rising.map { Card($0, from: Link("/discover"), for: reader) }))
            """
    }

    private var cookedList: HTML {
        let recipes = cooked.flatMap { item in item.alsoLiked.map(\.recipe) }.prefix(6)
        guard let first = cooked.first, !recipes.isEmpty else { return .empty }
        return
            "<h2>Because you cooked \(first.cooked.title)</h2>\(Card.grid(recipes.map { Card($0, from: Link("/discover"), for: reader) }, isTop: false))"
    }

    private func section(
        _ title: String, _ counts: [TagCount], _ word: (String) -> String = { $0 }, _ link: (String) -> Link
    ) -> HTML {
        guard !counts.isEmpty else { return .empty }
        return """
            <h2>\(title)</h2><p class="chips">\(each: counts, { "<a class=\"chip\" href=\"\(link($0.name))\">\(word($0.name)) <span class=\"soft\">\($0.recipes)</span></a>" })</p>
            """
    }
}

/// A list of recipes under a title, such as a tag's or a collection's.
package struct RecipeGridPage {
    private let title: String
    private let section: Page.Section
    private let recipes: [RecipeDocument]
    private let base: Link
    private let after: String?
    private let next: String?
    private let nothing: String
    private let atom: Link?
    private let gone: Int
    private let isNewestFirst: Bool
    private let reader: Reader?

    /// `nothing` is said where the list is empty. `atom` is the list as a feed for other programs. `gone`: how many saved
    /// recipes were deleted.
    package init(
        _ title: String, in section: Page.Section, _ recipes: [RecipeDocument], at base: Link, after: String?,
        next: String?, nothing: String, atom: Link? = nil, gone: Int = 0,
        isNewestFirst: Bool = true, for reader: Reader?
    ) {
        (self.title, self.section, self.recipes, self.base) = (title, section, recipes, base)
        (self.after, self.next, self.nothing, self.atom, self.gone) = (after, next, nothing, atom, gone)
        (self.isNewestFirst, self.reader) = (isNewestFirst, reader)
    }

    package var page: Page {
        let pager = Pager(base, after: after, next: next, isNewestFirst: isNewestFirst)
        let list: HTML =
            recipes.isEmpty
            ? EmptyList(after == nil ? nothing : "That was all.").html
            : "\(Card.grid(recipes.map { Card($0, from: pager.here, for: reader) }))"
        var page = Page(title, in: section, "<h1>\(title)</h1>\(tabs)\(deleted)\(list)\(pager.html)")
        page.hasSide = false
        (page.newer, page.older, page.atom) = (pager.newer, pager.older, atom)
        // What a member has saved is for that member alone.
        if section != .saved {
            page.preview = Preview(.website, at: base.query("after", after), title) { [title, recipes] site in
                LinkedList(name: title, recipes: recipes).json(on: site)
            }
        }
        return page
    }

    /// The saved recipes that were deleted, and a button that removes them.
    private var deleted: HTML? {
        guard gone > 0 else { return nil }
        return """
            <form method="post" action="/saved/clean" class="note"><p>\(Words.count(Int64(gone), "saved recipe")) \(gone == 1 ? "was" : "were") deleted.</p>\
            <button class="btn">Remove \(gone == 1 ? "it" : "them") from your list</button></form>
            """
    }

    /// What a member keeps: recipes, and cookbooks.
    private var tabs: HTML {
        guard section == .saved else { return .empty }
        return """
            <nav class="segs" aria-label="Saved"><a href="/saved" aria-current="true">Saved</a><a href="/books">Cookbooks</a></nav>
            """
    }
}

/// One field for recipes and cooks.
package struct FindPage {
    private let text: String
    private let answer: SearchAnswer?
    private let rising: [RecipeDocument]
    private let after: String?
    private let sources: [ExternalSource]
    private let reader: Reader?

    /// Without an answer nothing was asked yet, and rising recipes are shown.
    package init(
        _ text: String, _ answer: SearchAnswer?, rising: [RecipeDocument], after: String?, sources: [ExternalSource],
        for reader: Reader?
    ) {
        (self.text, self.answer, self.rising) = (text, answer, rising)
        (self.after, self.sources, self.reader) = (after, sources, reader)
    }

    private var pager: Pager {
        Pager(
            Link("/find").query("q", text.isEmpty ? nil : text), after: after, next: answer?.next, isNewestFirst: false)
    }

    package var page: Page {
        var page = Page(
            text.isEmpty ? "Search" : "\(text): search", in: .search,
            """
            <h1 class="hide">Search</h1><form role="search" action="/find" class="find"><label for="q">Search recipes and people</label>\
            <input type="search" id="q" name="q" value="\(text)"><button class="btn main">\(Icon.search)Search</button></form>\
            \(results)\(pager.html)
            """)
        page.isListed = false
        (page.newer, page.older) = (pager.newer, pager.older)
        return page
    }

    private var results: HTML {
        guard let answer else {
            guard !rising.isEmpty else { return .empty }
            return "<h2>Rising</h2>\(Card.grid(rising.map { Card($0, from: pager.here, for: reader) }))"
        }
        if answer.recipes.isEmpty, answer.members.isEmpty {
            let sentence = after == nil ? "Nothing matches «\(text)». Try fewer or other words." : "That was all."
            return EmptyList(sentence, "\(nearest)\(elsewhere)").html
        }
        let people: HTML? =
            answer.members.isEmpty
            ? nil
            : "<h2>People</h2><ul class=\"rows people\">\(each: answer.members, { PersonRow($0, marking: marks[$0.id]).html })</ul>"
        let recipes: HTML? =
            answer.recipes.isEmpty
            ? nil
            : "<h2>Recipes</h2>\(Card.grid(answer.recipes.map { Card($0, marking: marks[$0.id], from: pager.here, for: reader) }))"
        return "\(nearest)\(people)\(recipes)"
    }

    /// What matched, by recipe and member.
    private var marks: [String: [SearchMatch]] { Dictionary(grouping: answer?.matches ?? [], by: \.id) }

    /// The same search with the nearest words.
    private var nearest: HTML? {
        guard let texts = answer?.didYouMean, !texts.isEmpty else { return nil }
        return """
            <p>Did you mean \(each: texts.enumerated(), { Self.suggestion($0.element, isFirst: $0.offset == 0) })?</p>
            """
    }

    private static func suggestion(_ text: String, isFirst: Bool) -> HTML {
        "\(isFirst ? "" : " or ")<a href=\"\(Link("/find").query("q", text))\">\(text)</a>"
    }

    /// Where to go on: the services with classics, and what there is to discover.
    private var elsewhere: HTML {
        let classics: HTML? = sources.first.map {
            "<a class=\"btn\" href=\"\(Link.classics(text))\">\(Icon.globe)Search \($0.name)</a> "
        }
        return "<p>\(classics)<a class=\"btn\" href=\"/discover\">Discover</a></p>"
    }
}
