import CloudEvents
package import Events

/// A recipe's content within the domain's limits. Values beyond them are truncated or dropped, and a note reports each.
struct FittedRecipe: Hashable, Sendable {
    private(set) var content = ProtoRecipeContent()
    private var fitting = Fitting()
    /// A limit of its own: the domain bounds only the payload, and pages list every size of each picture.
    private static let imagesMax = 50
    /// The changes, a clause for each.
    var notes: [String] { fitting.notes }

    /// Refuses a recipe without a title, one with neither ingredient nor step, and one with more bytes than a payload may have.
    init(_ found: ProtoRecipeContent, place: String) throws(RefusedItem) {
        func refused(_ reason: ImportRefusal, _ message: String) -> RefusedItem {
            RefusedItem(place: place, reason: reason, message: message)
        }
        content.title = fitting.cut(
            fitting.clean(found.title, "title").withSingleBlanks, to: ContentLimits.title, "title")
        guard !content.title.isEmpty else { throw refused(.recipeWithoutTitle, "it has no title") }
        let description = fitting.cut(
            fitting.clean(found.description_p, "description"), to: ContentLimits.description, "description")
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

    // MARK: Rows

    private mutating func fitIngredients(_ rows: [ProtoIngredient]) {
        for row in rows {
            var fitted = ProtoIngredient()
            fitted.original = fitting.clean(row.original, "ingredient")
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
            content.append(fitted, to: \.ingredients)
        }
    }

    private mutating func setUnlessBlank(_ text: String, _ what: String, _ set: (String) -> Void) {
        let text = fitting.clean(text, what)
        if !text.isEmpty { set(text) }
    }

    private mutating func fitSteps(_ rows: [ProtoStep]) {
        for row in rows {
            let parts = Self.parts(fitting.clean(row.text, "step"))
            guard !parts.isEmpty else { continue }
            if parts.count > 1 {
                fitting.note(
                    "step \(content.steps.count + 1): in \(parts.count) parts, for it is too long for one step")
            }
            for (index, part) in parts.enumerated() {
                var step = ProtoStep()
                step.text = part
                if index == 0, row.hasImage, let image = fitting.image(row.image, "step's image") {
                    step.image = image
                    let shown = fitImageText(row.imageText)
                    if !shown.isEmpty { step.imageText = shown }
                }
                content.append(step, to: \.steps)
            }
        }
    }

    /// Splits a long step into parts, after a sentence if possible, else at a blank.
    private static func parts(_ text: String) -> [String] {
        guard Fitting.exceeds(text, ContentLimits.step) else { return text.isEmpty ? [] : [text] }
        var parts: [String] = []
        var rest = Array(text.unicodeScalars)[...]
        while rest.count > ContentLimits.step {
            let window = rest.prefix(ContentLimits.step)
            // The end of a sentence is used only in the second half of the part.
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
        if found.hasServings, let value = number(found.servings, ContentLimits.servings, "servings") {
            content.servings = value
        }
        if found.hasPrepMinutes, let value = number(found.prepMinutes, ContentLimits.minutes, "prepMinutes") {
            content.prepMinutes = value
        }
        if found.hasCookMinutes, let value = number(found.cookMinutes, ContentLimits.minutes, "cookMinutes") {
            content.cookMinutes = value
        }
        // Zero minutes mean unknown in many sources.
        if found.hasTotalMinutes, found.totalMinutes > 0,
            let value = number(found.totalMinutes, ContentLimits.totalMinutes, "totalMinutes")
        {
            content.totalMinutes = value
        }
    }

    private mutating func number(_ value: UInt32, _ range: ClosedRange<UInt32>, _ what: String) -> UInt32? {
        if range.contains(value) { return value }
        fitting.note("\(what): \(value) dropped, because it is not \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    private mutating func amount(_ value: Double, _ what: String) -> Double? {
        if value.isFinite, value >= 0 { return value }
        fitting.note("\(what): dropped, because it is negative or infinite")
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
        if found.hasCuisine, let text = fitting.kept(found.cuisine, to: ContentLimits.tag, "cuisine") {
            content.cuisine = text
        }
        if found.hasCourse, let text = fitting.kept(found.course, to: ContentLimits.tag, "course") {
            content.course = text
        }
        if found.hasDiet { content.diet = found.diet }
        var seen: Set<String> = []
        var tags: [String] = []
        for tag in found.tags {
            guard let tag = fitting.kept(tag.lowercased(), to: ContentLimits.tag, "tag"), seen.insert(tag).inserted
            else {
                continue
            }
            tags.append(tag)
        }
        content.tags = Array(tags.prefix(ContentLimits.tags))
        let surplus = tags.count - ContentLimits.tags
        guard surplus > 0 else { return }
        fitting.note("tags: \(surplus) dropped, because there may be \(ContentLimits.tags)")
    }

    // MARK: Addresses

    private mutating func fitImageText(_ text: String) -> String {
        fitting.cut(
            fitting.clean(text, "image's text").withSingleBlanks, to: ContentLimits.imageText, "image's text")
    }

    private mutating func fitAddresses(of found: ProtoRecipeContent) {
        var texts: [String] = []
        for (place, text) in found.images.enumerated() {
            guard let image = fitting.image(text, "image"), !content.images.contains(image) else { continue }
            guard content.images.count < Self.imagesMax else {
                fitting.note("images: those after the first \(Self.imagesMax) dropped")
                break
            }
            content.images.append(image)
            texts.append(fitImageText(found.imageText(at: place)))
        }
        content.setImageTexts(texts)
        if found.hasVideoURL, let url = fitting.address(found.videoURL, "video") { content.videoURL = url }
        if found.hasSourceURL, let url = fitting.address(found.sourceURL, "sourceURL") { content.sourceURL = url }
    }
}

/// A title for a recipe without one: its first words.
package enum DerivedTitle {
    /// In Unicode scalars, as all limits of texts.
    private static let countMax = 60

    /// The first words of the description, else of the first step, else of the first ingredient; `nil` if all are blank.
    package static func of(_ content: ProtoRecipeContent) -> String? {
        let texts = [content.description_p] + content.steps.map(\.text) + content.ingredients.map(\.original)
        return texts.lazy.map(beginning).first { !$0.isEmpty }
    }

    /// Whole words of the first sentence, with `…` if it continues.
    private static func beginning(_ text: String) -> String {
        let sentence = text.split { $0.isNewline }.first.map(String.init) ?? ""
        let words = sentence.withSingleBlanks.split(separator: " ")
        var title = ""
        for (index, word) in words.enumerated() {
            let longer = title.isEmpty ? String(word) : "\(title) \(word)"
            guard longer.unicodeScalars.count <= countMax else {
                return title.isEmpty ? word.excerpt(countMax) : "\(title) …"
            }
            title = longer
            // A full stop may end an abbreviation: then no sentence begins after it.
            let isLast = index + 1 == words.count || words[index + 1].first?.isUppercase == true
            if isLast, let last = word.last, ".!?".contains(last) { return String(title.dropLast()) }
        }
        return title
    }
}
