import CloudEvents

/// Everything that a page or a file describes: the Recipes among it, wherever they stand, and what is named elsewhere.
struct SchemaGraph: Sendable {
    /// Recipes of one page or file that are looked at.
    static let recipesMax = 10_000

    private(set) var recipes: [SchemaNode] = []
    /// Whether there are more than are looked at.
    private(set) var isCut = false
    private var named: [String: SchemaNode] = [:]

    init(_ values: [JSONValue]) {
        for value in values { collect(value, mayHoldText: true) }
    }

    /// Depth is bounded by whoever read the values.
    private mutating func collect(_ value: JSONValue, mayHoldText: Bool) {
        switch value {
        case .array(let items): for item in items { collect(item, mayHoldText: mayHoldText) }
        case .object(let members, _):
            let node = SchemaNode(members)
            if let id = node.id, !node.isReference, named[id] == nil { named[id] = node }
            if node.types.contains("recipe") {
                guard !node.isReference else { return }
                if recipes.count < Self.recipesMax { recipes.append(node) } else { isCut = true }
                // What a recipe holds is of it; but others may name it.
                for name in ["author", "image", "video", "nutrition"] {
                    for inner in node.values(name) { remember(inner) }
                }
                return
            }
            for (_, inner) in members.sorted(by: { $0.key < $1.key }) { collect(inner, mayHoldText: mayHoldText) }
        case .string(let text):
            // Whoever collects pages keeps their blocks as texts in a document of another kind.
            guard mayHoldText, text.utf8.count > 2, text.contains("Recipe"),
                text.trimmed.first.map({ $0 == "{" || $0 == "[" }) == true,
                let texts = try? LenientJSON.texts(Array(text.utf8))
            else { return }
            for value in texts.values { collect(value, mayHoldText: false) }
        case .null, .bool, .number: break
        }
    }

    private mutating func remember(_ value: JSONValue) {
        guard let node = SchemaNode(value), let id = node.id, !node.isReference, named[id] == nil else { return }
        named[id] = node
    }

    /// The thing itself where `value` only names it.
    func resolved(_ value: JSONValue) -> SchemaNode? {
        guard let node = SchemaNode(value) else { return nil }
        guard node.isReference, let id = node.id else { return node }
        return named[id] ?? node
    }
}
