package import Events

/// Members as people name them.
package enum MemberName {
    /// A username as it is stored: people may write `@` before it.
    package static func username(_ text: String) -> String { String(text.trimmingPrefix("@")) }

    /// `@bob`, `bob`, `m17` or `external:…`.
    package static func reference(_ text: String, field: String) throws(Refusal) -> Reference {
        switch Reference(text) {
        case .username(let name)?: return .username(name)
        case .position(let position, "m")?: return .position(position, letter: "m")
        case .external(let source, let id)?: return .external(source: source, id: id)
        default: break
        }
        if Username.isWellFormed(text) { return .username(text) }
        throw Refusal(.usage, "«\(text)» names no member: write @name or m17", field: field)
    }
}

/// Recipes, comments, reposts and reports as people name them.
package enum EntityName {
    /// `letters` are the kinds that are allowed; a bare number may be any of them.
    package static func reference(_ text: String, _ letters: String, field: String = "id") throws(Refusal) -> Reference
    {
        switch Reference(text) {
        case .position(let position, nil)?:
            return .position(position, letter: letters.count == 1 ? letters.first : nil)
        case .position(let position, let letter?)? where letters.contains(letter):
            return .position(position, letter: letter)
        case .external(let source, let id)?: return .external(source: source, id: id)
        default: break
        }
        let examples = letters.map { "\($0)12" }.joined(separator: " or ")
        let digits = text.filter { $0.isASCII && $0.isNumber }
        let hint =
            digits.isEmpty || digits.count > 15 || text.contains(":")
            ? "" : " — did you mean \(letters.map { "\($0)\(digits)" }.joined(separator: " or "))?"
        throw Refusal(.usage, "«\(text)» is no id here: write \(examples) or external:source:id\(hint)", field: field)
    }
}
