package import LarderAPI
package import Markup

/// The feed: modes, order, filters as links, cards.
package struct FeedPage {
    private let input: FeedInput
    private let feed: FeedAnswer
    private let suggestions: [MemberCard]
    private let reader: Reader?

    /// `suggestions` are cooks to follow, for a member who follows no cook yet or whose feed of followed cooks is empty.
    package init(_ input: FeedInput, _ feed: FeedAnswer, suggestions: [MemberCard] = [], for reader: Reader?) {
        (self.input, self.feed, self.suggestions, self.reader) = (input, feed, suggestions, reader)
    }

    package var page: Page {
        let pager = Pager(
            Self.link(input), after: input.page.after, next: feed.next,
            isNewestFirst: (input.sort ?? .newest) == .newest)
        var page = Page("Feed", in: .feed, main(pager))
        page.modules = [.feed]
        page.topics = ["everything"]
        (page.newer, page.older, page.atom) = (pager.newer, pager.older, Link("/feed.atom"))
        if input.filter == RecipeFilter(), input.page.after == nil {
            page.preview = Preview(.website, at: Link("/"), page.title, text: "What this community cooks")
        }
        return page
    }

    private func main(_ pager: Pager) -> HTML {
        """
        <h1 class="hide">Feed</h1><div class="head">\(modes)\(order)</div>\(chips)\(otherFilters)\
        \(NewPill(Self.link(input), kinds: ["recipe.posted"], word: "recipe").html)\
        \(people)\(list(at: pager.here))\(seen)\(pager.html)
        """
    }

    /// Cooks to follow, above the feed of a member who follows no cook. An empty feed of followed cooks shows them itself.
    private var people: HTML {
        guard !suggestions.isEmpty, !feed.items.isEmpty else { return .empty }
        return """
            <section class="mini" aria-labelledby="to-follow"><h2 id="to-follow">Cooks to follow</h2>\
            <ul class="rows people">\(each: suggestions, { PersonRow($0).html })</ul></section>
            """
    }

    /// Marks what is shown here as seen, so that only later recipes are new.
    private var seen: HTML {
        guard reader != nil, feed.items.contains(where: { $0.recipe.isNew == true }) else { return .empty }
        return """
            <form method="post" action="/seen" class="after" data-seen><input type="hidden" name="upTo" value="\(feed.position)">\
            <button class="btn quiet">Mark as seen</button></form>
            """
    }

    private func list(at here: Link) -> HTML {
        guard feed.items.isEmpty else {
            return
                "<div role=\"feed\" data-more>\(each: feed.items.enumerated(), { Card($0.element, from: here, for: reader).html(isFirst: $0.offset < 2) })</div>"
        }
        if input.page.after != nil { return EmptyList("That was all.").html }
        if let exclusions { return exclusions }
        if input.mode == .following {
            let sentence = "You follow no cook who has posted. Their recipes will stand here."
            return EmptyList(sentence, "<ul class=\"rows people\">\(each: suggestions, { PersonRow($0).html })</ul>")
                .html
        }
        return EmptyList(
            "There are no recipes yet.", "<p><a class=\"btn main\" href=\"/new\">Post the first one</a></p>"
        ).html
    }

    // MARK: Modes and order

    private var modes: HTML {
        guard reader != nil else { return "<p class=\"lead\">What this community cooks</p>" }
        return """
            <nav class="segs" aria-label="Which feed">\(mode(.forYou, "For you"))\(mode(.everyone, "Everyone"))\(mode(.following, "Following"))</nav>
            """
    }

    private func mode(_ mode: FeedInput.Mode, _ text: String) -> HTML {
        var other = FeedInput()
        (other.mode, other.filter) = (mode, input.filter)
        let isCurrent = (input.mode ?? .everyone) == mode
        return "<a href=\"\(Self.link(other))\"\(HTML.Attribute("aria-current", isCurrent ? "true" : nil))>\(text)</a>"
    }

    private static let orders: [(FeedInput.Sort, String)] = [
        (.newest, "Newest"), (.oldest, "Oldest"), (.liked, "Most liked"), (.top, "Top votes"), (.hot, "Hot"),
        (.best, "Best votes"), (.rated, "Best rated"), (.discussed, "Most discussed"),
    ]

    private var order: HTML {
        // For you has an order of its own.
        guard input.mode != .forYou else { return .empty }
        let current = input.sort ?? .newest
        let name = Self.orders.first { $0.0 == current }?.1 ?? ""
        // A phone has no room for the usual order beside three modes.
        let shown: HTML =
            current == .newest
            ? "<span class=\"hide\">\(name)</span><span class=\"on-wide\" aria-hidden=\"true\">\(name)</span>"
            : "\(name)"
        return """
            <details class="menu" data-menu><summary class="btn quiet">\(Icon.sort)<span class="hide">Sort by: </span>\(shown)</summary><ul>\(each: Self.orders, { orderEntry($0.0, $0.1, isCurrent: $0.0 == current) })</ul></details>
            """
    }

    private func orderEntry(_ sort: FeedInput.Sort, _ text: String, isCurrent: Bool) -> HTML {
        var other = first
        other.sort = sort
        return
            "<li><a href=\"\(Self.link(other))\"\(HTML.Attribute("aria-current", isCurrent ? "true" : nil))>\(text)</a></li>"
    }

    /// The same feed from its beginning.
    private var first: FeedInput {
        var input = input
        input.page = PageRequest()
        return input
    }

    // MARK: Filters

    private var chips: HTML {
        var quick = input.filter
        quick.maxMinutes = quick.maxMinutes == 30 ? nil : 30
        var easy = input.filter
        easy.difficulty = easy.difficulty == .easy ? nil : .easy
        var saved = input.filter
        saved.isBookmarked.toggle()
        return """
            <nav class="chips run" aria-label="Filters">\(chip(RecipeFilter(), "Everything", isOn: input.filter == RecipeFilter()))\
            \(chip(quick, "Up to 30 min", isOn: input.filter.maxMinutes == 30))\(chip(easy, "Easy", isOn: input.filter.difficulty == .easy))\
            \(diet(.vegetarian, "Vegetarian"))\(diet(.vegan, "Vegan"))\(diet(.glutenFree, "Gluten-free"))\
            \(chip(saved, "Saved", isOn: input.filter.isBookmarked), if: reader != nil)</nav>
            """
    }

    private func diet(_ diet: RecipeFilter.Diet, _ text: String) -> HTML {
        var filter = input.filter
        let isOn = filter.diets.contains(diet)
        if isOn { filter.diets.removeAll { $0 == diet } } else { filter.diets.append(diet) }
        return chip(filter, text, isOn: isOn)
    }

    private func chip(_ filter: RecipeFilter, _ text: String, isOn: Bool) -> HTML {
        var other = first
        other.filter = filter
        return """
            <a class="chip\(isOn ? " on" : "")" href="\(Self.link(other))"\(HTML.Attribute("aria-current", isOn ? "true" : nil))>\(text)</a>
            """
    }

    private var otherFilters: HTML {
        let filter = input.filter
        let state = FormState()
        let isOpen =
            filter.cuisine != nil || filter.course != nil || !filter.withIngredients.isEmpty || !filter.tags.isEmpty
        return """
            <details class="filters"\(HTML.Flag("open"), if: isOpen)><summary>More filters</summary><form action="/">\
            \(HTML.hidden("mode", input.mode?.rawValue))\(HTML.hidden("sort", input.sort?.rawValue))\
            \(Field("cuisine", "Cuisine", value: filter.cuisine).html(state))\(Field("course", "Course", value: filter.course).html(state))\
            \(Field("tag", "Tag", value: filter.tags.first).html(state))\
            \(Field("withIngredient", "With ingredient", value: filter.withIngredients.first).html(state))\
            \(Field("withoutIngredient", "Without ingredient", value: filter.withoutIngredients.first).html(state))\
            \(Field("maxMinutes", "At most this many minutes", .number, value: filter.maxMinutes.map(String.init)).html(state))\
            <button class="btn main">Show</button></form></details>
            """
    }

    /// Where a filter leaves no recipe: each condition, with a link to the feed without it.
    private var exclusions: HTML? {
        let conditions = Self.conditions(of: input.filter)
        guard !conditions.isEmpty else { return nil }
        let sentence = "No recipe meets all of these conditions."
        return EmptyList(sentence, "<ul class=\"chips\">\(each: conditions, { exclusion($0.name, $0.rest) })</ul>").html
    }

    private func exclusion(_ name: String, _ rest: RecipeFilter) -> HTML {
        var other = first
        other.filter = rest
        return "<li><a class=\"chip\" href=\"\(Self.link(other))\">without «\(name)»</a></li>"
    }

    private static func conditions(of filter: RecipeFilter) -> [(name: String, rest: RecipeFilter)] {
        var found: [(String, RecipeFilter)] = []
        func add(_ name: String, _ change: (inout RecipeFilter) -> Void) {
            var rest = filter
            change(&rest)
            found.append((name, rest))
        }
        if let difficulty = filter.difficulty { add(difficulty.rawValue) { $0.difficulty = nil } }
        if let minutes = filter.maxMinutes { add("up to \(minutes) min") { $0.maxMinutes = nil } }
        if let servings = filter.minServings { add("serves \(servings) or more") { $0.minServings = nil } }
        if let cuisine = filter.cuisine { add(cuisine) { $0.cuisine = nil } }
        if let course = filter.course { add(course) { $0.course = nil } }
        for diet in filter.diets { add(diet.rawValue) { $0.diets.removeAll { $0 == diet } } }
        for tag in filter.tags { add("#\(tag)") { $0.tags.removeAll { $0 == tag } } }
        for item in filter.withIngredients { add("with \(item)") { $0.withIngredients.removeAll { $0 == item } } }
        for item in filter.withoutIngredients {
            add("without \(item)") { $0.withoutIngredients.removeAll { $0 == item } }
        }
        if let author = filter.author { add("by \(author)") { $0.author = nil } }
        if let member = filter.likedBy { add("liked by \(member)") { $0.likedBy = nil } }
        if filter.isBookmarked { add("saved") { $0.isBookmarked = false } }
        if filter.since != nil { add("posted since") { $0.since = nil } }
        if filter.until != nil { add("posted until") { $0.until = nil } }
        return found
    }

    /// The page's address with the parameters of the operation, without a cursor.
    package static func link(_ input: FeedInput) -> Link {
        var input = input
        input.page = PageRequest()
        return Link("/").query(of: input)
    }
}

extension Link {
    /// The link with the query that an operation's input has.
    package func query(of input: some OperationInput) -> Link {
        input.request.query.reduce(self) { $0.query(named: $1.name, $1.value) }
    }
}

extension HTML {
    /// A hidden field; nothing where there is no value.
    package static func hidden(_ name: StaticString, _ value: String?) -> HTML {
        guard let value else { return .empty }
        return "<input type=\"hidden\" name=\"\(name.description)\" value=\"\(value)\">"
    }
}
