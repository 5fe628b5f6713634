package import LarderAPI
package import Markup

/// Passing a recipe on to the reader's followers, plain or with a quote.
package struct RepostPage {
    private let recipe: RecipeDocument
    private let once: Once
    private let from: Link?
    private let state: FormState

    package init(_ recipe: RecipeDocument, once: Once, from: Link?, _ state: FormState = FormState()) {
        (self.recipe, self.once, self.from, self.state) = (recipe, once, from, state)
    }

    package var page: Page {
        let quote = Field(
            "quote", "Your words about it (optional)", hint: "They stand above the recipe in the feed.", rows: 3,
            lengthMax: 2_000)
        return SmallForm(
            title: "Repost this recipe", about: SmallForm.about(recipe), action: Link.id(recipe.id).end("/repost"),
            once: once, from: from, fields: ["quote"], content: quote.html(state), button: "Repost",
            back: .id(recipe.id)
        ).page(state)
    }
}

/// Putting a recipe on the reader's plan, or moving it there.
package struct PlanPage {
    /// A place on the plan.
    package struct Place: Sendable {
        package var day: String
        package var meal: String

        package init(day: String, meal: String) { (self.day, self.meal) = (day, meal) }
    }

    private let recipe: RecipeDocument
    private let day: String
    private let old: Place?
    private let servings: UInt32?
    private let from: Link?
    private let state: FormState

    /// The form proposes the day, and the servings, or else those of the recipe. `old`: where the recipe is now, to move it from there.
    package init(
        _ recipe: RecipeDocument, day: String, movedFrom old: Place? = nil, servings: UInt32?, from: Link?,
        _ state: FormState = FormState()
    ) {
        (self.recipe, self.day, self.old, self.from, self.state) = (recipe, day, old, from, state)
        self.servings = servings ?? recipe.servings
    }

    private static let meals = [
        ("breakfast", "Breakfast"), ("lunch", "Lunch"), ("dinner", "Dinner"), ("snack", "Snack"),
    ]

    package var page: Page {
        let day = Field("day", "Day", .date, isRequired: true, value: old?.day ?? day)
        let meal = Choice("meal", "Meal", Self.meals.map { (value: $0.0, text: $0.1) }, value: old?.meal ?? "dinner")
        let servings = Field("servings", "Servings", .number, value: servings.map { "\($0)" })
        return SmallForm(
            title: old == nil ? "Plan this recipe" : "Move this recipe", about: SmallForm.about(recipe),
            action: Link.id(recipe.id).end("/plan"),
            from: from, fields: ["day", "meal", "servings"],
            content: """
                <div class="fields">\(day.html(state))\(meal.html(state))\(servings.html(state))</div>\
                \(HTML.hidden("oldDay", old?.day))\(HTML.hidden("oldMeal", old?.meal))
                """,
            button: old == nil ? "Put it on my plan" : "Move it", back: .id(recipe.id)
        ).page(state)
    }
}

/// Adding a recipe's ingredients to the reader's shopping list.
package struct ShopPage {
    private let recipe: RecipeDocument
    private let servings: UInt32?
    private let once: Once
    private let from: Link?
    private let state: FormState

    package init(
        _ recipe: RecipeDocument, servings: UInt32?, once: Once, from: Link?, _ state: FormState = FormState()
    ) {
        (self.recipe, self.servings, self.once, self.from, self.state) = (recipe, servings, once, from, state)
    }

    package var page: Page {
        let field = Field("servings", "For how many servings?", .number, value: servings.map { "\($0)" })
        let count = Int64(recipe.ingredients?.count ?? 0)
        let content: HTML =
            recipe.servings == nil
            ? "<p>All \(Words.count(count, "ingredient")) are added as they stand: this recipe does not say how many it serves.</p>"
            : "\(field.html(state))<p class=\"hint\">\(Words.count(count, "ingredient")) go to the list, scaled to these servings.</p>"
        return SmallForm(
            title: "Add to your shopping list", about: SmallForm.about(recipe),
            action: Link.id(recipe.id).end("/shop"), once: once, from: from, fields: ["servings"], content: content,
            button: "Add", back: .id(recipe.id)
        ).page(state)
    }
}

/// Putting a recipe into one of the reader's cookbooks, or into a new one.
package struct BookPage {
    private let recipe: RecipeDocument
    private let books: [CookbookCard]
    private let once: Once
    private let from: Link?
    private let state: FormState

    package init(
        _ recipe: RecipeDocument, _ books: [CookbookCard], once: Once, from: Link?, _ state: FormState = FormState()
    ) {
        (self.recipe, self.books, self.once, self.from, self.state) = (recipe, books, once, from, state)
    }

    package var page: Page {
        let options =
            books.map { (value: $0.id, text: "\($0.name) (\(Words.count(Int64($0.recipes), "recipe")))") } + [
                (value: "", text: "A new cookbook")
            ]
        let choice: HTML? = books.isEmpty ? nil : Choice("cookbook", "Cookbook", options).html(state)
        let name = Field(
            "name", books.isEmpty ? "Name of your first cookbook" : "Name of a new cookbook",
            hint: "Only you see it until you make it public.", lengthMax: 100)
        return SmallForm(
            title: "Put into a cookbook", about: SmallForm.about(recipe), action: Link.id(recipe.id).end("/book"),
            once: once, from: from, fields: ["cookbook", "name"], content: "\(choice)\(name.html(state))",
            button: "Put it there", back: .id(recipe.id)
        ).page(state)
    }
}
