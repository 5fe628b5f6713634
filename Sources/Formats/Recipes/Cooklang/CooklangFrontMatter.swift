import CloudEvents
import Yams

/// The front matter of a Cooklang file: YAML, or else lines of a key, a colon and a value.
///
/// Yams reads the YAML. Why lines are read by hand: front matter that is not valid YAML still gives its keys.
enum CooklangFrontMatter {
    /// The longest front matter, in bytes. People write none that is longer.
    static let bytesMax = 64 << 10
    /// The maximum of keys and list items together.
    private static let entriesMax = 1_000
    private static let depthMax = 8

    /// The entries in order, and a sentence about what was not read.
    static func entries(_ text: String) -> (entries: [CooklangMetadata], remark: String?) {
        guard !text.trimmed.isEmpty else { return ([], nil) }
        guard text.utf8.count <= bytesMax else {
            return ([], "the front matter is longer than \(bytesMax) bytes: it is passed over")
        }
        // Aliases can expand to more than fits into memory, and no recipe needs one. The error is dropped, because front matter
        // that is not YAML is read line by line below, which reports what it cannot read.
        if !hasAlias(text), let node = try? Yams.compose(yaml: text), case .mapping(let mapping) = node {
            var reading = Reading()
            reading.add(mapping, under: "", depth: 1)
            let remark = reading.isCut ? "the front matter has more than can be read: the rest is passed over" : nil
            return (reading.entries, remark)
        }
        let lines = text.split(whereSeparator: \.isNewline)
        var entries: [CooklangMetadata] = []
        var skipped = 0
        for line in lines.prefix(entriesMax) {
            let content = String(line).trimmed
            if content.hasPrefix("#") || content.isEmpty { continue }
            if content.hasPrefix("- "), let last = entries.indices.last {
                entries[last].values.append(unquoted(content.dropFirst(2)))
                entries[last].isList = true
            } else if let entry = entry(content[...]) {
                entries.append(entry)
            } else {
                skipped += 1
            }
        }
        guard skipped > 0 || lines.count > entriesMax else { return (entries, nil) }
        return (
            entries,
            "the front matter is not YAML: \(skipped + max(0, lines.count - entriesMax)) of its lines are passed over"
        )
    }

    /// Reads `key: value` with any blanks; `nil` without a colon or a key.
    static func entry(_ line: Substring) -> CooklangMetadata? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let key = unquoted(line[..<colon])
        guard !key.isEmpty else { return nil }
        let value = unquoted(line[line.index(after: colon)...])
        return CooklangMetadata(key: key, values: value.isEmpty ? [] : [value])
    }

    private static func unquoted(_ text: Substring) -> String {
        let text = String(text).trimmed
        for quote: Character in ["\"", "'"] where text.count >= 2 && text.first == quote && text.last == quote {
            return String(text.dropFirst().dropLast())
        }
        return text
    }

    /// Whether the text may hold a YAML anchor or alias outside quotes.
    private static func hasAlias(_ text: String) -> Bool {
        var before: Unicode.Scalar = "\n"
        var isApart = true
        var quote: Unicode.Scalar?
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if let open = quote {
                if isEscaped {
                    isEscaped = false
                } else if scalar == "\\", open == "\"" {
                    isEscaped = true
                } else if scalar == open {
                    quote = nil
                    before = scalar
                    isApart = false
                }
                continue
            }
            let mayBegin = isApart && "\n:-[,{?".unicodeScalars.contains(before)
            if mayBegin, scalar == "*" || scalar == "&" { return true }
            if mayBegin, scalar == "\"" || scalar == "'" {
                quote = scalar
            } else if scalar == "\n" {
                before = scalar
                isApart = true
            } else if scalar == " " || scalar == "\t" {
                isApart = true
            } else {
                before = scalar
                isApart = "[,{".unicodeScalars.contains(scalar)
            }
        }
        return false
    }

    private struct Reading {
        var entries: [CooklangMetadata] = []
        var isCut = false
        private var count = 0

        mutating func add(_ mapping: Node.Mapping, under path: String, depth: Int) {
            for (key, value) in mapping {
                guard let name = key.scalar?.string, depth <= depthMax else {
                    isCut = true
                    continue
                }
                let key = path + name.withSingleBlanks
                switch value {
                case .mapping(let inner): add(inner, under: key + ".", depth: depth + 1)
                case .sequence(let items):
                    append(
                        CooklangMetadata(key: key, values: items.flatMap { texts($0, depth: depth + 1) }, isList: true))
                default: append(CooklangMetadata(key: key, values: texts(value, depth: depth)))
                }
            }
        }

        private mutating func append(_ entry: CooklangMetadata) {
            count += 1 + entry.values.count
            guard count <= entriesMax else {
                isCut = true
                return
            }
            entries.append(entry)
        }

        private func texts(_ node: Node, depth: Int) -> [String] {
            switch node {
            case .scalar(let scalar):
                let isNull = scalar.style == .plain && ["", "~", "null", "Null", "NULL"].contains(scalar.string)
                return isNull ? [] : [scalar.string]
            case .sequence(let items) where depth <= depthMax: return items.flatMap { texts($0, depth: depth + 1) }
            default: return []
            }
        }
    }
}
