package import Events
package import Layout
import SwiftProtobuf

/// A recipe's content in the one form that is stored, so that equal recipes are equal bytes.
enum RecipeRules {
    /// The content without its note, which belongs to an edit and not to the recipe.
    static func normal(_ content: ProtoRecipeContent) throws(Refusal) -> ProtoRecipeContent {
        var result = ProtoRecipeContent()
        result.title = try TextRules.line(content.title, field: "title", max: ContentLimits.title)
        guard !result.title.isEmpty else { throw Refusal(.invalid, "a recipe needs a title", field: "title") }
        if content.hasDescription_p {
            let text = try TextRules.unlessBlank(
                content.description_p, field: "description", max: ContentLimits.description)
            if let text { result.description_p = text }
        }
        result.ingredients = try ingredients(content.ingredients)
        result.steps = try steps(content.steps)
        guard !result.ingredients.isEmpty || !result.steps.isEmpty else {
            throw Refusal(.invalid, "a recipe needs at least one ingredient or one step", field: "ingredients")
        }
        try setNumbers(of: content, on: &result)
        try setClassification(of: content, on: &result)
        try setImages(of: content, on: &result)
        if content.hasVideoURL, let url = try TextRules.webAddress(content.videoURL, field: "videoURL") {
            result.videoURL = url
        }
        if content.hasSourceURL, let url = try TextRules.webAddress(content.sourceURL, field: "sourceURL") {
            result.sourceURL = url
        }
        if content.hasNutrition { try setNutrition(content.nutrition, on: &result) }
        return result
    }

    /// A text stays beside its image. Those at the end that say nothing are left out.
    private static func setImages(
        of content: ProtoRecipeContent, on result: inout ProtoRecipeContent
    ) throws(Refusal) {
        let said = content.imageTexts
        guard said.count <= content.images.count else {
            throw Refusal(
                .invalid, "imageTexts has \(said.count) texts for \(content.images.count) images", field: "imageTexts")
        }
        var (images, texts): ([String], [String]) = ([], [])
        for (place, image) in content.images.enumerated() {
            let text = place < said.count ? try imageText(said[place], field: "imageTexts") : ""
            guard let image = try TextRules.image(image, field: "images") else { continue }
            images.append(image)
            texts.append(text)
        }
        result.images = images
        result.setImageTexts(texts)
    }

    /// What the image beside it shows, in one line; `nil`: it is not said. Refuses a text without an image. `name`: the text's own
    /// name in that refusal.
    static func imageText(_ text: String, besideImage hasImage: Bool, called name: String, field: String)
        throws(Refusal) -> String?
    {
        let shown = try imageText(text, field: field)
        guard !shown.isEmpty else { return nil }
        guard hasImage else {
            throw Refusal(.invalid, "\(name) says what its image shows: name the image", field: field)
        }
        return shown
    }

    private static func imageText(_ text: String, field: String) throws(Refusal) -> String {
        try TextRules.line(text, field: field, max: ContentLimits.imageText)
    }

    /// The whole payload, note included, has its own limit.
    static func checkSize(_ content: ProtoRecipeContent) throws(Refusal) {
        // Serializing costs more than all other checks together, so only payloads that may be too large are serialized.
        guard bytesMax(of: content) > ContentLimits.payloadBytes else { return }
        guard Payload.recipe(content).storedBytes.count <= ContentLimits.payloadBytes else {
            throw Refusal(.invalid, "a recipe must have at most 256 KiB", field: "data")
        }
    }

    /// An upper bound of the serialized size: the text, and a generous allowance for each row.
    private static func bytesMax(of content: ProtoRecipeContent) -> Int {
        var sum = 4_096 + content.title.utf8.count + content.description_p.utf8.count + content.note.utf8.count
        sum += content.cuisine.utf8.count + content.course.utf8.count
        sum += content.videoURL.utf8.count + content.sourceURL.utf8.count + content.nutrition.servingSize.utf8.count
        for row in content.ingredients {
            sum += row.original.utf8.count + row.unit.utf8.count + row.name.utf8.count + row.note.utf8.count + 64
        }
        for row in content.steps { sum += row.text.utf8.count + row.image.utf8.count + row.imageText.utf8.count + 48 }
        for text in content.tags { sum += text.utf8.count + 16 }
        for text in content.images { sum += text.utf8.count + 16 }
        for text in content.imageTexts { sum += text.utf8.count + 16 }
        return sum
    }

    private static func ingredients(_ rows: [ProtoIngredient]) throws(Refusal) -> [ProtoIngredient] {
        let field = "ingredients"
        var result: [ProtoIngredient] = []
        for row in rows {
            var normal = ProtoIngredient()
            normal.original = try TextRules.normal(row.original, field: field)
            if row.hasUnit, let unit = try TextRules.unlessBlank(row.unit, field: field) { normal.unit = unit }
            if row.hasName, let name = try TextRules.unlessBlank(row.name, field: field) { normal.name = name }
            if row.hasNote, let note = try TextRules.unlessBlank(row.note, field: field) { normal.note = note }
            if row.hasQuantity { normal.quantity = try amount(row.quantity, field: field) }
            if row.hasQuantityMax {
                let most = try amount(row.quantityMax, field: field)
                guard row.hasQuantity, most >= normal.quantity else {
                    throw Refusal(
                        .invalid, "an ingredient's quantityMax must not be less than its quantity", field: field)
                }
                if most > normal.quantity { normal.quantityMax = most }
            }
            guard normal != ProtoIngredient() else { continue }
            guard !normal.original.isEmpty else {
                throw Refusal(.invalid, "an ingredient needs its line as written, in original", field: field)
            }
            result.append(normal)
        }
        return result
    }

    private static func steps(_ rows: [ProtoStep]) throws(Refusal) -> [ProtoStep] {
        var result: [ProtoStep] = []
        for row in rows {
            var normal = ProtoStep()
            normal.text = try TextRules.normal(row.text, field: "steps", max: ContentLimits.step)
            if row.hasImage, let image = try TextRules.image(row.image, field: "steps") { normal.image = image }
            let shown = try imageText(
                row.imageText, besideImage: normal.hasImage, called: "a step's imageText", field: "steps")
            if let shown { normal.imageText = shown }
            guard normal != ProtoStep() else { continue }
            guard !normal.text.isEmpty else { throw Refusal(.invalid, "a step needs a text", field: "steps") }
            result.append(normal)
        }
        return result
    }

    static func servings(_ value: UInt32) throws(Refusal) -> UInt32 {
        try number(value, in: ContentLimits.servings, field: "servings")
    }

    private static func number(
        _ value: UInt32, in range: ClosedRange<UInt32>, field: String
    ) throws(Refusal) -> UInt32 {
        guard range.contains(value) else {
            throw Refusal(.invalid, "\(field) must be \(range.lowerBound) to \(range.upperBound)", field: field)
        }
        return value
    }

    private static func setNumbers(
        of content: ProtoRecipeContent, on result: inout ProtoRecipeContent
    ) throws(Refusal) {
        if content.hasServings { result.servings = try servings(content.servings) }
        if content.hasPrepMinutes {
            result.prepMinutes = try number(content.prepMinutes, in: ContentLimits.minutes, field: "prepMinutes")
        }
        if content.hasCookMinutes {
            result.cookMinutes = try number(content.cookMinutes, in: ContentLimits.minutes, field: "cookMinutes")
        }
        if content.hasTotalMinutes {
            result.totalMinutes = try number(
                content.totalMinutes, in: ContentLimits.totalMinutes, field: "totalMinutes")
        }
    }

    private static func setClassification(
        of content: ProtoRecipeContent, on result: inout ProtoRecipeContent
    ) throws(Refusal) {
        if case .UNRECOGNIZED = content.difficulty {
            throw Refusal(.invalid, "difficulty must be easy, intermediate or hard", field: "difficulty")
        }
        result.difficulty = content.difficulty
        let max = ContentLimits.tag
        if content.hasCuisine {
            let text = try TextRules.unlessBlank(content.cuisine, field: "cuisine", max: max)
            if let text { result.cuisine = text }
        }
        if content.hasCourse {
            let text = try TextRules.unlessBlank(content.course, field: "course", max: max)
            if let text { result.course = text }
        }
        result.tags = try TextRules.rows(content.tags, field: "tags", folded: true)
        guard content.hasDiet else { return }
        var diet = ProtoDiet()
        diet.vegetarian = content.diet.vegetarian
        diet.vegan = content.diet.vegan
        diet.glutenFree = content.diet.glutenFree
        diet.sugarFree = content.diet.sugarFree
        for answer in [diet.vegetarian, diet.vegan, diet.glutenFree, diet.sugarFree] {
            if case .UNRECOGNIZED = answer {
                throw Refusal(.invalid, "each diet must be yes, no or unknown", field: "diet")
            }
        }
        if diet != ProtoDiet() { result.diet = diet }
    }

    private static func setNutrition(
        _ given: ProtoNutrition, on result: inout ProtoRecipeContent
    ) throws(Refusal) {
        var normal = ProtoNutrition()
        let field = "nutrition"
        if given.hasCalories { normal.calories = try amount(given.calories, field: field) }
        if given.hasFatGrams { normal.fatGrams = try amount(given.fatGrams, field: field) }
        if given.hasSaturatedFatGrams {
            normal.saturatedFatGrams = try amount(given.saturatedFatGrams, field: field)
        }
        if given.hasCarbohydrateGrams {
            normal.carbohydrateGrams = try amount(given.carbohydrateGrams, field: field)
        }
        if given.hasSugarGrams { normal.sugarGrams = try amount(given.sugarGrams, field: field) }
        if given.hasFiberGrams { normal.fiberGrams = try amount(given.fiberGrams, field: field) }
        if given.hasProteinGrams { normal.proteinGrams = try amount(given.proteinGrams, field: field) }
        if given.hasSodiumMilligrams { normal.sodiumMilligrams = try amount(given.sodiumMilligrams, field: field) }
        if given.hasCholesterolMilligrams {
            normal.cholesterolMilligrams = try amount(given.cholesterolMilligrams, field: field)
        }
        if given.hasServingSize {
            let text = try TextRules.unlessBlank(given.servingSize, field: field)
            if let text { normal.servingSize = text }
        }
        if normal != ProtoNutrition() { result.nutrition = normal }
    }

    private static func amount(_ value: Double, field: String) throws(Refusal) -> Double {
        guard value.isFinite, value >= 0 else {
            throw Refusal(.invalid, "\(field) must not hold negative or infinite amounts", field: field)
        }
        return value
    }
}

extension ProtoRecipeContent {
    /// The content as an event of a recipe stores it: normalized, without the note of an edit. Imports compare it with what
    /// the log holds. Refuses what no recipe may say.
    package func asStored() throws(Refusal) -> ProtoRecipeContent { try RecipeRules.normal(self) }
}
