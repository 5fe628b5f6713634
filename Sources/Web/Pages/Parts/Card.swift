package import LarderAPI
package import Markup

/// A recipe in a list: picture or label, title, author, facts, and the buttons of its reader.
package struct Card {
    private let recipe: RecipeDocument
    private let repost: RepostDocument?
    private let marks: [SearchMatch]
    private let from: Link
    private let reader: Reader?

    /// `marks`: what a search matched in the recipe. `from`: the list, to which the recipe's page leads back.
    package init(
        _ recipe: RecipeDocument, repost: RepostDocument? = nil, marking marks: [SearchMatch]? = nil, from: Link,
        for reader: Reader?
    ) {
        (self.recipe, self.repost, self.marks) = (recipe, repost, marks ?? [])
        (self.from, self.reader) = (from, reader)
    }

    package init(_ item: FeedItem, from: Link, for reader: Reader?) {
        self.init(item.recipe, repost: item.repost, from: from, for: reader)
    }

    private var link: Link { .id(recipe.id).query("from", from.text) }

    /// `isFirst`: its picture is seen at once.
    package func html(isFirst: Bool = false) -> HTML {
        """
        <article class="card" id="\(repost?.id ?? recipe.id)"\(HTML.Attribute("aria-label", recipe.title))>\(via)<div class="by">\(Face.html(recipe.author))<div>\
        <a class="bare" href="\(Link.member(recipe.author))"><b>\(recipe.author.name)</b></a><br>\
        <span class="soft small">\(Words.time(recipe.postedAt))</span></div>\(mark)</div>\(picture(.card, isFirst))\
        <div class="body">\(title, if: hasPicture)<p class="meta">\(each: facts)</p>\(tags, if: !recipe.tags.isEmpty)</div>\
        \(CardActions(recipe, at: repost?.id ?? recipe.id, for: reader).html)</article>
        """
    }

    /// Cards in two to four columns. `isTop`: the grid begins in view, so that its first two pictures are seen at once.
    package static func grid(_ cards: [Card], isTop: Bool = true) -> HTML {
        "<div class=\"grid\">\(each: cards.enumerated(), { $0.element.short(isFirst: isTop && $0.offset < 2) })</div>"
    }

    /// For a grid: picture or label, title, author and time.
    private func short(isFirst: Bool) -> HTML {
        let time: HTML? = recipe.totalMinutes.map { "<span>\(Words.minutes($0))</span>" }
        return """
            <article class="card short" id="\(repost?.id ?? recipe.id)">\(picture(.tile, isFirst))<div class="body">\(title, if: hasPicture)\
            <p class="meta"><a class="bare" href="\(Link.member(recipe.author))">\(recipe.author.name)</a><span>\(Words.count(recipe.likes, "like"))</span>\(time)\(mark)</p></div></article>
            """
    }

    /// Who reposted it, and with which words.
    private var via: HTML {
        guard let repost else { return .empty }
        let quote: HTML? = repost.quote.map { "<blockquote>\($0)</blockquote>" }
        return """
            <p class="via">\(Icon.repost)<a class="bare" href="\(Link.member(repost.by))">\(repost.by.name)</a> reposted this</p>\(quote)
            """
    }

    private var mark: HTML? {
        if recipe.isNew == true { return "<span class=\"pill\">New</span>" }
        if recipe.hasNewComments == true { return "<span class=\"pill\">New comments</span>" }
        return nil
    }

    private var title: HTML {
        "<h2><a href=\"\(link)\">\(MarkedText(recipe.title, in: "title", marks).html)</a></h2>"
    }

    private var hasPicture: Bool { recipe.picture != nil }

    private func picture(_ place: Picture.Place, _ isFirst: Bool) -> HTML {
        guard let picture = recipe.picture else { return RecipeLabel(recipe).html(heading: title) }
        return """
            <a class="pic" href="\(link)" tabindex="-1" aria-hidden="true">\(Picture(picture, in: place, isFirst ? .normal : .low).html)</a>
            """
    }

    private var facts: [HTML] {
        [
            recipe.totalMinutes.map { "<span>\(Icon.clock)\(Words.minutes($0))</span>" },
            recipe.difficulty.map { "<span>\(Icon.whisk)\($0)</span>" },
            recipe.cuisine.map { "<span>\(Icon.globe)<a class=\"bare\" href=\"\(Link.cuisine($0))\">\($0)</a></span>" },
            recipe.rating.average.map {
                "<span>\(Icon.star)\(Stars.text($0))<span class=\"hide\"> of 5 stars</span></span>"
            },
        ].compactMap(\.self)
    }

    private var tags: HTML {
        "<p class=\"tags\">\(each: recipe.tags.prefix(6), { "<a href=\"\(Link.tag($0))\">#\($0)</a>" })</p>"
    }
}

/// A recipe without a picture: cuisine and time above and below the title, on a hue of the cuisine.
package struct RecipeLabel {
    private let recipe: RecipeDocument

    package init(_ recipe: RecipeDocument) { self.recipe = recipe }

    /// `heading` is the title as the place of the label has it.
    package func html(heading: HTML) -> HTML {
        """
        <div class="label h\(Hue.of(recipe.cuisine ?? recipe.title))"><div><small>\(recipe.cuisine ?? recipe.course ?? "Recipe")</small>\
        \(heading)<small>\(recipe.totalMinutes.map(Words.minutes) ?? recipe.difficulty)</small></div></div>
        """
    }
}

enum Stars {
    /// `4.0`.
    static func text(_ average: Double) -> String {
        let tenths = Int((average * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// The buttons below a card. They are a part of the page: a module may ask for them alone.
package struct CardActions {
    private let recipe: RecipeDocument
    private let card: String
    private let reader: Reader?

    /// `card`: the id of its card, which is a repost's where the recipe was reposted.
    package init(_ recipe: RecipeDocument, at card: String, for reader: Reader?) {
        (self.recipe, self.card, self.reader) = (recipe, card, reader)
    }

    private static let beginning = "acts-"

    /// The card of a part with that id; `nil`: it is another part.
    package static func card(ofPart id: String) -> String? {
        id.hasPrefix(beginning) ? String(id.dropFirst(beginning.count)) : nil
    }

    package var html: HTML { html(saying: nil) }

    /// `said` is announced by the module that swaps the part.
    package func html(saying said: Said?) -> HTML {
        let (link, id) = (Link.id(recipe.id), Self.beginning + card)
        return """
            <div class="acts" id="\(id)"\(HTML.Attribute("data-said", said?.sentence))>\
            \(ToggleForm(.like, of: recipe, swapping: id).html)\
            <a class="btn" href="\(link.fragment("comments"))">\(Icon.talk)<span class="num">\(recipe.comments)</span>\
            <span class="hide"> \(recipe.comments == 1 ? "comment" : "comments") on \(recipe.title)</span></a>\
            <a class="btn" href="\(link.end("/repost"))" data-dialog>\(Icon.repost)<span class="num">\(recipe.reposts)</span>\
            <span class="hide"> \(recipe.reposts == 1 ? "repost" : "reposts"): repost \(recipe.title)</span></a>\
            \(ToggleForm(.save, of: recipe, swapping: id).html)</div>
            """
    }
}

/// A form of one button that is on or off: like, save.
struct ToggleForm {
    enum Kind {
        case like, save
    }

    private let kind: Kind
    private let recipe: RecipeDocument
    private let part: String
    private let isLong: Bool

    /// `isLong`: with the word beside the number, for a recipe's own page.
    init(_ kind: Kind, of recipe: RecipeDocument, swapping part: String, isLong: Bool = false) {
        (self.kind, self.recipe, self.part, self.isLong) = (kind, recipe, part, isLong)
    }

    var html: HTML {
        switch kind {
        case .like:
            let isOn = recipe.liked == true
            return """
                <form method="post" action="\(Link.id(recipe.id).end("/like"))" data-swap="\(part)" data-outbox data-name="your like of \(recipe.title)">\
                <button class="btn" name="on" value="\(isOn ? "0" : "1")" aria-pressed="\(isOn ? "true" : "false")">\
                \(Icon.heart)<span class="num">\(recipe.likes)</span><span class="hide"> \(recipe.likes == 1 ? "like" : "likes"): like \(recipe.title)</span></button></form>
                """
        case .save:
            let isOn = recipe.bookmarked == true
            return """
                <form\(HTML.Attribute("class", isLong ? nil : "end")) method="post" action="\(Link.id(recipe.id).end("/save"))" data-swap="\(part)" data-outbox data-name="saving \(recipe.title)">\
                <button class="btn" name="on" value="\(isOn ? "0" : "1")" aria-pressed="\(isOn ? "true" : "false")">\
                \(Icon.save)<span\(HTML.Attribute("class", isLong ? nil : "hide"))>\(isOn ? "Saved" : "Save")</span><span class="hide"> \(recipe.title)</span></button></form>
                """
        }
    }
}
