import CloudEvents

/// All things that a page or a file describes: its Recipes at any depth, and things that others refer to by id.
struct SchemaGraph: Sendable {
    /// The maximum of recipes of one page or file.
    static let recipesMax = 10_000

    private(set) var recipes: [SchemaNode] = []
    /// Whether there are more recipes than the maximum.
    private(set) var isCut = false
    private var named: [String: SchemaNode] = [:]

    init(_ values: [JSONValue]) {
        for value in values { collect(value, mayHoldText: true) }
    }

    /// Recursive: the readers of JSON bound the depth.
    private mutating func collect(_ value: JSONValue, mayHoldText: Bool) {
        switch value {
        case .array(let items): for item in items { collect(item, mayHoldText: mayHoldText) }
        case .object(let members, _):
            let node = SchemaNode(members)
            if let id = node.id, !node.isReference, named[id] == nil { named[id] = node }
            if node.types.contains("recipe") {
                guard !node.isReference else { return }
                if recipes.count < Self.recipesMax { recipes.append(node) } else { isCut = true }
                // Things within a recipe are parts of it, and no recipes; but others may refer to them.
                for name in ["author", "image", "video", "nutrition"] {
                    for inner in node.values(name) { remember(inner) }
                }
                return
            }
            for (_, inner) in members.sorted(by: { $0.key < $1.key }) { collect(inner, mayHoldText: mayHoldText) }
        case .string(let text):
            // Programs that collect pages store their JSON-LD as texts in another document. A text that is not JSON stays a
            // text.
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

    /// The thing to which `value` refers, or `value` itself.
    func resolved(_ value: JSONValue) -> SchemaNode? {
        guard let node = SchemaNode(value) else { return nil }
        guard node.isReference, let id = node.id else { return node }
        return named[id] ?? node
    }
}

/// One thing in schema.org's vocabulary: its types, and its properties by name.
///
/// Names may have the prefix `schema:` or `https://schema.org/`, and any case.
struct SchemaNode: Hashable, Sendable {
    /// The types without a prefix, in lower case.
    let types: Set<String>
    private let members: [String: JSONValue]
    /// The object with its original keys.
    let asWritten: [String: JSONValue]

    init(_ members: [String: JSONValue]) {
        asWritten = members
        var local: [String: JSONValue] = [:]
        // Of two keys with one local name the one without a prefix counts. The keys are sorted, so that the result is fixed.
        for (key, value) in members.sorted(by: { ($0.key.utf8.count, $0.key) > ($1.key.utf8.count, $1.key) }) {
            local[Self.localName(key)] = value
        }
        self.members = local
        types = Set(Self.flat(local["@type"] ?? local["type"]).compactMap(\.text).map(Self.localName))
    }

    /// `nil` for a value that is not an object.
    init?(_ value: JSONValue) {
        guard case .object(let members, _) = value else { return nil }
        self.init(members)
    }

    /// The values of a property, without lists and wrappers.
    func values(_ name: String) -> [JSONValue] { Self.flat(members[name.lowercased()]) }

    /// The first values of a property, in time that does not depend on the others.
    func values(_ name: String, upTo most: Int) -> [JSONValue] {
        guard case .array(let items)? = members[name.lowercased()] else { return Array(values(name).prefix(most)) }
        var first: [JSONValue] = []
        for item in items.prefix(most) { first += Self.flat(item) }
        return Array(first.prefix(most))
    }

    func has(_ name: String) -> Bool { !values(name).isEmpty }

    /// The thing's id in its document.
    var id: String? { members["@id"]?.text }

    /// Whether it only refers to a thing that is described elsewhere.
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

    /// The single values of nested lists, `@list`, `@set` and `@value`, without null.
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
    /// The text of a string or a number.
    var text: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .null, .bool, .array, .object: nil
        }
    }
}
