import Events

/// Words of which only some are allowed.
enum Word {
    /// What a word stands for, whatever its case. Refuses with `usage`, all words and the nearest ones.
    static func choose<Value>(
        _ text: String, _ values: KeyValuePairs<String, Value>, field: String
    ) throws(Refusal) -> Value {
        if let match = values.first(where: { $0.key.lowercased() == text.lowercased() }) { return match.value }
        let names = values.map(\.key)
        let near = NearestNames(to: text, among: names).question
        throw Refusal(
            .usage, "«\(text)» is no \(field): it is one of \(names.joined(separator: ", "))\(near)", field: field)
    }
}
