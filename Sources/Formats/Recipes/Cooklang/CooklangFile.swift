import CloudEvents
import Events

/// A `.cook` file as a recipe of this community.
///
/// Cooklang gives recipes no ids: the origin is (`cooklang`, digest of what the recipe says).
package enum CooklangFile {
    static let source = "cooklang"
    /// Of one file.
    package static let bytesMax = 1 << 20

    /// `name` is what the file is called, without its ending: the title where the file gives none. `place` is what the
    /// report calls it.
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

/// What a Cooklang recipe says as a recipe's content, and what it says beyond that.
struct CooklangContent {
    private(set) var content = ProtoRecipeContent()
    /// What was dropped or changed: one clause each.
    private(set) var notes: [String] = []
    /// Of ingredients.
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
            notes.append("notes: told at the end of the description")
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

    /// A paragraph: a step, or, where it has ingredients and no word between them, a list of these.
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

    /// Its name, as the step goes on with it.
    private mutating func add(_ ingredient: CooklangRecipe.Ingredient) -> String {
        let name = Self.shown(ingredient.name)
        let note = [ingredient.note, ingredient.isOptional ? "optional" : nil].compactMap { $0 }.joined(separator: ", ")
        let row = ProtoIngredient(
            amount: ingredient.quantity?.text, quantity: ingredient.quantity?.number, unit: ingredient.unit, name: name,
            note: note)
        // What was named before and is named again is not needed twice.
        let isMention = ingredient.quantity == nil && ingredient.unit.isEmpty && note.isEmpty
        if names.insert(name).inserted || !isMention { content.append(row, to: \.ingredients) }
        return name
    }

    /// A recipe that is named by its path is called by its last part.
    private static func shown(_ name: String) -> String {
        guard name.hasPrefix("./") || name.hasPrefix("../") || name.hasPrefix(".\\") else { return name }
        return name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? name
    }
}
