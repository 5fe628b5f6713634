import Events

/// A recipe's content brought within the domain's limits: what is beyond them is cut off or left out, each with a note, so
/// that nothing is changed in silence.
struct FittedRecipe: Hashable, Sendable {
    private(set) var content = ProtoRecipeContent()
    /// What was changed: one clause each.
    private(set) var notes: [String] = []

    /// Refuses what has no title, neither ingredient nor step, or more bytes than a payload may have.
    init(_ found: ProtoRecipeContent, place: String) throws(RefusedRecipe) {
        func refused(_ reason: RecipeRefusal, _ message: String) -> RefusedRecipe {
            RefusedRecipe(place: place, reason: reason, message: message)
        }
        content.title = cut(clean(found.title, "title").withSingleBlanks, to: ContentLimits.title, "title")
        guard !content.title.isEmpty else { throw refused(.recipeWithoutTitle, "it has no title") }
        let description = cut(clean(found.description_p, "description"), to: ContentLimits.description, "description")
        if !description.isEmpty { content.description_p = description }
        fitIngredients(found.ingredients)
        fitSteps(found.steps)
        guard !content.ingredients.isEmpty || !content.steps.isEmpty else {
            throw refused(.invalid, "it has neither an ingredient nor a step")
        }
        fitNumbers(of: found)
        fitClassification(of: found)
        fitAddresses(of: found)
        if found.hasNutrition { fitNutrition(found.nutrition) }
        let byteCount = Payload.recipe(content).storedBytes.count
        guard byteCount <= ContentLimits.payloadBytes else {
            throw refused(.invalid, "it is longer than \(ContentLimits.payloadBytes) bytes in all")
        }
    }

    // MARK: Texts

    /// In the stored form, without U+0000, which no text may hold.
    private mutating func clean(_ text: String, _ what: String) -> String {
        guard text.utf8.contains(0) else { return text.normalized }
        notes.append("\(what): U+0000 was left out")
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value != 0 })).normalized
    }

    private mutating func cut(_ text: String, to most: Int, _ what: String) -> String {
        guard Self.exceeds(text, most) else { return text }
        notes.append("\(what): cut off after \(most) characters")
        return String(text.unicodeScalars.prefix(most)).normalized
    }

    /// A short text that means nothing when it is cut.
    private mutating func kept(_ text: String, to most: Int, _ what: String) -> String? {
        let text = clean(text, what)
        guard !text.isEmpty else { return nil }
        guard !Self.exceeds(text, most) else {
            notes.append("\(what): left out, for it is longer than \(most) characters")
            return nil
        }
        return text
    }

    private static func exceeds(_ text: String, _ most: Int) -> Bool {
        // No text has more characters than bytes, and counting bytes is free.
        text.utf8.count > most && text.unicodeScalars.count > most
    }

    // MARK: Rows

    private mutating func fitIngredients(_ rows: [ProtoIngredient]) {
        for row in rows {
            var fitted = ProtoIngredient()
            fitted.original = clean(row.original, "ingredient")
            guard !fitted.original.isEmpty else { continue }
            if row.hasUnit { setUnlessBlank(row.unit, "ingredient") { fitted.unit = $0 } }
            if row.hasName { setUnlessBlank(row.name, "ingredient") { fitted.name = $0 } }
            if row.hasNote { setUnlessBlank(row.note, "ingredient") { fitted.note = $0 } }
            if row.hasQuantity, let quantity = amount(row.quantity, "quantity") { fitted.quantity = quantity }
            if fitted.hasQuantity, row.hasQuantityMax, let most = amount(row.quantityMax, "quantity"),
                most > fitted.quantity
            {
                fitted.quantityMax = most
            }
            content.ingredients.append(fitted)
        }
    }

    private mutating func setUnlessBlank(_ text: String, _ what: String, _ set: (String) -> Void) {
        let text = clean(text, what)
        if !text.isEmpty { set(text) }
    }

    private mutating func fitSteps(_ rows: [ProtoStep]) {
        for row in rows {
            let parts = Self.parts(clean(row.text, "step"))
            guard !parts.isEmpty else { continue }
            if parts.count > 1 {
                notes.append(
                    "step \(content.steps.count + 1): in \(parts.count) parts, for it is too long for one step")
            }
            for (index, part) in parts.enumerated() {
                var step = ProtoStep()
                step.text = part
                if index == 0, row.hasImage, let image = image(row.image, "step's image") { step.image = image }
                content.steps.append(step)
            }
        }
    }

    /// A step in parts that are short enough, divided after a sentence where that is possible, else at a blank.
    private static func parts(_ text: String) -> [String] {
        guard exceeds(text, ContentLimits.step) else { return text.isEmpty ? [] : [text] }
        var parts: [String] = []
        var rest = Array(text.unicodeScalars)[...]
        while rest.count > ContentLimits.step {
            let window = rest.prefix(ContentLimits.step)
            // Far from the end a sentence's end is no better place than any other.
            let tail = window.suffix(ContentLimits.step / 2)
            let end =
                tail.indices.dropFirst().last {
                    tail[$0].properties.isWhitespace && ".!?".unicodeScalars.contains(tail[$0 - 1])
                }
                ?? tail.lastIndex { $0.properties.isWhitespace } ?? window.endIndex
            parts.append(String(String.UnicodeScalarView(rest[..<end])).normalized)
            rest = rest[end...]
        }
        parts.append(String(String.UnicodeScalarView(rest)).normalized)
        return parts.filter { !$0.isEmpty }
    }

    // MARK: Numbers

    private mutating func fitNumbers(of found: ProtoRecipeContent) {
        let minutes = 0...ContentLimits.totalMinutes.upperBound
        if found.hasServings, let value = number(found.servings, ContentLimits.servings, "servings") {
            content.servings = value
        }
        if found.hasPrepMinutes, let value = number(found.prepMinutes, minutes, "prepMinutes") {
            content.prepMinutes = value
        }
        if found.hasCookMinutes, let value = number(found.cookMinutes, minutes, "cookMinutes") {
            content.cookMinutes = value
        }
        // No time at all is how many say that they do not know.
        if found.hasTotalMinutes, found.totalMinutes > 0,
            let value = number(found.totalMinutes, ContentLimits.totalMinutes, "totalMinutes")
        {
            content.totalMinutes = value
        }
    }

    private mutating func number(_ value: UInt32, _ range: ClosedRange<Int>, _ what: String) -> UInt32? {
        if range.contains(Int(value)) { return value }
        notes.append("\(what): \(value) left out, for it is not \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    private mutating func amount(_ value: Double, _ what: String) -> Double? {
        if value.isFinite, value >= 0 { return value }
        notes.append("\(what): left out, for it is negative or infinite")
        return nil
    }

    private mutating func fitNutrition(_ found: ProtoNutrition) {
        var fitted = ProtoNutrition()
        func set(_ has: Bool, _ path: WritableKeyPath<ProtoNutrition, Double>, _ what: String) {
            if has, let value = amount(found[keyPath: path], what) { fitted[keyPath: path] = value }
        }
        set(found.hasCalories, \.calories, "calories")
        set(found.hasFatGrams, \.fatGrams, "fat")
        set(found.hasSaturatedFatGrams, \.saturatedFatGrams, "saturated fat")
        set(found.hasCarbohydrateGrams, \.carbohydrateGrams, "carbohydrates")
        set(found.hasSugarGrams, \.sugarGrams, "sugar")
        set(found.hasFiberGrams, \.fiberGrams, "fibre")
        set(found.hasProteinGrams, \.proteinGrams, "protein")
        set(found.hasSodiumMilligrams, \.sodiumMilligrams, "sodium")
        set(found.hasCholesterolMilligrams, \.cholesterolMilligrams, "cholesterol")
        if found.hasServingSize { setUnlessBlank(found.servingSize, "serving size") { fitted.servingSize = $0 } }
        if fitted != ProtoNutrition() { content.nutrition = fitted }
    }

    // MARK: Classification

    private mutating func fitClassification(of found: ProtoRecipeContent) {
        content.difficulty = found.difficulty
        if found.hasCuisine, let text = kept(found.cuisine, to: ContentLimits.tag, "cuisine") { content.cuisine = text }
        if found.hasCourse, let text = kept(found.course, to: ContentLimits.tag, "course") { content.course = text }
        if found.hasDiet { content.diet = found.diet }
        var seen: Set<String> = []
        for tag in found.tags {
            guard let tag = kept(tag.lowercased(), to: ContentLimits.tag, "tag"), seen.insert(tag).inserted else {
                continue
            }
            content.tags.append(tag)
        }
        let surplus = content.tags.count - ContentLimits.tags
        guard surplus > 0 else { return }
        content.tags.removeLast(surplus)
        notes.append("tags: \(surplus) left out, for there may be \(ContentLimits.tags)")
    }

    // MARK: Addresses

    private mutating func fitAddresses(of found: ProtoRecipeContent) {
        for text in found.images {
            guard let image = image(text, "image"), !content.images.contains(image) else { continue }
            guard content.images.count < ContentLimits.images else {
                notes.append("images: those after the first \(ContentLimits.images) left out")
                break
            }
            content.images.append(image)
        }
        if found.hasVideoURL, let url = address(found.videoURL, "video") { content.videoURL = url }
        if found.hasSourceURL, let url = address(found.sourceURL, "sourceURL") { content.sourceURL = url }
    }

    /// A web address, or a blob's hash.
    private mutating func image(_ text: String, _ what: String) -> String? {
        let text = clean(text, what)
        if text.utf8.count == 64, text.utf8.allSatisfy({ $0.hexadecimalDigit != nil }) { return text.lowercased() }
        return address(text, what)
    }

    private mutating func address(_ text: String, _ what: String) -> String? {
        let text = clean(text, what)
        guard !text.isEmpty else { return nil }
        guard text.utf8.count <= ContentLimits.address else {
            notes.append("\(what): left out, for its address is longer than \(ContentLimits.address) bytes")
            return nil
        }
        guard let address = WebAddress(text) else {
            notes.append("\(what): left out, for «\(text.prefix(60))» is no http or https URL")
            return nil
        }
        return address.text
    }
}
