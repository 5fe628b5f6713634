extension JSONValue {
    /// Text, or a number as written; nil for everything else and for blanks.
    package var words: String? {
        switch self {
        case .string(let text), .number(let text):
            let text = text.trimmed
            return text.isEmpty ? nil : text
        default: return nil
        }
    }

    package var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
    package var members: [String: JSONValue]? { if case .object(let members, _) = self { members } else { nil } }
    package var isNull: Bool { self == .null }

    /// Whether it says nothing: null, a blank text, an empty list or object.
    package var isBlank: Bool {
        switch self {
        case .null: true
        case .string(let text): text.trimmed.isEmpty
        case .array(let items): items.isEmpty
        case .object(let members, _): members.isEmpty
        case .bool, .number: false
        }
    }
}
