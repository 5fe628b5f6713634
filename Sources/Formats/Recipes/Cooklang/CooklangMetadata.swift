import CloudEvents
import Events

/// Reads a Cooklang recipe's metadata: the keys of the specification, in any case, and Larder's own.
struct CooklangMetadataReading {
    private var entries: [String: CooklangMetadata] = [:]
    private var names: [String] = []
    private(set) var notes: [String] = []

    init(_ metadata: [CooklangMetadata]) {
        for entry in metadata where !entry.values.isEmpty {
            let key = Self.folded(entry.key)
            if entries[key] == nil { names.append(key) }
            // A later value of a key replaces the earlier one.
            entries[key] = entry
        }
    }

    private static func folded(_ key: String) -> String {
        key.lowercased().replacing("_", with: " ").replacing("-", with: " ").withSingleBlanks
    }

    /// The first value among these keys. All of them count as read.
    private mutating func take(_ keys: [String]) -> CooklangMetadata? {
        var found: CooklangMetadata?
        for key in keys {
            let removed = entries.removeValue(forKey: key)
            found = found ?? removed
        }
        return found
    }

    private mutating func text(_ keys: [String]) -> String? { take(keys)?.values.joined(separator: ", ") }

    /// The items of a list, or the parts of one value between commas.
    private mutating func list(_ keys: [String]) -> [String] {
        guard let entry = take(keys) else { return [] }
        let items = entry.isList ? entry.values : entry.values.flatMap { $0.split(separator: ",").map(String.init) }
        return items.map(\.trimmed).filter { !$0.isEmpty }
    }

    mutating func read(into content: inout ProtoRecipeContent) {
        if let title = text(["title"]) { content.title = title }
        if let text = text(["description", "introduction"]) { content.description_p = text }
        readServings(into: &content)
        if let minutes = minutes("prepMinutes", ["prep time", "time.prep", "preparation time"]) {
            content.prepMinutes = minutes
        }
        if let minutes = minutes("cookMinutes", ["cook time", "time.cook", "cooking time"]) {
            content.cookMinutes = minutes
        }
        if let minutes = minutes("totalMinutes", ["time", "total time", "time required", "duration", "time.total"]) {
            content.totalMinutes = minutes
        }
        if let word = text(["difficulty"]) {
            if let difficulty = DifficultyWord.difficulty(word) {
                content.difficulty = difficulty
            } else {
                notes.append("difficulty: dropped, because «\(word.prefix(40))» is not a difficulty")
            }
        }
        if let cuisine = text(["cuisine"]) { content.cuisine = cuisine }
        if let course = text(["course", "category"]) { content.course = course }
        content.tags = list(["tags", "tag", "keywords"])
        readDiet(into: &content)
        content.images = list(["images", "image", "pictures", "picture"])
        if let texts = take(["image texts"]) {
            content.imageTexts = Array(texts.values.map(\.trimmed).prefix(content.images.count))
        }
        if let video = text(["video", "video.url"]) { content.videoURL = video }
        readSource(into: &content)
        CooklangNutrition.read(into: &content) { text([$0]) }
        let left = names.filter { entries[$0] != nil }
        if !left.isEmpty {
            notes.append("\(left.prefix(10).joined(separator: ", ")): dropped, because a recipe has no such field")
        }
    }

    /// `4`, `4|8`, `4 people`. A yield counts only if it is a number of portions.
    private mutating func readServings(into content: inout ProtoRecipeContent) {
        let servings = text(["servings", "serves", "portions"])
        let yield = text(["yield"])
        guard let text = servings ?? yield?.nilUnless({ !$0.contains("%") }) else {
            if let yield {
                notes.append("yield: «\(yield.prefix(40))» dropped, because it is not a number of servings")
            }
            return
        }
        if servings != nil, let yield { notes.append("yield: «\(yield.prefix(40))» dropped, because servings say it") }
        let digits = text.trimmed.prefix { $0.isASCII && $0.isNumber }
        if let number = UInt32(digits), number > 0 {
            content.servings = number
            if digits.count < text.trimmed.count { notes.append("servings: \(number) of «\(text.prefix(40))»") }
        } else {
            notes.append("servings: dropped, because «\(text.prefix(40))» is not a number of servings")
        }
    }

    private mutating func minutes(_ what: String, _ keys: [String]) -> UInt32? {
        guard let text = text(keys) else { return nil }
        if let found = WrittenDuration(text) {
            if found.isGuess { notes.append("\(what): the upper end of a range, \(found.minutes), taken") }
            return found.minutes
        }
        notes.append("\(what): dropped, because «\(text.prefix(40))» is not a duration")
        return nil
    }

    static var diets: [(path: WritableKeyPath<ProtoDiet, ProtoAnswer.Value>, name: String)] {
        [
            (\.vegetarian, "vegetarian"), (\.vegan, "vegan"), (\.glutenFree, "gluten free"),
            (\.sugarFree, "sugar free"),
        ]
    }

    /// `diet: vegan, gluten-free` is yes for each; `vegan: no` answers one. Other diets become tags.
    private mutating func readDiet(into content: inout ProtoRecipeContent) {
        for word in list(["diet", "diets"]) {
            if let diet = Self.diets.first(where: { $0.name == Self.folded(word) }) {
                content.diet[keyPath: diet.path] = .yes
            } else {
                content.append(word, to: \.tags)
                notes.append("diet: «\(word.prefix(40))» kept as a tag")
            }
        }
        if content.diet.vegan == .yes, content.diet.vegetarian == .unknown { content.diet.vegetarian = .yes }
        for diet in Self.diets {
            guard let answer = text([diet.name]) else { continue }
            switch answer.lowercased() {
            case "yes", "true": content.diet[keyPath: diet.path] = .yes
            case "no", "false": content.diet[keyPath: diet.path] = .no
            case "unknown": content.diet[keyPath: diet.path] = .unknown
            default: notes.append("\(diet.name): dropped, because «\(answer.prefix(40))» is neither yes nor no")
            }
        }
    }

    private mutating func readSource(into content: inout ProtoRecipeContent) {
        for key in ["source.url", "source", "url"] {
            guard let text = text([key]) else { continue }
            if !content.hasSourceURL, WebAddress(text) != nil {
                content.sourceURL = text
            } else if text != content.sourceURL {
                notes.append("source: «\(text.prefix(60))» dropped, because it is not an http or https URL")
            }
        }
    }
}

extension String {
    fileprivate func nilUnless(_ holds: (String) -> Bool) -> String? { holds(self) ? self : nil }
}

/// The nutrition of one serving, as metadata below `nutrition`.
enum CooklangNutrition {
    static var amounts: [(key: String, path: WritableKeyPath<ProtoNutrition, Double>)] {
        [
            ("calories", \.calories), ("fat grams", \.fatGrams), ("saturated fat grams", \.saturatedFatGrams),
            ("carbohydrate grams", \.carbohydrateGrams), ("sugar grams", \.sugarGrams), ("fiber grams", \.fiberGrams),
            ("protein grams", \.proteinGrams), ("sodium milligrams", \.sodiumMilligrams),
            ("cholesterol milligrams", \.cholesterolMilligrams),
        ]
    }
    static let servingSize = "serving size"

    /// `take` gives the text of a key, which is in lower case.
    static func read(into content: inout ProtoRecipeContent, _ take: (String) -> String?) {
        for (key, path) in amounts {
            if let number = take("nutrition.\(key)").flatMap(Double.init) { content.nutrition[keyPath: path] = number }
        }
        if let size = take("nutrition.\(servingSize)") { content.nutrition.servingSize = size }
    }

    /// The keys and texts of the known values.
    static func entries(of nutrition: ProtoNutrition) -> [(key: String, text: String)] {
        let known = [
            nutrition.hasCalories, nutrition.hasFatGrams, nutrition.hasSaturatedFatGrams,
            nutrition.hasCarbohydrateGrams, nutrition.hasSugarGrams, nutrition.hasFiberGrams,
            nutrition.hasProteinGrams, nutrition.hasSodiumMilligrams, nutrition.hasCholesterolMilligrams,
        ]
        var entries: [(key: String, text: String)] = zip(amounts, known).filter(\.1).map { amount, _ in
            (amount.key, DecimalText.of(nutrition[keyPath: amount.path]))
        }
        if nutrition.hasServingSize { entries.append((servingSize, nutrition.servingSize)) }
        return entries
    }
}
