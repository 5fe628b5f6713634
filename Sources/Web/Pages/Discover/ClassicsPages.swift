package import LarderAPI
package import Markup

/// A service of recipes that the operator offers.
package struct ExternalSource: Hashable, Sendable {
    /// Its name in addresses, such as `themealdb`.
    package var id: String
    /// Its name for people.
    package var name: String

    package init(id: String, name: String) { (self.id, self.name) = (id, name) }
}

extension Link {
    /// Recipes of other services, and what is searched for there.
    package static func classics(_ text: String? = nil, at source: String? = nil) -> Link {
        Link("/discover/classics").query("q", text).query("source", source)
    }

    /// A recipe of another service, by its external name without `external:`, such as `themealdb:52772`.
    package static func classic(_ externalID: String) -> Link {
        let parts = externalID.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return classics() }
        return Link("/discover/classics").part(String(parts[0])).part(String(parts[1]))
    }
}

/// Recipes of other services: search, and what was found. Where a service does not answer, the recipes of this community stand in.
package struct ClassicsPage {
    package enum Result: Sendable {
        /// Nothing was searched for.
        case none
        case found(ExternalRecipesAnswer)
        /// The service gave no answer, in a sentence. The answer is of the search here.
        case silent(String, SearchAnswer)
    }

    private let sources: [ExternalSource]
    private let source: ExternalSource?
    private let text: String
    private let result: Result
    private let after: String?
    private let reader: Reader?

    /// `source`: the one that was asked; `nil` where there is none.
    package init(
        _ sources: [ExternalSource], _ source: ExternalSource?, _ text: String, _ result: Result, after: String?,
        for reader: Reader?
    ) {
        (self.sources, self.source, self.text, self.result) = (sources, source, text, result)
        (self.after, self.reader) = (after, reader)
    }

    /// What to begin with. Each of these words finds something at every service.
    private static let ideas = ["chicken", "curry", "pie", "soup", "pancakes"]

    package var page: Page {
        let pager = Pager(.classics(text, at: namedSource), after: after, next: found?.next, isNewestFirst: false)
        var page = Page(
            text.isEmpty ? "Classics" : "\(text): classics", in: .discover, "<h1>Classics</h1>\(content(pager))")
        // Another service decides what it shows.
        page.isKept = false
        page.isListed = false
        page.hasSide = false
        (page.newer, page.older) = (pager.newer, pager.older)
        return page
    }

    private func content(_ pager: Pager) -> HTML {
        guard let source else {
            let sentence = "This kitchen shows no recipes of other services. Its own recipes are all here."
            return EmptyList(sentence, "<p><a class=\"btn\" href=\"/discover\">Discover</a></p>").html
        }
        return """
            <p class="lead">Recipes of \(source.name), to read and to post here.</p>\(tabs)\
            <form role="search" action="/discover/classics" class="find"><label for="q">Search \(source.name)</label>\
            <input type="search" id="q" name="q" value="\(text)" maxlength="300">\(HTML.hidden("source", namedSource))\
            <button class="btn main">\(Icon.search)Search</button></form>\(results(source))\(pager.html)
            """
    }

    private var found: ExternalRecipesAnswer? { if case .found(let answer) = result { answer } else { nil } }

    /// The source in addresses; `nil` where there is only one.
    private var namedSource: String? { sources.count > 1 ? source?.id : nil }

    private var tabs: HTML {
        guard sources.count > 1 else { return .empty }
        return "<nav class=\"segs\" aria-label=\"Services\">\(each: sources, tab)</nav>"
    }

    private func tab(_ other: ExternalSource) -> HTML {
        let link = Link.classics(text.isEmpty ? nil : text, at: other.id)
        return "<a href=\"\(link)\"\(HTML.Attribute("aria-current", other == source ? "true" : nil))>\(other.name)</a>"
    }

    private func results(_ source: ExternalSource) -> HTML {
        switch result {
        case .none:
            "<p class=\"chips\">\(each: Self.ideas, { "<a class=\"chip\" href=\"\(Link.classics($0, at: namedSource))\">\($0)</a>" })</p>"
        case .found(let answer): list(answer, source)
        case .silent(let sentence, let answer): silent(sentence, answer)
        }
    }

    /// The same search in this kitchen.
    private var own: Link { Link("/find").query("q", text) }

    private func list(_ answer: ExternalRecipesAnswer, _ source: ExternalSource) -> HTML {
        guard !answer.recipes.isEmpty else {
            let sentence = after == nil ? "\(source.name) has nothing for «\(text)»." : "That was all."
            return EmptyList(sentence, "<p><a class=\"btn\" href=\"\(own)\">Search here</a></p>").html
        }
        let dropped: HTML? = answer.dropped.map {
            "<p class=\"soft small\">\(Words.count(Int64($0), "more recipe")) cannot be shown here.</p>"
        }
        return """
            <div class="grid">\(each: answer.recipes, { ClassicCard($0).html })</div>\(dropped)\
            <p class="soft small">\(Self.credit(answer.attribution)). <a href="\(own)">Search for «\(text)» here</a></p>
            """
    }

    private func silent(_ sentence: String, _ answer: SearchAnswer) -> HTML {
        let here: HTML =
            answer.recipes.isEmpty
            ? "<p>Nothing here matches «\(text)» either.</p>"
            : """
            <h2>Recipes of this kitchen</h2>\(Card.grid(answer.recipes.map { Card($0, from: own, for: reader) }))
            """
        return """
            <section class="note warn" role="status">\(Icon.warn)<div><p>\(sentence)</p>\
            <p>The search here goes on without it.</p></div></section>\(here)
            """
    }

    fileprivate static func credit(_ attribution: Attribution) -> HTML {
        guard let link = Link(site: attribution.url) else { return "\(attribution.text)" }
        return "<a href=\"\(link)\" rel=\"nofollow noopener\">\(attribution.text)</a>"
    }
}

/// A recipe of another service in a list: title, category, region.
struct ClassicCard {
    private let recipe: ExternalRecipeDocument

    init(_ recipe: ExternalRecipeDocument) { self.recipe = recipe }

    var html: HTML {
        let here: HTML? = recipe.adoptedAs.map { "<a class=\"pill\" href=\"\(Link.id($0))\">Posted here</a>" }
        return """
            <article class="card short">\(picture)<div class="body">\(title, if: recipe.hasPicture)\
            <p class="meta">\(each: [recipe.course, recipe.cuisine].compactMap(\.self), { "<span>\($0)</span>" })\(here)</p></div></article>
            """
    }

    private var picture: HTML {
        guard recipe.hasPicture else { return ClassicLabel(recipe).html(heading: title) }
        return """
            <a class="pic" href="\(Link.classic(recipe.externalID))" tabindex="-1" aria-hidden="true">\
            <img src="\(recipe.picture(.medium))" alt="" width="1200" height="800" loading="lazy"></a>
            """
    }

    private var title: HTML { "<h2><a href=\"\(Link.classic(recipe.externalID))\">\(recipe.title)</a></h2>" }
}

extension ExternalRecipeDocument {
    fileprivate var hasPicture: Bool { images?.contains { Link(site: $0) != nil } ?? false }

    /// The picture as this service re-encodes it: pages load nothing from other sites.
    fileprivate func picture(_ size: Link.ImageSize) -> Link {
        let parts = externalID.split(separator: ":", maxSplits: 1).map(String.init)
        return Link("/external").part(parts.first ?? "").part(parts.last ?? "").end("/picture").query(
            "size", size.rawValue)
    }
}

/// A recipe of another service without a picture: region and category above and below the title.
struct ClassicLabel {
    private let recipe: ExternalRecipeDocument

    init(_ recipe: ExternalRecipeDocument) { self.recipe = recipe }

    func html(heading: HTML) -> HTML {
        """
        <div class="label h\(Hue.of(recipe.cuisine ?? recipe.title))"><div><small>\(recipe.cuisine ?? "Classic")</small>\
        \(heading)<small>\(recipe.course)</small></div></div>
        """
    }
}

/// A recipe of another service, to read. A member can post it here, with its credit.
package struct ClassicPage {
    private let recipe: ExternalRecipeDocument
    private let source: ExternalSource
    private let reader: Reader?
    private let error: String?

    /// `error`: why it was not posted.
    package init(_ recipe: ExternalRecipeDocument, _ source: ExternalSource, for reader: Reader?, error: String? = nil)
    {
        (self.recipe, self.source, self.reader, self.error) = (recipe, source, reader, error)
    }

    private var link: Link { .classic(recipe.externalID) }

    package var page: Page {
        let state = FormState(errors: error.map { [("", $0)] } ?? [])
        var page = Page(
            state.title(recipe.title), in: .discover,
            """
            <article class="dish">\(state.summary(fields: []))<header>\(hero)<div>\
            <p class="meta"><a href="\(Link.classics())">Classics</a><span>\(source.name)</span></p><h1>\(recipe.title)</h1>\
            \(lead)\(facts)\(post)</div></header><div class="cols">\(needs)\(ways)</div><section class="about">\(credit)</section></article>
            """)
        page.isKept = false
        page.isListed = false
        page.hasSide = false
        page.status = error == nil ? 200 : 422
        return page
    }

    private var hero: HTML {
        recipe.hasPicture
            ? """
            <div class="hero"><img src="\(recipe.picture(.large))" alt="" width="1200" height="800" fetchpriority="high"></div>
            """
            : "<div class=\"hero\">\(ClassicLabel(recipe).html(heading: "<p class=\"title\">\(recipe.title)</p>"))</div>"
    }

    private var lead: HTML? { recipe.description.map { "<div class=\"lead\">\(Paragraphs.html($0))</div>" } }

    private var facts: HTML {
        let known = [
            ("Category", recipe.course), ("Region", recipe.cuisine),
            ("Time", recipe.totalMinutes.map(Words.minutes)), ("Serves", recipe.servings.map { "\($0)" }),
        ].compactMap { name, value in value.map { (name, $0) } }
        guard !known.isEmpty else { return .empty }
        return
            "<dl class=\"facts\">\(each: known, { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" })</dl>"
    }

    private var post: HTML {
        if let id = recipe.adoptedAs {
            return "<p><a class=\"btn main\" href=\"\(Link.id(id))\">Posted here: read and cook it</a></p>"
        }
        guard reader != nil else {
            let then = Link("/sign-in").query("then", link.text)
            return "<p><a class=\"btn main\" href=\"\(then)\">Sign in to post this here</a></p>"
        }
        return """
            <form method="post" action="\(link.end("/post"))"><button class="btn main">\(Icon.plus)Post this here</button></form>
            """
    }

    private var needs: HTML {
        guard let ingredients = recipe.ingredients, !ingredients.isEmpty else { return .empty }
        return """
            <section class="needs" aria-labelledby="ingredients"><h2 id="ingredients">Ingredients</h2>\
            <ul>\(each: ingredients, { RecipePage.need($0) })</ul></section>
            """
    }

    private var ways: HTML {
        guard let steps = recipe.steps, !steps.isEmpty else {
            return
                "<section><h2>Steps</h2><p>\(source.name) does not tell them. The page it comes from does.</p></section>"
        }
        return """
            <section aria-labelledby="steps"><h2 id="steps">Steps</h2>\
            <ol class="ways">\(each: steps, { "<li>\(Paragraphs.html($0.text))</li>" })</ol></section>
            """
    }

    private var credit: HTML {
        let page: HTML? = recipe.sourceURL.flatMap { Link(site: $0) }.map {
            "<p>Source: <a href=\"\($0)\" rel=\"nofollow noopener\">\(recipe.sourceURL)</a></p>"
        }
        let video: HTML? = recipe.videoURL.flatMap { Link(site: $0) }.map {
            "<p>\(Icon.play)<a href=\"\($0)\" rel=\"nofollow noopener\">Video of this recipe</a></p>"
        }
        let credit: HTML? = recipe.attribution.map { "<p>\(ClassicsPage.credit($0))</p>" }
        return "\(video)\(page)\(credit)"
    }
}
