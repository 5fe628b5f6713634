package import LarderAPI
import Markup

/// Cooking a recipe step by step: large enough to be read at arm's length. The page after the last step asks how it went.
package struct CookPage {
    private let recipe: RecipeDocument
    /// From 1. One more than there are steps: the end.
    private let step: Int
    private let once: Once
    /// The picture that a refused form brought along.
    private let picture: PictureDocument?
    private let state: FormState
    private let reader: Reader?

    /// A step that does not exist is the nearest one that does.
    package init(
        _ recipe: RecipeDocument, step: Int, once: Once, picture: PictureDocument? = nil,
        _ state: FormState = FormState(), for reader: Reader?
    ) {
        (self.recipe, self.once, self.picture, self.state, self.reader) = (recipe, once, picture, state, reader)
        self.step = min(max(1, step), (recipe.steps?.count ?? 0) + 1)
    }

    private var steps: [StepDocument] { recipe.steps ?? [] }
    private var isEnd: Bool { step > steps.count }
    private var link: Link { .id(recipe.id) }
    private var servings: UInt32? { recipe.scaledFrom == nil ? nil : recipe.servings }

    private func address(of step: Int) -> Link {
        link.end("/cook").query("step", step == 1 ? nil : step).query("servings", servings)
    }

    package var page: Page {
        let place = isEnd ? "Done" : "Step \(step) of \(steps.count)"
        var page = Page(
            state.title("\(place) · \(recipe.title)"), in: .feed,
            """
            <section class="cook" data-cook data-recipe="\(recipe.id)" data-dish="\(recipe.title)" data-step="\(step)" data-steps="\(steps.count)">\
            <div class="top"><a class="btn quiet" href="\(link.query("servings", servings))" aria-label="Close, back to the recipe">\(Icon.cross)</a>\
            <p>\(place)</p><button class="btn" type="button" data-awake hidden aria-pressed="false">\(Icon.sun)Stays on</button></div>\
            <div class="prog" aria-hidden="true">\(each: 0..<steps.count, { $0 < step ? "<i class=\"on\"></i>" : "<i></i>" })</div>\
            \(isEnd ? end : now)<nav class="nav" aria-label="Steps">\(previous)\(next)</nav></section>
            """)
        page.modules = isEnd ? [.cook, .editor] : [.cook]
        page.hasSide = false
        page.isListed = false
        page.isKept = !isEnd
        page.status = state.status
        return page
    }

    private var now: HTML {
        let step = steps[self.step - 1]
        let image = recipe.picture(of: step).map { Picture($0, in: .cooking, .normal, showing: step.imageText).html }
        let text = StepText(step.text, name: "Step \(self.step)")
        let notes = StepNotes(step.text)
        let tips: HTML = "\(each: notes.notes, { "<p class=\"tip\" role=\"note\">\(StepText.plain($0))</p>" })"
        return """
            <div class="now">\(uses(step))<h1 class="say">\(StepText.plain(notes.text))</h1>\(tips)\(image)\(text.timers)\
            <div class="timers" data-timers></div>\(ingredients)</div>
            """
    }

    /// The ingredients that the step uses.
    private func uses(_ step: StepDocument) -> HTML? {
        let ingredients = recipe.ingredients ?? []
        let used = (step.uses ?? []).filter(ingredients.indices.contains).map { ingredients[$0] }
        guard !used.isEmpty else { return nil }
        return "<ul class=\"use\" aria-label=\"For this step\">\(each: used, { "<li>\(line($0))</li>" })</ul>"
    }

    private var ingredients: HTML? {
        guard let ingredients = recipe.ingredients, !ingredients.isEmpty else { return nil }
        let serves: HTML? = recipe.servings.map { ", serves \($0)" }
        return """
            <details><summary>All ingredients\(serves)</summary><ul>\(each: ingredients, { "<li>\(line($0))</li>" })</ul></details>
            """
    }

    private func line(_ ingredient: IngredientDocument) -> HTML {
        let amount = Amount(ingredient, isCalculated: recipe.isCalculated)
        guard let text = amount.text else { return "\(ingredient.original)" }
        return "<b class=\"num\">\(text)</b> \(ingredient.name)"
    }

    private var previous: HTML? {
        guard step > 1 else {
            return "<a class=\"btn\" href=\"\(link.query("servings", servings))\">\(Icon.left)Recipe</a>"
        }
        return "<a class=\"btn\" rel=\"prev\" href=\"\(address(of: step - 1))\">\(Icon.left)Back</a>"
    }

    private var next: HTML? {
        guard !isEnd else { return nil }
        return
            "<a class=\"btn main\" rel=\"next\" href=\"\(address(of: step + 1))\">\(step == steps.count ? "Done" : "Next step")\(Icon.right)</a>"
    }

    // MARK: The end

    private var end: HTML {
        guard reader != nil else {
            let here = address(of: step).text
            return """
                <div class="now"><h1 class="say">Enjoy your meal</h1><p><a class="btn main" href="\(Link("/sign-in").query("then", here))">Sign in</a> \
                to tell how it went.</p></div>
                """
        }
        let own = state["stars"].flatMap { UInt8($0) } ?? recipe.stars ?? 0
        let note = Field(
            "note", "How did it go? (optional)", hint: "Other cooks read it below the recipe.", rows: 3,
            lengthMax: 2_000)
        return """
            <div class="now"><h1 class="say">Enjoy your meal</h1>\(state.summary(fields: ["note", "picture", "imageText"]))\
            <form method="post" action="\(link.end("/cooked"))" enctype="multipart/form-data" class="measure">\(once.html)\
            \(HTML.hidden("servings", servings.map { "\($0)" }))\(note.html(state))\(shot)\
            <fieldset class="choices"><legend>Your stars (optional)</legend><div class="stars">\(each: 1...UInt8(5), { Self.star($0, isOn: $0 == own) })</div></fieldset>\
            <div class="buttons"><button class="btn main">\(Icon.check)I cooked it</button><a class="btn quiet" href="\(link)">Not today</a></div></form></div>
            """
    }

    /// A picture of what came of it.
    private var shot: HTML {
        let kept: HTML? = picture.map {
            "<p class=\"shot\">\(Picture($0, in: .note, .normal).html)</p>\(HTML.hidden("image", $0.id))"
        }
        return """
            \(kept)\(PictureField("picture", kept == nil ? "Your photo (optional)" : "Another photo (optional)").html(state))\
            \(Field("imageText", "What it shows (optional)", hint: "For readers who do not see it.", lengthMax: 500).html(state))
            """
    }

    private static func star(_ number: UInt8, isOn: Bool) -> HTML {
        """
        <label><input type="radio" name="stars" value="\(number)"\(HTML.Flag("checked"), if: isOn)>\(Icon.star)\
        <span class="hide">\(number == 1 ? "1 star" : "\(number) stars")</span></label>
        """
    }
}

extension StepText {
    /// A text in one paragraph, with its line ends.
    static func plain(_ text: String) -> HTML {
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        return "\(each: lines.enumerated(), { $0.offset == 0 ? "\($0.element)" : "<br>\($0.element)" })"
    }
}
