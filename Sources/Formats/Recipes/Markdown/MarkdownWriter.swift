import CloudEvents
import Events

/// Writes a recipe as CommonMark for people. No importer reads it.
enum MarkdownWriter {
    static func text(_ recipe: ExportedRecipe) -> String {
        let content = recipe.content
        var blocks = ["# \(escaped(content.title))"]
        blocks.append(
            "By \(escaped(recipe.authorName)) (@\(escaped(recipe.authorUsername))), \(recipe.postedAt.rfc3339.prefix(10))"
        )
        if content.hasDescription_p { blocks.append(paragraphs(content.description_p)) }
        let facts = facts(of: content)
        if !facts.isEmpty { blocks.append(facts.map { "- \($0)" }.joined(separator: "\n")) }
        for (place, image) in content.images.enumerated() where image.contains(":") {
            blocks.append("![\(escaped(content.imageText(at: place)))](<\(image)>)")
        }
        if !content.ingredients.isEmpty {
            blocks.append("## Ingredients")
            blocks.append(content.ingredients.map { "- \(item($0.original, indent: 2))" }.joined(separator: "\n"))
        }
        if !content.steps.isEmpty {
            blocks.append("## Steps")
            blocks.append(
                content.steps.enumerated().map { index, step in
                    let number = "\(index + 1). "
                    return number + item(step.text, indent: number.count)
                }.joined(separator: "\n"))
        }
        if content.hasNutrition {
            let entries = CooklangNutrition.entries(of: content.nutrition)
            blocks.append("## Nutrition")
            blocks.append(entries.map { "- \($0.key): \(escaped($0.text))" }.joined(separator: "\n"))
        }
        if content.hasVideoURL { blocks.append("Video: <\(content.videoURL)>") }
        if content.hasSourceURL { blocks.append("Source: <\(content.sourceURL)>") }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private static func facts(of content: ProtoRecipeContent) -> [String] {
        var facts: [String] = []
        if content.hasServings { facts.append("Servings: \(content.servings)") }
        if content.hasPrepMinutes { facts.append("Preparing: \(content.prepMinutes) min") }
        if content.hasCookMinutes { facts.append("Cooking: \(content.cookMinutes) min") }
        if content.hasTotalMinutes { facts.append("In all: \(content.totalMinutes) min") }
        if let level = SchemaRecipeWriter.difficulties.first(where: { $0.value == content.difficulty })?.key {
            facts.append("Difficulty: \(level)")
        }
        if content.hasCuisine { facts.append("Cuisine: \(escaped(content.cuisine))") }
        if content.hasCourse { facts.append("Course: \(escaped(content.course))") }
        let diets = [
            ("vegetarian", content.diet.vegetarian), ("vegan", content.diet.vegan),
            ("gluten-free", content.diet.glutenFree), ("sugar-free", content.diet.sugarFree),
        ].compactMap { name, answer in
            answer == .yes ? name : answer == .no ? "not \(name)" : nil
        }
        if !diets.isEmpty { facts.append("Diet: \(diets.joined(separator: ", "))") }
        if !content.tags.isEmpty { facts.append("Tags: \(content.tags.map(escaped).joined(separator: ", "))") }
        return facts
    }

    private static func paragraphs(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { escaped(String($0).trimmed) }
            .joined(separator: "\n")
    }

    /// An item of a list, with its further lines indented.
    private static func item(_ text: String, indent: Int) -> String {
        text.split { $0.isNewline }.map { escaped(String($0).trimmed) }
            .joined(separator: "\\\n" + String(repeating: " ", count: indent))
    }

    /// Text in which every mark is escaped.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var isStart = true
        for scalar in text.unicodeScalars {
            let isDigit = ("0"..."9").contains(scalar)
            if "\\`*_[]<>&~|".unicodeScalars.contains(scalar)
                || isStart && "#+-=.)".unicodeScalars.contains(scalar)
            {
                result.append("\\")
            }
            result.append(scalar)
            // `1.` begins a list, too.
            if !isDigit { isStart = false }
        }
        return String(result)
    }
}
