package import Events

/// Words of which only some are allowed.
package enum Word {
    /// What a word stands for, whatever its case. Refuses with `usage`, all words and the nearest ones.
    package static func choose<Value>(
        _ text: String, _ values: KeyValuePairs<String, Value>, field: String
    ) throws(Refusal) -> Value {
        try choose(text, Array(values), field: field, noun: field)
    }

    /// As above, where what is chosen is not called as the field is.
    package static func choose<Value>(
        _ text: String, _ values: [(key: String, value: Value)], field: String, noun: String
    ) throws(Refusal) -> Value {
        if let match = values.first(where: { $0.key.lowercased() == text.lowercased() }) { return match.value }
        throw unknown(text, values.map(\.key), field: field, noun: noun)
    }

    /// The refusal of a word that is none of those that are allowed.
    package static func unknown(_ text: String, _ names: [String], field: String, noun: String) -> Refusal {
        let near = NearestNames(to: text, among: names).question
        return Refusal(
            .usage, "«\(text)» is no \(noun): it is one of \(names.joined(separator: ", "))\(near)", field: field)
    }

    /// The same where the words are those of the cases themselves.
    package static func choose<Value: CaseIterable & RawRepresentable<String>>(
        _ text: String, _ type: Value.Type, field: String
    ) throws(Refusal) -> Value {
        try choose(text, Value.allCases.map { ($0.rawValue, $0) }, field: field, noun: field)
    }
}
