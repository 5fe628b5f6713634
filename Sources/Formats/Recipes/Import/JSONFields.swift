package import CloudEvents
package import Events

extension JSONValue {
    /// The largest file of recipes, in bytes. Its values take many times as much memory.
    package static let documentBytesMax = 16 << 20

    /// Reads the JSON text of a file. A refusal says where it is malformed. A byte order mark is skipped.
    package static func document(
        _ bytes: [UInt8], place: String, upTo bytesMax: Int = documentBytesMax
    ) throws(RefusedItem) -> JSONValue {
        guard bytes.count <= bytesMax else {
            throw RefusedItem(place: place, reason: .tooLong, message: "it is longer than \(bytesMax) bytes")
        }
        do throws(JSONValue.Malformed) {
            return try JSONValue(withoutMark(bytes))
        } catch {
            throw RefusedItem(place: place, reason: .unreadable, message: error.sentence)
        }
    }

    package static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    }
}

/// An object's members by folded keys: `imageUrl`, `image_url` and `Image URL` are one key.
package struct JSONFields {
    private var values: [String: JSONValue] = [:]
    /// By folded key: the key as it is written.
    private var names: [String: String] = [:]
    private var asked: Set<String> = []

    package init(_ members: [String: JSONValue]) {
        // Of two keys that fold to one, the one with a value counts, else the first by name.
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

    /// The first value among these keys that is not blank. All of them count as read.
    package mutating func take(_ keys: String...) -> JSONValue? { take(keys) }

    package mutating func take(_ keys: [String]) -> JSONValue? {
        asked.formUnion(keys)
        for key in keys {
            if let value = values[key], !value.isBlank { return value }
        }
        return nil
    }

    /// The members that were not read: the folded key, the key as it is written, and the value.
    package var rest: [(key: String, name: String, value: JSONValue)] {
        values.filter { !asked.contains($0.key) }.sorted { $0.key < $1.key }.map {
            ($0.key, names[$0.key] ?? $0.key, $0.value)
        }
    }

    /// The keys that were not read and have values, as they are written.
    package var untaken: [String] {
        values.filter { !asked.contains($0.key) && !$0.value.isBlank }.compactMap { names[$0.key] }.sorted()
    }
}

extension JSONValue {
    /// An instant, in the forms of apps and their exporters; `nil` for one that an event cannot have.
    ///
    /// RFC 3339, also in a wrapper of Parse (`iso`), MongoDB (`$date`) and Firestore's exporters (`value`,
    /// `__time__`); seconds and nanoseconds apart; seconds or milliseconds since 1970. Without an offset it is UTC.
    package var instant: Timestamp? { instant(depth: 0) }

    /// The instant in the field called `name`. A note reports a value that is none.
    package func instant(called name: String, notes: inout [String]) -> Timestamp? {
        guard !isBlank else { return nil }
        guard let time = instant else {
            notes.append("\(name): «\(text(isIndented: false).prefix(40))» dropped, because it is not a time")
            return nil
        }
        return time
    }

    private func instant(depth: Int) -> Timestamp? {
        switch self {
        case .string(let text): return Self.instant(text.trimmed)
        case .number(let text):
            guard let number = Double(text) else { return nil }
            // Seconds reach this in the year 5138, milliseconds reached it in 1973.
            return Self.instant(seconds: abs(number) < 1e11 ? number : number / 1_000)
        case .object(let members, _):
            guard depth < 3 else { return nil }
            if let seconds = members["_seconds"] ?? members["seconds"], let whole = seconds.words.flatMap({ Int64($0) })
            {
                let nanoseconds = (members["_nanoseconds"] ?? members["nanoseconds"] ?? members["nanos"])?.integer ?? 0
                let (micros, overflows) = whole.multipliedReportingOverflow(by: 1_000_000)
                guard !overflows, (0..<1_000_000_000).contains(nanoseconds) else { return nil }
                let (sum, isTooLate) = micros.addingReportingOverflow(nanoseconds / 1_000)
                return isTooLate ? nil : Self.instant(Timestamp(microseconds: sum))
            }
            if let number = members["$numberLong"]?.words { return JSONValue.number(number).instant(depth: depth + 1) }
            for key in ["iso", "$date", "value", "__time__"] {
                if let inner = members[key] { return inner.instant(depth: depth + 1) }
            }
            return nil
        case .null, .bool, .array: return nil
        }
    }

    private static func instant(_ text: String) -> Timestamp? {
        if let time = Timestamp(rfc3339: text) { return time }
        // A date without an offset, or without a time of day.
        return Timestamp(rfc3339: text + "Z") ?? Timestamp(rfc3339: text + "T00:00:00Z")
    }

    private static func instant(seconds: Double) -> Timestamp? {
        Int64(exactly: (seconds * 1_000_000).rounded()).flatMap { instant(Timestamp(microseconds: $0)) }
    }

    private static func instant(_ time: Timestamp) -> Timestamp? {
        time >= .earliest && time <= .latest ? time : nil
    }
}
