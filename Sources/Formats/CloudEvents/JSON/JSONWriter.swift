extension [UInt8] {
    /// Appends text as a JSON string, quotes included.
    ///
    /// Why by hand: the keys of events have a fixed order, and `JSONEncoder` can only sort them.
    package mutating func append(json text: String) {
        append(.quote)
        for byte in text.utf8 {
            switch byte {
            case .quote, .backslash:
                append(.backslash)
                append(byte)
            case .newline: append(contentsOf: "\\n".utf8)
            case 0..<0x20:
                let hexadecimal = String(byte, radix: 16)
                append(contentsOf: (byte < 16 ? "\\u000" : "\\u00").utf8)
                append(contentsOf: hexadecimal.utf8)
            default: append(byte)
            }
        }
        append(.quote)
    }
}

extension JSONValue {
    package static func object(_ members: [String: JSONValue]) -> JSONValue { .object(members, 0..<0) }

    /// The value as JSON, on one line or with a line for each entry. Keys are sorted, so that equal values are equal bytes.
    package func text(isIndented: Bool) -> String {
        var bytes: [UInt8] = []
        write(into: &bytes, indent: isIndented ? 0 : nil)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(into bytes: inout [UInt8], indent: Int?) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let answer): bytes += (answer ? "true" : "false").utf8
        case .number(let text): bytes += text.utf8
        case .string(let text): bytes.append(json: text)
        case .array(let items):
            Self.writeEntries(items, "[", "]", into: &bytes, indent: indent) { item, bytes, indent in
                item.write(into: &bytes, indent: indent)
            }
        case .object(let members, _):
            let sorted = members.sorted { $0.key < $1.key }
            Self.writeEntries(sorted, "{", "}", into: &bytes, indent: indent) { member, bytes, indent in
                bytes.append(json: member.key)
                bytes += (indent == nil ? ":" : ": ").utf8
                member.value.write(into: &bytes, indent: indent)
            }
        }
    }

    private static func writeEntries<Entry>(
        _ entries: [Entry], _ open: Unicode.Scalar, _ close: Unicode.Scalar, into bytes: inout [UInt8], indent: Int?,
        _ write: (Entry, inout [UInt8], Int?) -> Void
    ) {
        func breakLine(_ depth: Int?, _ bytes: inout [UInt8]) {
            guard let depth else { return }
            bytes.append(.newline)
            bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
        }
        bytes.append(UInt8(ascii: open))
        let inner = indent.map { $0 + 1 }
        for (index, entry) in entries.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine(inner, &bytes)
            write(entry, &bytes, inner)
        }
        if !entries.isEmpty { breakLine(indent, &bytes) }
        bytes.append(UInt8(ascii: close))
    }
}

/// Builds one JSON object member by member, in the order given.
struct JSONObjectWriter {
    private var bytes: [UInt8] = [UInt8(ascii: "{")]

    init() { bytes.reserveCapacity(384) }

    mutating func add(_ key: String, _ text: String) {
        addKey(key)
        bytes.append(json: text)
    }

    mutating func add(raw key: String, _ json: [UInt8]) {
        addKey(key)
        bytes.append(contentsOf: json)
    }

    private mutating func addKey(_ key: String) {
        if bytes.count > 1 { bytes.append(.comma) }
        bytes.append(json: key)
        bytes.append(UInt8(ascii: ":"))
    }

    consuming func finished() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
