import CloudEvents
package import Events

/// One recipe of an app: a JSON object with the app's own keys and types. Usable values are read, the others are dropped and
/// reported.
package struct AppRecipe {
    private var fields: JSONFields
    package private(set) var content = ProtoRecipeContent()
    package private(set) var id: String?
    package private(set) var notes: [String] = []
    /// Pictures that the object holds itself.
    package private(set) var pictures: [PlacedPicture] = []

    /// Reads the members that `fields` has not given before.
    package init(_ fields: JSONFields) {
        self.fields = fields
        id = self.fields.take("id", "recipeid", "uuid")?.words
        content.title = text("title", "title", "name", "recipetitle", "recipename") ?? ""
        if let text = text("description", "description", "recipedescription", "summary") {
            content.description_p = text
        }
        readServings()
        readMinutes()
        readIngredients()
        readSteps()
        readDiet()
        readClassification()
        readAddresses()
        let untaken = self.fields.untaken
        if !untaken.isEmpty {
            notes.append("\(untaken.prefix(10).joined(separator: ", ")): dropped, because a recipe has no such field")
        }
    }

    /// A text, or a number as text. Other values are dropped and reported by name.
    private mutating func text(_ what: String, _ keys: String...) -> String? {
        for key in keys {
            guard let value = fields.take(key) else { continue }
            if let words = value.words { return words }
            notes.append("\(what): dropped, because it is not text")
        }
        return nil
    }

    // MARK: Numbers

    private mutating func readServings() {
        guard let value = fields.take("servings", "serves", "serving", "portions", "yield", "recipeyield") else {
            return
        }
        guard let number = Self.leadingNumber(value), number >= 1 else {
            notes.append("servings: dropped, because \(Self.shown(value)) is not a number of servings")
            return
        }
        content.servings = number
    }

    /// A whole number, alone or before words: `4`, `4.0`, `"4 people"`.
    private static func leadingNumber(_ value: JSONValue) -> UInt32? {
        guard let words = value.words else { return nil }
        if let number = Double(words) { return number == number.rounded() ? UInt32(exactly: number) : nil }
        return UInt32(words.prefix { $0.isASCII && $0.isNumber })
    }

    private mutating func readMinutes() {
        if let minutes = minutes(
            "prepMinutes", fields.take("prepminutes", "preptime", "preptimeminutes", "preparationtime"))
        {
            content.prepMinutes = minutes
        }
        if let minutes = minutes("cookMinutes", fields.take("cookminutes", "cooktime", "cooktimeminutes")) {
            content.cookMinutes = minutes
        }
        let total = fields.take(
            "totalminutes", "totaltime", "totaltimeminutes", "cookingtime", "cookingtimeminutes", "duration",
            "durationminutes",
            "readyinminutes",
            "time")
        if let minutes = minutes("totalMinutes", total) { content.totalMinutes = minutes }
    }

    private mutating func minutes(_ what: String, _ value: JSONValue?) -> UInt32? {
        guard let value else { return nil }
        if let found = value.words.flatMap({ WrittenDuration($0) }) {
            if found.isGuess { notes.append("\(what): the upper end of a range, \(found.minutes), taken") }
            return found.minutes
        }
        notes.append("\(what): dropped, because \(Self.shown(value)) is not a duration")
        return nil
    }

    private static func shown(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let answer): "\(answer)"
        case .number(let text), .string(let text): "«\(text.prefix(40))»"
        case .array: "a list"
        case .object: "an object"
        }
    }

    // MARK: Rows

    private mutating func readIngredients() {
        guard let value = fields.take("ingredients", "recipeingredients", "ingredientlist") else { return }
        for row in value.items ?? value.words.map(Self.ingredients) ?? [value] {
            if let members = row.members {
                readIngredient(JSONFields(members))
            } else if let words = row.words {
                var ingredient = ProtoIngredient()
                ingredient.original = words
                content.append(ingredient, to: \.ingredients)
            } else if !row.isBlank {
                notes.append("ingredient: \(Self.shown(row)) dropped, because it is not text")
            }
        }
    }

    private static func ingredients(of text: String) -> [JSONValue] {
        WrittenIngredients.lines(of: text).map { .string($0) }
    }

    /// A list's items, or the steps of a text. Items that all are texts may be numbered.
    private static func steps(of value: JSONValue) -> [JSONValue] {
        if let items = value.items {
            let texts = items.filter { !$0.isBlank }.compactMap(\.words)
            guard texts.count == items.count(where: { !$0.isBlank }) else { return items }
            return WrittenSteps.steps(of: texts).map { .string($0) }
        }
        guard let words = value.words else { return [value] }
        return WrittenSteps.steps(of: words).map { .string($0) }
    }

    private mutating func readIngredient(_ given: JSONFields) {
        var fields = given
        let line = fields.take("original", "text", "line", "raw", "display")?.words
        let quantity = fields.take("quantity", "amount", "qty")?.words
        let unit = fields.take("unit", "units", "measure", "measurement")?.words
        let name = fields.take("name", "ingredient", "ingredientname", "item", "title")?.words
        var note = fields.take("note", "notes", "preparation", "comment")?.words
        if case .bool(true)? = fields.take("isoptional", "optional") {
            note = note.map { "\($0), optional" } ?? "optional"
        }
        guard let name else {
            if let line {
                var ingredient = ProtoIngredient()
                ingredient.original = line
                content.append(ingredient, to: \.ingredients)
            } else if quantity != nil || unit != nil || note != nil {
                notes.append(
                    "ingredient: «\([quantity, unit].compactMap { $0 }.joined(separator: " "))» dropped, because it has no name"
                )
            }
            return
        }
        // The unit may be in a field of its own, or after the number.
        let amount = quantity.flatMap { WrittenAmount($0) }
        if let number = amount?.quantity ?? quantity.flatMap(Double.init), number < 0 || !number.isFinite {
            notes.append(
                "ingredient «\(name.prefix(60))»: its quantity dropped, because \(quantity ?? "") is not a quantity")
            return content.append(
                ProtoIngredient(amount: nil, quantity: nil, unit: unit, name: name, note: note), to: \.ingredients)
        }
        var ingredient = ProtoIngredient(
            amount: quantity, quantity: amount?.quantity, unit: unit, name: name, note: note)
        if unit == nil, let unit = amount?.unit { ingredient.unit = unit }
        if let line { ingredient.original = line }
        content.append(ingredient, to: \.ingredients)
    }

    private mutating func readSteps() {
        guard let value = fields.take("instructions", "steps", "directions", "recipesteps", "method", "preparation")
        else { return }
        var found: [(number: Int64?, text: String)] = []
        var minutes: [UInt32?] = []
        for row in Self.steps(of: value) {
            if let members = row.members {
                var fields = JSONFields(members)
                let number = fields.take("stepnumber", "step", "number", "order", "position")?.integer
                let text = fields.take("description", "text", "instruction", "step", "content", "title")?.words
                let duration = fields.take("durationminutes", "minutes", "duration", "time")?.words
                guard let text else {
                    notes.append("step: dropped, because it has no text")
                    continue
                }
                minutes.append(duration.flatMap { WrittenDuration($0)?.minutes })
                found.append((number, text))
            } else if let words = row.words {
                found.append((nil, words))
            } else if !row.isBlank {
                notes.append("step: \(Self.shown(row)) dropped, because it is not text")
            }
        }
        found = inOrder(found)
        content.steps = found.map { row in
            var step = ProtoStep()
            step.text = row.text
            return step
        }
        addUp(minutes, steps: found.count)
    }

    /// The steps sorted by their numbers, if all numbers differ.
    private mutating func inOrder(_ rows: [(number: Int64?, text: String)]) -> [(number: Int64?, text: String)] {
        let numbers = rows.compactMap(\.number)
        guard numbers.count == rows.count, Set(numbers).count == numbers.count else { return rows }
        let sorted = rows.sorted { ($0.number ?? 0) < ($1.number ?? 0) }
        if sorted.map(\.number) != rows.map(\.number) { notes.append("steps: put in the order of their numbers") }
        return sorted
    }

    /// Steps have no durations here. If each step has one and the recipe has none, their sum is the recipe's.
    private mutating func addUp(_ minutes: [UInt32?], steps: Int) {
        let known = minutes.compactMap { $0 }
        guard !known.isEmpty else { return }
        let sum = known.reduce(UInt64(0)) { $0 + UInt64($1) }
        if !content.hasTotalMinutes, known.count == steps, let total = UInt32(exactly: sum), total > 0 {
            content.totalMinutes = total
            notes.append("steps: their durations are kept as totalMinutes, \(total)")
        } else {
            notes.append("steps: their durations dropped, because a step has no duration here")
        }
    }

    // MARK: Diet and classification

    private static var diets: [(path: WritableKeyPath<ProtoDiet, ProtoAnswer.Value>, names: Set<String>)] {
        [
            (\.vegetarian, ["vegetarian", "isvegetarian"]), (\.vegan, ["vegan", "isvegan"]),
            (\.glutenFree, ["glutenfree", "isglutenfree", "nogluten"]),
            (\.sugarFree, ["sugarfree", "issugarfree", "nosugar"]),
        ]
    }

    /// A list names the diets that a recipe suits and leaves the others unknown. An object answers each diet with yes or no.
    private mutating func readDiet() {
        let value = fields.take("dietaryattributes", "dietary", "diets", "diet", "dietaryinfo", "dietaryrestrictions")
        if let members = value?.members {
            for (name, answer) in members.sorted(by: { $0.key < $1.key }) { setDiet(name, answer) }
        } else if let value {
            let rows = value.items ?? (value.words ?? "").split(separator: ",").map { .string(String($0)) }
            for row in rows where !row.isBlank {
                if case .string(let name) = row { setDiet(name, .bool(true)) } else { noteDiet(Self.shown(row)) }
            }
        }
        for (_, names) in Self.diets {
            for name in names.sorted() {
                if let answer = fields.take(name) { setDiet(name, answer) }
            }
        }
    }

    private mutating func setDiet(_ name: String, _ value: JSONValue) {
        let folded = JSONFields.folded(name)
        guard let path = Self.diets.first(where: { $0.names.contains(folded) })?.path else {
            if case .bool(false) = value { return }
            return noteDiet("«\(name.prefix(40))»")
        }
        switch value {
        case .bool(let answer): content.diet[keyPath: path] = answer ? .yes : .no
        case .null: break
        default:
            switch value.words?.lowercased() {
            case "yes", "true", "1": content.diet[keyPath: path] = .yes
            case "no", "false", "0": content.diet[keyPath: path] = .no
            case "unknown", nil: break
            default: noteDiet("\(name.prefix(40)) = \(Self.shown(value))")
            }
        }
    }

    private mutating func noteDiet(_ what: String) {
        notes.append("diet: \(what) dropped, because Larder does not know this diet")
    }

    private mutating func readClassification() {
        if let word = text("difficulty", "difficulty", "level") {
            if let difficulty = DifficultyWord.difficulty(word) {
                content.difficulty = difficulty
            } else {
                notes.append("difficulty: dropped, because «\(word.prefix(40))» is not a difficulty")
            }
        }
        let cuisines = words("cuisine", "cuisine", "area")
        let courses = words("course", "course", "category", "mealtype", "type")
        if let cuisine = cuisines.first { content.cuisine = cuisine }
        if let course = courses.first { content.course = course }
        let tags = fields.take("tags", "keywords", "labels")
        content.tags = (tags.map(Self.words(of:)) ?? []) + courses.dropFirst() + cuisines.dropFirst()
    }

    /// The texts of a list, or of a text with commas. Other values are dropped and reported by name.
    private mutating func words(_ what: String, _ keys: String...) -> [String] {
        for key in keys {
            guard let value = fields.take(key) else { continue }
            let words = Self.words(of: value)
            if !words.isEmpty { return words }
            notes.append("\(what): dropped, because it is not text")
        }
        return []
    }

    private static func words(of value: JSONValue) -> [String] {
        let rows = value.items ?? (value.words ?? "").split(separator: ",").map { .string(String($0)) }
        return rows.compactMap(\.words)
    }

    private mutating func readAddresses() {
        let images = fields.take(
            "imageurl", "image", "images", "imageurls", "photo", "photourl", "thumbnail", "picture", "recipeimage")
        if let images { for image in images.items ?? [images] { readImage(image) } }
        // Apps keep it beside an address. It is stored too, because the address may show nothing any more.
        let data = fields.take("legacyimagedata", "imagedata", "imagebase64", "photodata")
        if let data { for image in data.items ?? [data] { readImage(image, isData: true) } }
        if let video = text("video", "videourl", "video", "youtube", "youtubeurl") { content.videoURL = video }
        if let source = text("sourceURL", "sourceurl", "source", "url", "link", "originalurl") {
            content.sourceURL = source
        }
    }

    private mutating func readImage(_ value: JSONValue, isData: Bool = false) {
        guard let text = value.pictureText else {
            var fields = value.members.map { JSONFields($0) }
            let name = fields?.take("name")?.words
            if let name { notes.append("image: «\(name.prefix(60))» dropped, because it is a file without an address") }
            return
        }
        switch InlinePicture.reading(text, isData: isData) {
        case .address(let address): content.append(address, to: \.images)
        // The notes name the field only: the value is long and tells people nothing.
        case .unreadable(let why): notes.append("image: dropped, because \(why)")
        case .picture(let picture):
            let bytes = pictures.reduce(picture.bytes.count) { $0 + $1.picture.bytes.count }
            guard pictures.count < InlinePicture.rowCountMax, bytes <= InlinePicture.rowBytesMax else {
                notes.append("image: dropped, because the recipe has too many pictures before it")
                return
            }
            pictures.append(PlacedPicture(place: content.images.count, picture: picture))
        }
    }
}
