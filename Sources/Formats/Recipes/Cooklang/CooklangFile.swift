import CloudEvents
import Events

/// Reads a `.cook` file as a recipe.
///
/// Cooklang recipes have no ids: the origin is `cooklang` and a digest of the recipe's content.
package enum CooklangFile {
    static let source = "cooklang"
    /// The largest file, in bytes.
    package static let bytesMax = 1 << 20

    /// `name`: the file's name without its extension, which is the title if the file has none. `place`: its name in the report.
    package static func recipe(in bytes: [UInt8], name: String, place: String) -> FoundItem {
        guard bytes.count <= bytesMax else {
            let message = "it is longer than \(bytesMax) bytes"
            return .refused(RefusedItem(place: place, reason: .tooLong, message: message))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .refused(RefusedItem(place: place, reason: .unreadable, message: "it is not UTF-8"))
        }
        let reading = CooklangContent(CooklangParser.recipe(text), name: name)
        return .recipe(
            FoundRecipe(place: place, content: reading.content, source: source, id: nil, notes: reading.notes))
    }
}

/// Maps a Cooklang recipe to a recipe's content, with notes about the rest.
struct CooklangContent {
    private(set) var content = ProtoRecipeContent()
    /// Changes and dropped values, a clause for each.
    private(set) var notes: [String] = []
    /// The names of the ingredients so far.
    private var names: Set<String> = []
    private var remarks: [String] = []
    private var cookware: [String] = []

    init(_ recipe: CooklangRecipe, name: String) {
        notes = recipe.remarks
        for block in recipe.blocks {
            switch block {
            case .section(let name): add(step: name)
            case .note(let text): remarks.append(text)
            case .step(let items): add(items)
            }
        }
        var metadata = CooklangMetadataReading(recipe.metadata)
        metadata.read(into: &content)
        notes += metadata.notes
        if content.title.trimmed.isEmpty { content.title = name }
        if !remarks.isEmpty {
            content.description_p = ([content.description_p] + remarks).filter { !$0.isEmpty }.joined(separator: "\n\n")
            notes.append("notes: added to the end of the description")
        }
        if !cookware.isEmpty {
            notes.append("cookware: \(cookware.prefix(20).joined(separator: ", ")): kept in the steps' text alone")
        }
    }

    private mutating func add(step text: String) {
        let text = text.withSingleBlanks
        guard !text.isEmpty else { return }
        var step = ProtoStep()
        step.text = text
        content.append(step, to: \.steps)
    }

    /// A paragraph is a step, or a list of ingredients if it has no word between them.
    private mutating func add(_ items: [CooklangRecipe.Item]) {
        var text = ""
        var isList = false
        var hasWords = false
        for item in items {
            switch item {
            case .text(let words):
                text += words
                if words.unicodeScalars.contains(where: {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                }) {
                    hasWords = true
                }
            case .ingredient(let ingredient):
                text += add(ingredient)
                isList = true
            case .cookware(let thing):
                let name = Self.shown(thing.name)
                text += name
                hasWords = true
                if !cookware.contains(name) { cookware.append(name) }
            case .timer(let timer):
                let amount = [timer.quantity?.text ?? "", timer.unit].filter { !$0.isEmpty }.joined(separator: " ")
                text += amount.isEmpty ? timer.name : amount
                hasWords = true
            }
        }
        if hasWords || !isList { add(step: text) }
    }

    /// The ingredient's name in the sentence of the step.
    private mutating func add(_ ingredient: CooklangRecipe.Ingredient) -> String {
        let name = Self.shown(ingredient.name)
        let note = [ingredient.note, ingredient.isOptional ? "optional" : nil].compactMap { $0 }.joined(separator: ", ")
        let row = ProtoIngredient(
            amount: ingredient.quantity?.text, quantity: ingredient.quantity?.number, unit: ingredient.unit, name: name,
            note: note)
        // An ingredient that is named again without an amount is not added twice.
        let isMention = ingredient.quantity == nil && ingredient.unit.isEmpty && note.isEmpty
        if names.insert(name).inserted || !isMention { content.append(row, to: \.ingredients) }
        return name
    }

    /// The name of a recipe that is referred to by its path: the last part.
    private static func shown(_ name: String) -> String {
        guard name.hasPrefix("./") || name.hasPrefix("../") || name.hasPrefix(".\\") else { return name }
        return name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? name
    }
}
