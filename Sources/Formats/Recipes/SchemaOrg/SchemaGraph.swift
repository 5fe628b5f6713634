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

    /// The readers of JSON bound the depth.
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
            // A program that collects pages keeps their blocks as texts in a document of another kind. A text that is no
            // JSON is text.
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

/// One thing that is described in schema.org's words: its types, and its properties by their names.
///
/// Names are known with and without `schema:` or `https://schema.org/` before them, and in capitals or not.
struct SchemaNode: Hashable, Sendable {
    /// Without what stands before them, in lower case.
    let types: Set<String>
    private let members: [String: JSONValue]
    /// With its keys as they stand.
    let asWritten: [String: JSONValue]

    init(_ members: [String: JSONValue]) {
        asWritten = members
        var local: [String: JSONValue] = [:]
        // Of two keys with one local name the plain one counts; the order is fixed, so that a page always gives one result.
        for (key, value) in members.sorted(by: { ($0.key.utf8.count, $0.key) > ($1.key.utf8.count, $1.key) }) {
            local[Self.localName(key)] = value
        }
        self.members = local
        types = Set(Self.flat(local["@type"] ?? local["type"]).compactMap(\.text).map(Self.localName))
    }

    /// Nil for what is no object.
    init?(_ value: JSONValue) {
        guard case .object(let members, _) = value else { return nil }
        self.init(members)
    }

    /// What the property says, lists and wrappings taken apart.
    func values(_ name: String) -> [JSONValue] { Self.flat(members[name.lowercased()]) }

    func has(_ name: String) -> Bool { !values(name).isEmpty }

    /// What names it in its document.
    var id: String? { members["@id"]?.text }

    /// Whether it only names something that is described elsewhere.
    var isReference: Bool { id != nil && members.keys.allSatisfy { $0 == "@id" || $0 == "@type" } }

    private static let prefixes = [
        "http://schema.org/", "https://schema.org/", "http://www.schema.org/",
        "https://www.schema.org/", "schema.org/", "schema:",
    ]

    static func localName(_ name: String) -> String {
        let name = name.trimmed.lowercased()
        for prefix in prefixes where name.hasPrefix(prefix) {
            let rest = name.dropFirst(prefix.count)
            return String(rest.hasSuffix("/") ? rest.dropLast() : rest)
        }
        return name
    }

    /// The single values of lists in lists, of `@list`, `@set` and `@value`; null is none.
    static func flat(_ value: JSONValue?) -> [JSONValue] {
        switch value {
        case nil, .null?: return []
        case .array(let items)?: return items.flatMap { flat($0) }
        case .object(let members, _)?:
            for key in ["@value", "@list", "@set"] {
                if let inner = members[key] { return flat(inner) }
            }
            return [value].compactMap { $0 }
        case .bool?, .number?, .string?: return [value].compactMap { $0 }
        }
    }
}

extension JSONValue {
    /// Of a text or a number.
    var text: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .null, .bool, .array, .object: nil
        }
    }
}
