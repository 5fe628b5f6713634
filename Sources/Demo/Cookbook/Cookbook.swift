import Events

/// The recipes that the demo's communities cook, by the parts of the world that they come from.
enum Cookbook {
    /// All of them, in the order of the files. Read at first use.
    static let recipes: [CookbookRecipe] = [
        italian, french, northern, central, mediterranean, levant, africa, southAsia, eastAsia, southeastAsia, americas,
    ].flatMap { CookbookReader.recipes(in: $0) }

    static let authors = Set(recipes.map(\.author))
}

/// A recipe, and what people say about it.
struct CookbookRecipe: Sendable {
    /// The same dish with one ingredient changed.
    struct Fork: Sendable {
        var title: String
        /// The name of the ingredient that goes.
        var old: String
        var new: ProtoIngredient
    }

    /// A question that only this recipe raises, and its author's answer.
    struct Exchange: Sendable {
        var question: String
        var answer: String
    }

    /// A word that names it, such as `cacio-e-pepe`.
    var key: String
    /// The username of the member of the sample community who posts it.
    var author: String
    var content = ProtoRecipeContent()
    var exchanges: [Exchange] = []
    /// By those who have cooked it.
    var remarks: [String] = []
    var forks: [Fork] = []
}
