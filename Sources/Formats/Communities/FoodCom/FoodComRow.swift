import CloudEvents
import Events
import Layout
import Recipes

/// Why a row of a Food.com file is refused. The raw values are the names in the report.
package enum FoodComRefusal: String, Hashable, Sendable, CaseIterable {
    case recipeWithoutTitle = "recipe-without-title"
    case duplicateRecipeID = "duplicate-recipe-id"
    case unreadableDate = "unreadable-date"
    case unknownRecipe = "unknown-recipe"
    case ratingOutOfRange = "rating-out-of-range"
    case wrongNumberOfColumns = "wrong-number-of-columns"
    case invalid
}

/// The refusal of a row, with a sentence.
struct FoodComRowError: Error {
    var reason: FoodComRefusal
    var message: String

    init(_ reason: FoodComRefusal, _ message: String) {
        self.reason = reason
        self.message = message
    }
}

/// Reads the columns of a row of either file. It knows no other rows.
enum FoodComColumns {
    static let recipes = [
        "name", "id", "minutes", "contributor_id", "submitted", "tags", "nutrition", "n_steps", "steps", "description",
        "ingredients", "n_ingredients",
    ]
    static let interactions = ["user_id", "recipe_id", "date", "rating", "review"]

    /// A date of the form `2008-02-29`.
    static func day(_ text: String) throws(FoodComRowError) -> Day {
        let bytes = Array(text.utf8)
        let dash = UInt8(ascii: "-")
        if bytes.count == 10, bytes[4] == dash, bytes[7] == dash, let year = number(text.prefix(4)),
            let month = number(text.dropFirst(5).prefix(2)), let dayOfMonth = number(text.suffix(2)),
            let day = Day(year: Int(year), month: Int(month), day: Int(dayOfMonth))
        {
            return day
        }
        throw FoodComRowError(.unreadableDate, "«\(text.prefix(40))» is not a date that exists, written YYYY-MM-DD")
    }

    /// A number of digits only.
    static func number(_ text: some StringProtocol) -> UInt64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt64(text)
    }

    static func id(_ text: String, _ column: String) throws(FoodComRowError) -> UInt64 {
        guard let number = number(text) else {
            throw FoodComRowError(.invalid, "\(column) «\(text.prefix(40))» is not a number")
        }
        return number
    }

    static func rating(_ text: String) throws(FoodComRowError) -> UInt8 {
        guard let stars = number(text), stars <= 5 else {
            throw FoodComRowError(.ratingOutOfRange, "rating «\(text.prefix(40))» is not a whole number from 0 to 5")
        }
        return UInt8(stars)
    }

    /// The minutes, if they are within the domain's limits; `nil` means unknown.
    static func totalMinutes(_ text: String) -> UInt32? {
        guard let minutes = number(text).flatMap({ UInt32(exactly: $0) }), ContentLimits.totalMinutes.contains(minutes)
        else { return nil }
        return minutes
    }

    /// The recipe of a row, within the domain's limits.
    static func content(_ fields: [String], title: String) throws(FoodComRowError) -> ProtoRecipeContent {
        var content = ProtoRecipeContent()
        content.title = title
        try limit(title, ContentLimits.title, "name")
        let description = fields[9].normalized
        if !description.isEmpty {
            try limit(description, ContentLimits.description, "description")
            content.description_p = description
        }
        content.ingredients = try list(fields[10], "ingredients").map { original in
            var ingredient = ProtoIngredient()
            ingredient.original = original
            return ingredient
        }
        let steps = try list(fields[8], "steps")
        for step in steps { try limit(step, ContentLimits.step, "a step") }
        content.steps = steps.map { text in
            var step = ProtoStep()
            step.text = text
            return step
        }
        guard !content.ingredients.isEmpty || !content.steps.isEmpty else {
            throw FoodComRowError(.invalid, "it has neither an ingredient nor a step")
        }
        if let minutes = totalMinutes(fields[2]) { content.totalMinutes = minutes }
        var seen = Set<String>()
        content.tags = try list(fields[5], "tags").map { $0.lowercased().normalized }.filter {
            seen.insert($0).inserted
        }
        guard content.tags.count <= ContentLimits.tags else {
            throw FoodComRowError(.invalid, "it has more than \(ContentLimits.tags) tags")
        }
        for tag in content.tags { try limit(tag, ContentLimits.tag, "a tag") }
        if seen.contains("easy") { content.difficulty = .easy }
        if seen.contains("vegetarian") || seen.contains("vegan") { content.diet.vegetarian = .yes }
        if seen.contains("vegan") { content.diet.vegan = .yes }
        if seen.contains("gluten-free") { content.diet.glutenFree = .yes }
        guard Payload.recipe(content).storedBytes.count <= ContentLimits.payloadBytes else {
            throw FoodComRowError(.invalid, "it is longer than \(ContentLimits.payloadBytes) bytes in all")
        }
        return content
    }

    /// The review as a comment; `nil` if it is blank.
    static func comment(_ text: String) throws(FoodComRowError) -> String? {
        let text = text.normalized
        guard !text.isEmpty else { return nil }
        try limit(text, ContentLimits.comment, "review")
        return text
    }

    private static func list(_ literal: String, _ column: String) throws(FoodComRowError) -> [String] {
        do {
            return try PythonLiteral.strings(literal).map(\.normalized).filter { !$0.isEmpty }
        } catch {
            throw FoodComRowError(.invalid, "\(column) is not a list of strings")
        }
    }

    private static func limit(_ text: String, _ most: Int, _ what: String) throws(FoodComRowError) {
        // No text has more characters than bytes, and counting bytes is free.
        guard text.utf8.count <= most || text.unicodeScalars.count <= most else {
            throw FoodComRowError(.invalid, "\(what) is longer than \(most) characters")
        }
    }
}
