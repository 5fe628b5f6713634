/// An answer as a JSON value that keeps the fields without a value, so that a path to such a field is distinguished
/// from a path to an unknown field.
package enum AnswerTree: Hashable, Sendable {
    /// A field that the JSON omits.
    case absent
    case truth(Bool)
    case number(Int64)
    case fraction(Double)
    case text(String)
    case list([AnswerTree])
    case fields([String: AnswerTree])

    package init(of answer: some Encodable) throws { self = try AnswerTreeEncoder.tree(of: answer) }

    package subscript(_ field: String) -> AnswerTree? {
        if case .fields(let fields) = self { fields[field] } else { nil }
    }

    /// The names of a list's entry, the most specific first: the repost's id before the recipe's, ids before usernames.
    var entryNames: [String] {
        guard case .fields(let fields) = self else { return [] }
        var names: [String] = []
        for part in ["repost", "recipe"] {
            if case .text(let id)? = fields[part]?["id"] { names.append(id) }
        }
        for field in ["id", "member", "username", "week", "name", "version"] {
            switch fields[field] {
            case .text(let text)?: names.append(field == "username" ? "@\(text)" : text)
            case .number(let number)?: names.append("\(number)")
            default: break
            }
        }
        return names
    }

    /// The name of an entry for people: a member's username, else the id.
    package var label: String? {
        if case .text(let username)? = self["username"], self["week"] == nil { return "@\(username)" }
        return entryNames.first
    }

    /// The value, for people.
    package var text: String {
        switch self {
        case .absent: "–"
        case .truth(let value): value ? "yes" : "no"
        case .number(let value): "\(value)"
        // JSON writes 4.0 as 4.
        case .fraction(let value): Int64(exactly: value).map { "\($0)" } ?? "\(value)"
        case .text(let value): value
        case .list(let values): values.isEmpty ? "none" : values.map(\.text).joined(separator: ", ")
        case .fields(let fields):
            label
                ?? fields.sorted { $0.key < $1.key }.filter { $0.value != .absent }
                .map { "\($0.key) \($0.value.text)" }.joined(separator: " ")
        }
    }
}

extension AnswerTree: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // A decoder only fails for a value of another type, so each type is tried.
        if container.decodeNil() {
            self = .absent
        } else if let truth = try? container.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? container.decode(Int64.self) {
            self = .number(number)
        } else if let fraction = try? container.decode(Double.self) {
            self = .fraction(fraction)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([AnswerTree].self) {
            self = .list(list)
        } else {
            self = .fields(try container.decode([String: AnswerTree].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .absent: try container.encodeNil()
        case .truth(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .fraction(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let values): try container.encode(values)
        case .fields(let fields): try container.encode(fields.filter { $0.value != .absent })
        }
    }
}
