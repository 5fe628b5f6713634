import Ingredients
package import LarderAPI
package import Markup

/// A recipe: picture, facts, ingredients, steps, comments.
package struct RecipePage {
    private let recipe: RecipeDocument
    private let comments: CommentsAnswer
    private let input: RecipeInput
    private let once: Once
    private let isHidden: Bool
    private let from: Link?
    private let printsPictures: Bool
    private let reader: Reader?

    /// `from`: the list that leads here; `nil`: unknown. `isHidden`: lists do not show the recipe, because its author is banned. Then other programs learn nothing of it either.
    package init(
        _ recipe: RecipeDocument, _ comments: CommentsAnswer, _ input: RecipeInput, once: Once, isHidden: Bool = false,
        from: Link? = nil, printsPictures: Bool = false, for reader: Reader?
    ) {
        (self.recipe, self.comments, self.input) = (recipe, comments, input)
        (self.once, self.isHidden, self.from, self.reader) = (once, isHidden, from, reader)
        self.printsPictures = printsPictures
    }

    private var link: Link { .id(recipe.id) }
    private var isOwn: Bool { reader?.id == recipe.author.id }

    package var page: Page {
        var page = Page(
            recipe.title, in: .feed,
            """
            \(back)<article class="dish" data-dish="\(recipe.title)"><header>\(hero)<div>\(byline)<h1>\(recipe.title)</h1>\(lead)\(facts)\(chips)\
            \(RecipeActions(recipe, for: reader).html)\(manage)\(whys)</div></header><div class="cols">\(needs)\(ways())</div>\(more)\
            \(foot)</article>
            """)
        page.topics = [recipe.id]
        page.question = question
        page.modules = [.cook]
        page.hasSide = false
        page.printsPictures = printsPictures
        // An earlier version is no content of its own.
        if input.version == nil, !isHidden { page.preview = preview } else { page.isListed = false }
        return page
    }

    /// The recipe among others that are printed together: without buttons and comments.
    static func paper(_ recipe: RecipeDocument) -> HTML {
        let page = RecipePage(
            recipe, CommentsAnswer(position: 0, comments: []), RecipeInput(recipe: recipe.id), once: Once(""), for: nil)
        return """
            <article class="dish"><header>\(page.hero, if: recipe.picture != nil)<div>\(page.byline)<h2>\(recipe.title)</h2>\(page.lead)\
            <dl class="facts">\(page.measures)</dl></div></header>\
            <div class="cols">\(page.list)\(page.ways(under: "\(recipe.id)-"))</div></article>
            """
    }

    /// Leads to the recipe's place in the list. A module goes back in the history instead, which keeps the list as it was.
    private var back: HTML? {
        from.map {
            "<p class=\"noprint\"><a class=\"btn quiet\" href=\"\($0.fragment(recipe.id))\" data-back>\(Icon.left)Back</a></p>"
        }
    }

    private var preview: Preview {
        let facts = [
            recipe.totalMinutes.map(Words.minutes), recipe.servings.map { "serves \($0)" }, recipe.cuisine,
        ].compactMap(\.self)
        return Preview(
            .article, at: link, recipe.title,
            text: recipe.description
                ?? "A recipe by \(recipe.author.name)\(facts.isEmpty ? "" : ": ")\(facts.joined(separator: ", "))",
            image: recipe.images?.lazy.compactMap({ Link.image($0, .large) }).first,
            data: { [recipe] in LinkedRecipe(recipe, on: $0).json })
    }

    // MARK: The head

    private var hero: HTML {
        guard let picture = recipe.picture else {
            return
                "<div class=\"hero\">\(RecipeLabel(recipe).html(heading: "<p class=\"title\">\(recipe.title)</p>"))</div>"
        }
        return "<div class=\"hero\">\(Picture(picture, in: .hero, .high, showing: recipe.pictureText).html)</div>"
    }

    private var byline: HTML {
        let version: HTML? =
            recipe.version > 1 || recipe.editedAt != nil
            ? "<a href=\"\(link.end("/history"))\">version \(recipe.version)</a>" : nil
        let origin: HTML? = recipe.forkedFrom.map { _ in "<a href=\"\(link.end("/family"))\">after another recipe</a>" }
        return """
            <p class="meta"><a class="bare by-name" href="\(Link.member(recipe.author))">\(Face.html(recipe.author, .small))<b>\(recipe.author.name)</b></a>\
            <span>\(Words.time(recipe.postedAt))</span>\(version)\(origin)</p>
            """
    }

    private var lead: HTML? { recipe.description.map { "<div class=\"lead\">\(Paragraphs.html($0))</div>" } }

    private var question: String { "/recipes/\(recipe.id)" }

    private var whys: HTML? {
        WhyLinks(
            question,
            [
                ("likes", "likes"), ("votes", "score"), ("stars", "rating"), ("comments", "comments"),
                ("bookmarks", "bookmarks"), ("cooked", "cooked"),
            ], for: reader
        ).html
    }

    private var facts: HTML {
        """
        <dl class="facts">\(measures)\(RatingFact(recipe).html)</dl>
        """
    }

    private var measures: HTML {
        """
        \(fact("Time", recipe.totalMinutes.map(Words.minutes)))\(fact("Serves", recipe.servings.map { "\($0)" }))\
        \(fact("Level", recipe.difficulty))
        """
    }

    private func fact(_ name: String, _ value: String?) -> HTML {
        value.map { "<div><dt>\(name)</dt><dd>\($0)</dd></div>" } ?? .empty
    }

    private var chips: HTML {
        let diet = recipe.diet
        let said = [
            ("vegetarian", diet?.vegetarian), ("vegan", diet?.vegan), ("gluten-free", diet?.glutenFree),
            ("sugar-free", diet?.sugarFree),
        ].compactMap { name, answer in answer.map { (name, $0 == "yes") } }
        return """
            <p class="chips">\(each: said, { "<span class=\"pill\(($0.1 ? "" : " no"))\">\($0.1 ? "" : "not ")\($0.0)</span>" })\
            \(each: recipe.tags, { "<a class=\"chip\" href=\"\(Link.tag($0))\">#\($0)</a>" })</p>
            """
    }

    // MARK: Ingredients

    private var needs: HTML {
        guard let ingredients = recipe.ingredients, !ingredients.isEmpty else { return .empty }
        let scaled = recipe.scaledFrom == nil ? nil : recipe.servings
        let shop: HTML? =
            reader == nil
            ? nil
            : """
            <p class="chips noprint"><a class="btn quiet" href="\(link.end("/shop").query("servings", recipe.servings))" data-dialog>\
            \(Icon.cart)Add to shopping</a><a class="btn quiet" href="\(link.end("/plan").query("servings", scaled))" data-dialog>\(Icon.cal)Plan</a>\
            <a class="btn quiet" href="\(link.end("/book"))" data-dialog>\(Icon.book)Cookbook</a></p>
            """
        return """
            <section class="needs" aria-labelledby="ingredients"><div class="head"><h2 id="ingredients">Ingredients</h2>\(servings)</div>\
            <ul data-ticks>\(each: ingredients, { Self.need($0, isCalculated: recipe.isCalculated) })</ul>\(unscaled)\(units)\(shop)</section>
            """
    }

    /// The ingredients alone.
    private var list: HTML {
        guard let ingredients = recipe.ingredients, !ingredients.isEmpty else { return .empty }
        return """
            <section class="needs"><h2>Ingredients</h2><ul>\(each: ingredients, { Self.need($0) })</ul></section>
            """
    }

    private func scaled(to servings: UInt64?, _ units: RecipeInput.Units?) -> Link {
        link.query("servings", servings).query("units", units?.rawValue).query("from", from?.text)
    }

    /// Links to the recipe for one serving less and one more. They are addresses, so that a scaled recipe can be shared.
    private var servings: HTML {
        guard let servings = recipe.servings else { return .empty }
        let fewer: HTML? =
            servings > 1
            ? "<a href=\"\(scaled(to: UInt64(servings) - 1, input.units).fragment("ingredients"))\" aria-label=\"Fewer servings\">−</a>"
            : nil
        let more: HTML? =
            servings < 1_000
            ? "<a href=\"\(scaled(to: UInt64(servings) + 1, input.units).fragment("ingredients"))\" aria-label=\"More servings\">+</a>"
            : nil
        return
            "<div class=\"step\" role=\"group\" aria-label=\"Servings\">\(fewer)<output>serves \(servings)</output>\(more)</div>"
    }

    private var units: HTML {
        func entry(_ units: RecipeInput.Units?, _ text: String) -> HTML {
            let isCurrent = input.units == units
            return
                "<a href=\"\(scaled(to: input.servings, units).fragment("ingredients"))\"\(HTML.Attribute("aria-current", isCurrent ? "true" : nil))>\(text)</a>"
        }
        return
            "<nav class=\"segs small noprint\" aria-label=\"Units\">\(entry(nil, "As written"))\(entry(.metric, "Metric"))\(entry(.us, "US"))\(entry(.grams, "Grams"))</nav>"
    }

    private var unscaled: HTML? {
        guard recipe.ingredients?.contains(where: { $0.asWritten == true }) == true else { return nil }
        return
            "<p class=\"soft small\">Lines in italics have no quantity that can be scaled. They are as the cook wrote them.</p>"
    }

    static func need(_ ingredient: IngredientDocument, isCalculated: Bool = false) -> HTML {
        let (amount, name) = Amount(ingredient, isCalculated: isCalculated).parts
        return """
            <li\(HTML.Attribute("class", ingredient.asWritten == true ? "as-written" : nil))><label><input type="checkbox">\
            <b class="num">\(amount)</b><span>\(amount == nil ? ingredient.original : name)</span></label></li>
            """
    }

    // MARK: Steps

    /// `prefix` keeps the ids of several recipes on one page apart.
    private func ways(under prefix: String = "") -> HTML {
        guard let steps = recipe.steps, !steps.isEmpty else { return .empty }
        return """
            <section aria-labelledby="\(prefix)steps"><h2 id="\(prefix)steps">Steps</h2>\
            <ol class="ways">\(each: steps.enumerated(), { way($0.element, "\(prefix)step-\($0.offset + 1)", $0.offset + 1) })</ol></section>
            """
    }

    private func way(_ step: StepDocument, _ id: String, _ number: Int) -> HTML {
        let image = recipe.picture(of: step).map { Picture($0, in: .step, showing: step.imageText).html }
        return "<li id=\"\(id)\">\(Paragraphs.html(step.text, timing: "Step \(number)"))\(image)</li>"
    }

    // MARK: Below

    private var more: HTML {
        let source: HTML? = recipe.sourceURL.flatMap { Link(site: $0) }.map {
            "<p>Source: <a href=\"\($0)\" rel=\"nofollow noopener\">\(recipe.sourceURL)</a></p>"
        }
        let video: HTML? = recipe.videoURL.flatMap { Link(site: $0) }.map {
            "<p>\(Icon.play)<a href=\"\($0)\" rel=\"nofollow noopener\">Video of this recipe</a></p>"
        }
        return "<section class=\"about\">\(video)\(source)\(nutrition)\(cookNotes)\(downloads)</section>"
    }

    private var nutrition: HTML? {
        guard let nutrition = recipe.nutrition else { return nil }
        let rows: [(String, Double?, String)] = [
            ("Energy", nutrition.calories, "kcal"), ("Fat", nutrition.fatGrams, "g"),
            ("Saturated fat", nutrition.saturatedFatGrams, "g"), ("Carbohydrate", nutrition.carbohydrateGrams, "g"),
            ("Sugar", nutrition.sugarGrams, "g"), ("Fibre", nutrition.fiberGrams, "g"),
            ("Protein", nutrition.proteinGrams, "g"), ("Sodium", nutrition.sodiumMilligrams, "mg"),
            ("Cholesterol", nutrition.cholesterolMilligrams, "mg"),
        ]
        let known = rows.compactMap { name, value, unit in value.map { (name, "\(Amount.text($0)) \(unit)") } }
        guard !known.isEmpty else { return nil }
        return """
            <details><summary>Nutrition\(nutrition.servingSize.map { " per \($0)" })</summary><table>\
            \(each: known, { "<tr><th scope=\"row\">\($0.0)</th><td class=\"num\">\($0.1)</td></tr>" })</table></details>
            """
    }

    private var cookNotes: HTML? {
        guard recipe.cooked > 0 else { return nil }
        let notes: HTML? = recipe.cookNotes.map { CookNotes($0, on: recipe.id, for: reader).html }
        let all: HTML? =
            recipe.cookNotes?.count == RecipeDocument.cookNotesMax
            ? "<p class=\"noprint\"><a class=\"btn quiet\" href=\"\(link.end("/cooked"))\">All notes of cooks</a></p>"
            : nil
        return
            "<section aria-labelledby=\"cooked\"><h2 id=\"cooked\">Cooked \(Words.count(recipe.cooked, "time"))</h2>\(notes)\(all)</section>"
    }

    private var downloads: HTML {
        let base = Link("/recipes").part(recipe.id).end("/export")
        return """
            <p class="soft small noprint"><span>Download as</span><a href="\(base.query("format", "markdown"))">Markdown</a>\
            <a href="\(base.query("format", "cooklang"))">Cooklang</a><a href="\(base.query("format", "jsonld"))">JSON-LD</a>\
            <a href="\(link.query("print", printsPictures ? nil : "picture"))">\(printsPictures ? "Print without pictures" : "Print with pictures")</a>\
            <a href="\(link.end("/family"))">\(Words.count(recipe.forks, "version")) by others</a></p>
            """
    }

    /// What its author and moderators can do with the recipe, and others of whom it is not.
    private var manage: HTML? {
        guard let reader else { return nil }
        guard isOwn || reader.role > .member else {
            return
                "<p class=\"chips noprint\"><a class=\"btn quiet\" href=\"\(link.end("/report"))\" data-dialog>\(Icon.flag)Report</a></p>"
        }
        let edit: HTML? = isOwn ? "<a class=\"btn quiet\" href=\"\(link.end("/edit"))\">\(Icon.edit)Edit</a>" : nil
        return """
            <p class="chips noprint">\(edit)<a class="btn quiet" href="\(link.end("/delete"))" data-dialog>\(Icon.cross)Delete</a></p>
            """
    }

    private var foot: HTML {
        let base = link.end("/comments")
        let all: HTML? = comments.next.map {
            "<p><a class=\"btn\" href=\"\(base.query("after", $0))\">More comments</a></p>"
        }
        return """
            <section class="foot" aria-labelledby="comments"><h2 id="comments">\(Words.count(recipe.comments, "comment"))</h2>\
            \(CommentForm(on: recipe.id, once: once, for: reader).html)\(CommentThread(comments.comments, for: reader).html)\(all)</section>
            """
    }
}

/// The average of the stars among a recipe's facts. It is renewed with the buttons that change it.
package struct RatingFact {
    private let recipe: RecipeDocument

    package init(_ recipe: RecipeDocument) { self.recipe = recipe }

    package var html: HTML {
        let count = Words.count(recipe.rating.count, "rating")
        let average: HTML? = recipe.rating.average.map {
            "<dd>\(Stars.text($0)) <span class=\"soft small\">of 5<span class=\"hide\">, \(count)</span></span></dd>"
        }
        return
            "<div id=\"rating-\(recipe.id)\" data-with><dt>Rating</dt>\(average ?? "<dd class=\"soft\">none yet</dd>")</div>"
    }
}

/// The buttons of a recipe's own page: cook, like, vote, stars, save, share. They are a part of the page.
package struct RecipeActions {
    private let recipe: RecipeDocument
    private let reader: Reader?

    package init(_ recipe: RecipeDocument, for reader: Reader?) { (self.recipe, self.reader) = (recipe, reader) }

    package static func id(of recipe: String) -> String { "bar-\(recipe)" }

    package func html(saying said: Said? = nil) -> HTML {
        let link = Link.id(recipe.id)
        let part = Self.id(of: recipe.id)
        return """
            <div class="chips acts-long noprint" id="\(part)"\(HTML.Attribute("data-said", said?.sentence))>\
            <a class="btn main" href="\(link.end("/cook").query("servings", recipe.scaledFrom == nil ? nil : recipe.servings))">\(Icon.play)Start cooking</a>\
            \(ToggleForm(.like, of: recipe, swapping: part).html)\(ToggleForm(.save, of: recipe, swapping: part, isLong: true).html)\
            \(votes(part))\(stars(part))<a class="btn quiet" href="\(link.end("/repost"))" data-dialog>\(Icon.repost)Repost</a>\
            <button class="btn quiet" type="button" data-print hidden>\(Icon.print)Print</button>\
            <button class="btn quiet" type="button" data-awake hidden aria-pressed="false">\(Icon.sun)Keep the screen on</button></div>
            """
    }

    package var html: HTML { html() }

    private func votes(_ part: String) -> HTML {
        let (isUp, isDown) = (recipe.vote == "up", recipe.vote == "down")
        return """
            <form method="post" action="\(Link.id(recipe.id).end("/vote"))" data-swap="\(part)" class="votes">\
            <button class="btn ico" name="vote" value="\(isUp ? "none" : "up")" aria-pressed="\(isUp ? "true" : "false")" aria-label="Vote up">\(Icon.up)</button>\
            <span class="num">\(recipe.score)<span class="hide"> votes, up minus down</span></span>\
            <button class="btn ico" name="vote" value="\(isDown ? "none" : "down")" aria-pressed="\(isDown ? "true" : "false")" aria-label="Vote down">\(Icon.down)</button></form>
            """
    }

    private func stars(_ part: String) -> HTML {
        let own = recipe.stars ?? 0
        return """
            <form method="post" action="\(Link.id(recipe.id).end("/rate"))" data-swap="\(part)" class="stars" aria-label="Your stars">\
            \(each: 1...UInt8(5), { star($0, own) })</form>
            """
    }

    private func star(_ number: UInt8, _ own: UInt8) -> HTML {
        let label = number == own ? "Take back your \(own) stars" : "\(number) \(number == 1 ? "star" : "stars")"
        return """
            <button class="ico\(number <= own ? " on" : "")" name="stars" value="\(number == own ? "none" : "\(number)")" \
            aria-pressed="\(number == own ? "true" : "false")" aria-label="\(label)">\(Icon.star)</button>
            """
    }
}

/// A text of a member in paragraphs: an empty line ends one, a line end breaks it.
package enum Paragraphs {
    package static func html(_ text: String) -> HTML {
        let paragraphs = text.split(separator: /\n\s*\n/).map { $0.split(separator: "\n") }
        return
            "\(each: paragraphs, { "<p>\(each: $0.enumerated(), { line($0.element, isFirst: $0.offset == 0) })</p>" })"
    }

    /// The text of a step, with its times as buttons that start a timer named after `name`.
    static func html(_ text: String, timing name: String) -> HTML {
        let notes = StepNotes(text)
        let tips: HTML =
            "\(each: notes.notes, { "<p class=\"tip\" role=\"note\">\(StepText($0, name: name).html)</p>" })"
        return
            "\(each: notes.text.split(separator: /\n\s*\n/), { "<p>\(StepText(String($0), name: name).html)</p>" })\(tips)"
    }

    private static func line(_ text: Substring, isFirst: Bool) -> HTML {
        isFirst ? "\(String(text))" : "<br>\(String(text))"
    }
}

extension RecipeDocument {
    /// Whether quantities were calculated, so that they differ from the author's.
    var isCalculated: Bool { units != nil || scaledFrom.map { $0 != servings } == true }
}

/// A quantity as a cook writes it: `1½ cups`.
struct Amount {
    /// `nil`: the line has no known quantity.
    let text: String?
    /// The name and the note.
    let name: String

    var parts: (amount: String?, name: String) { (text, name) }

    /// A calculated quantity carries to the unit that a cook would measure.
    init(_ ingredient: IngredientDocument, isCalculated: Bool = false) {
        let written = [ingredient.name, ingredient.note].compactMap(\.self).joined(separator: ", ")
        guard let least = ingredient.quantity else {
            (text, name) = (nil, written)
            return
        }
        let quantity = Quantity(least, upTo: ingredient.quantityMax)
        if isCalculated {
            let line = IngredientLine(
                original: ingredient.original, quantity: quantity, unit: ingredient.unit, name: ingredient.name,
                note: ingredient.note)
            (text, name) = (line.cookAmount.map(Self.keepingUnits), line.namePart)
            return
        }
        let unit = ingredient.unit.flatMap(MeasuringUnit.init(named:))
        let unitName = unit?.name(of: quantity) ?? ingredient.unit
        text = [quantity.roundedText(in: unit), unitName].compactMap(\.self).joined(separator: " ")
        name = written
    }

    static func text(_ number: Double) -> String { Quantity(number).roundedText(in: nil) }

    /// A line of «about 12 g» ends before the number, and not before the unit.
    private static func keepingUnits(_ amount: String) -> String {
        var text = ""
        for letter in amount {
            let isBehindNumber = letter == " " && text.last?.isNumber == true
            text.append(isBehindNumber ? "\u{A0}" : letter)
        }
        return text
    }
}
