package import CloudEvents

extension JSONValue {
    /// Of a file of recipes: what is read is held, many times as large.
    package static let documentBytesMax = 16 << 20

    /// A file's JSON text; refuses with where it is malformed. A byte order mark is passed over.
    package static func document(
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

    package static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    }
}

/// An object's members, found whatever the style of their keys: `imageUrl`, `image_url` and `Image URL` are one.
package struct JSONFields {
    private var values: [String: JSONValue] = [:]
    /// How the keys are written.
    private var names: [String: String] = [:]
    private var asked: Set<String> = []

    package init(_ members: [String: JSONValue]) {
        // Of two that are one, what says something counts, and then the first by name.
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let key = Self.folded(name)
            if let known = values[key], !known.isBlank { continue }
            values[key] = value
            names[key] = name
        }
    }

    package static func folded(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.lowercased().unicodeScalars.filter {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                }))
    }

    /// The first of these that says anything. All of them count as asked for.
    package mutating func take(_ keys: String...) -> JSONValue? { take(keys) }

    package mutating func take(_ keys: [String]) -> JSONValue? {
        asked.formUnion(keys)
        for key in keys {
            if let value = values[key], !value.isBlank { return value }
        }
        return nil
    }

    /// What was not asked for: by its folded key, as written, and what it says.
    package var rest: [(key: String, name: String, value: JSONValue)] {
        values.filter { !asked.contains($0.key) }.sorted { $0.key < $1.key }.map {
            ($0.key, names[$0.key] ?? $0.key, $0.value)
        }
    }

    /// The keys that say something and were not asked for, as written.
    package var untaken: [String] {
        values.filter { !asked.contains($0.key) && !$0.value.isBlank }.compactMap { names[$0.key] }.sorted()
    }
}
