import ArgumentParser
import Events
import LarderAPI
import Operations

/// A recipe's content as flags, for `post`, `edit` and `fork`.
struct RecipeFlags: ParsableArguments {
    @Option(help: "The title.")
    var title: String?

    @Option(help: "The description.")
    var description: String?

    @Option(
        name: .customLong("ingredient"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("An ingredient as one writes it: '2 cups flour'. Repeatable.", valueName: "line"))
    var ingredients: [String] = []

    @Option(
        name: .customLong("step"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A step. Repeatable.", valueName: "text"))
    var steps: [String] = []

    @Option(name: .customLong("tag"), help: ArgumentHelp("Repeatable.", valueName: "tag"), completion: .tags)
    var tags: [String] = []

    @Option(help: "easy, intermediate or hard.", completion: .words(RecipeFilter.Difficulty.self))
    var difficulty: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Minutes in all, from start to table.", valueName: "n"))
    var totalMinutes: Int?

    @Option(parsing: .unconditional, help: ArgumentHelp("Preparing.", valueName: "n"))
    var prepMinutes: Int?

    @Option(parsing: .unconditional, help: ArgumentHelp("Cooking.", valueName: "n"))
    var cookMinutes: Int?

    @Option(parsing: .unconditional, help: ArgumentHelp("The number of servings.", valueName: "n"))
    var servings: Int?

    @Option(help: "The cuisine, such as Chinese.") var cuisine: String?
    @Option(help: "The course, such as main or dessert.") var course: String?

    @Option(
        name: .customLong("diet"),
        help: ArgumentHelp(
            "vegetarian, vegan, glutenFree or sugarFree = yes, no or unknown. Repeatable.",
            valueName: "diet=answer"))
    var diets: [String] = []

    @Option(
        name: .customLong("image"),
        help: ArgumentHelp("A picture: a file, a URL, or an id of image add. Repeatable.", valueName: "picture"))
    var images: [String] = []

    @Option(
        name: .customLong("image-text"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "What a picture shows: the first text for the first picture, and so on. Repeatable.", valueName: "text"))
    var imageTexts: [String] = []

    @Option(name: .customLong("video-url"), help: ArgumentHelp("A film.", valueName: "url"))
    var videoURL: String?

    @Option(name: .customLong("source-url"), help: ArgumentHelp("Where it came from.", valueName: "url"))
    var sourceURL: String?

    var isEmpty: Bool {
        title == nil && description == nil && ingredients.isEmpty && steps.isEmpty && tags.isEmpty && difficulty == nil
            && totalMinutes == nil && prepMinutes == nil && cookMinutes == nil && servings == nil && cuisine == nil
            && course == nil && diets.isEmpty && images.isEmpty && imageTexts.isEmpty && videoURL == nil
            && sourceURL == nil
    }

    /// Writes the given flags over `content`. A given list replaces the earlier list. Files of pictures are uploaded for
    /// the member.
    func apply(to content: inout ProtoRecipeContent, by member: Reference?, _ backend: any Backend) throws {
        if let title { content.title = title }
        if let description { content.description_p = description }
        if !ingredients.isEmpty {
            content.ingredients = ingredients.map { line in
                var ingredient = ProtoIngredient()
                ingredient.original = line
                return ingredient
            }
        }
        if !steps.isEmpty {
            content.steps = steps.map { text in
                var step = ProtoStep()
                step.text = text
                return step
            }
        }
        if !tags.isEmpty { content.tags = tags }
        if let difficulty {
            content.difficulty = try Word.choose(
                difficulty, ["easy": .easy, "intermediate": .intermediate, "hard": .hard], field: "difficulty")
        }
        if let totalMinutes { content.totalMinutes = try Self.number(totalMinutes, "totalMinutes") }
        if let prepMinutes { content.prepMinutes = try Self.number(prepMinutes, "prepMinutes") }
        if let cookMinutes { content.cookMinutes = try Self.number(cookMinutes, "cookMinutes") }
        if let servings { content.servings = try Self.number(servings, "servings") }
        if let cuisine { content.cuisine = cuisine }
        if let course { content.course = course }
        for diet in diets { try apply(diet, to: &content.diet) }
        if !images.isEmpty {
            content.images = try images.map { try backend.picture($0, of: member, field: "images") }
            content.imageTexts = []
        }
        if !imageTexts.isEmpty { content.imageTexts = imageTexts }
        if let videoURL { content.videoURL = videoURL }
        if let sourceURL { content.sourceURL = sourceURL }
    }

    private func apply(_ text: String, to diet: inout ProtoDiet) throws(Refusal) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let answer: ProtoAnswer.Value =
            parts.count < 2
            ? .yes : try Word.choose(parts[1], ["yes": .yes, "no": .no, "unknown": .unknown], field: "answer")
        let path: WritableKeyPath<ProtoDiet, ProtoAnswer.Value> = try Word.choose(
            parts[0],
            [
                "vegetarian": \.vegetarian, "vegan": \.vegan, "glutenFree": \.glutenFree, "gluten-free": \.glutenFree,
                "sugarFree": \.sugarFree, "sugar-free": \.sugarFree,
            ], field: "diet")
        diet[keyPath: path] = answer
    }

    private static func number(_ value: Int, _ field: String) throws(Refusal) -> UInt32 {
        guard let number = UInt32(exactly: value) else {
            throw Refusal(.invalid, "\(field) cannot be \(value)", field: field)
        }
        return number
    }
}
