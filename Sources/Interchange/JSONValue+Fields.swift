extension JSONValue {
    /// Of a file of recipes: what is read is held, many times as large.
    package static let documentBytesMax = 16 << 20

    /// A file's JSON text; refuses with where it is malformed. A byte order mark is passed over.
    static func document(_ bytes: [UInt8], place: String) throws(RefusedRecipe) -> JSONValue {
        guard bytes.count <= documentBytesMax else {
            throw RefusedRecipe(
                place: place, reason: .tooLong, message: "it is longer than \(documentBytesMax) bytes")
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        do throws(JSONValue.Malformed) {
            return try JSONValue(text)
        } catch {
            throw RefusedRecipe(
                place: place, reason: .unreadable, message: "it is no JSON: \(error.message), at byte \(error.offset)")
        }
    }

    /// Text, or a number as written; nil for everything else and for blanks.
    var words: String? {
        switch self {
        case .string(let text), .number(let text):
            let text = text.trimmed
            return text.isEmpty ? nil : text
        default: return nil
        }
    }

    var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
    var members: [String: JSONValue]? { if case .object(let members, _) = self { members } else { nil } }
    var isNull: Bool { self == .null }

    /// Whether it says nothing: null, a blank text, an empty list or object.
    var isBlank: Bool {
        switch self {
        case .null: true
        case .string(let text): text.trimmed.isEmpty
        case .array(let items): items.isEmpty
        case .object(let members, _): members.isEmpty
        case .bool, .number: false
        }
    }
}

/// An object's members, found whatever the style of their keys: `imageUrl`, `image_url` and `Image URL` are one.
struct JSONFields {
    private var values: [String: JSONValue] = [:]
    /// How the keys are written.
    private var names: [String: String] = [:]
    private var asked: Set<String> = []

    init(_ members: [String: JSONValue]) {
        // Of two that are one, what says something counts, and then the first by name.
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let key = Self.folded(name)
            if let known = values[key], !known.isBlank { continue }
            values[key] = value
            names[key] = name
        }
    }

    static func folded(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.lowercased().unicodeScalars.filter {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                }))
    }

    /// The first of these that says anything. All of them count as asked for.
    mutating func take(_ keys: String...) -> JSONValue? {
        asked.formUnion(keys)
        for key in keys {
            if let value = values[key], !value.isBlank { return value }
        }
        return nil
    }

    /// The keys that say something and were not asked for, as written.
    var untaken: [String] {
        values.filter { !asked.contains($0.key) && !$0.value.isBlank }.compactMap { names[$0.key] }.sorted()
    }
}
