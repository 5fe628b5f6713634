extension JSONValue {
    /// Of a file of recipes: what is read is held, many times as large.
    package static let documentBytesMax = 16 << 20

    /// A file's JSON text; refuses with where it is malformed. A byte order mark is passed over.
    static func document(
        _ bytes: [UInt8], place: String, upTo bytesMax: Int = documentBytesMax
    ) throws(RefusedItem) -> JSONValue {
        guard bytes.count <= bytesMax else {
            throw RefusedItem(place: place, reason: .tooLong, message: "it is longer than \(bytesMax) bytes")
        }
        do throws(JSONValue.Malformed) {
            return try JSONValue(withoutMark(bytes))
        } catch {
            throw RefusedItem(
                place: place, reason: .unreadable, message: "it is no JSON: \(error.message), at byte \(error.offset)")
        }
    }

    private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    }

    /// A file's JSON text, or as a list what it has on each line; null for a line that cannot be read.
    static func documentOrLines(
        _ bytes: [UInt8], place: String, upTo bytesMax: Int
    ) throws(RefusedItem) -> JSONValue {
        do throws(RefusedItem) {
            return try document(bytes, place: place, upTo: bytesMax)
        } catch {
            let lines = withoutMark(bytes).split(separator: .newline).filter { !$0.allSatisfy(\.isJSONBlank) }
            guard error.reason == .unreadable, lines.count > 1, lines.count <= FoundCommunity.countMax,
                (try? JSONValue(Array(lines[0])))?.members != nil
            else {
                throw error
            }
            return .array(lines.map { (try? JSONValue(Array($0))) ?? .null })
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
    mutating func take(_ keys: String...) -> JSONValue? { take(keys) }

    mutating func take(_ keys: [String]) -> JSONValue? {
        asked.formUnion(keys)
        for key in keys {
            if let value = values[key], !value.isBlank { return value }
        }
        return nil
    }

    /// What was not asked for: by its folded key, as written, and what it says.
    var rest: [(key: String, name: String, value: JSONValue)] {
        values.filter { !asked.contains($0.key) }.sorted { $0.key < $1.key }.map {
            ($0.key, names[$0.key] ?? $0.key, $0.value)
        }
    }

    /// The keys that say something and were not asked for, as written.
    var untaken: [String] {
        values.filter { !asked.contains($0.key) && !$0.value.isBlank }.compactMap { names[$0.key] }.sorted()
    }
}
