import Events

/// The part of an answer to explain: names of fields and of entries of lists, from the outside in. No names: the whole
/// answer.
struct AnswerPath: Hashable, Sendable {
    /// Each word is a name, or several names with dots between them.
    var words: [String]

    /// All values that the path leads to. A name may stand for several entries, such as a recipe and its reposts.
    func find(in answer: AnswerTree) -> [AnswerTree] {
        words.reduce([answer]) { found, word in found.flatMap { Self.find(word, in: $0) } }
    }

    /// The value that the path leads to, or the list of the values; nil: there is none.
    func value(in answer: AnswerTree) -> AnswerTree? {
        let found = find(in: answer).filter { $0 != .absent }
        return found.count > 1 ? .list(found) : found.first
    }

    /// Names may contain dots: the longest name that occurs counts.
    private static func find(_ name: String, in answer: AnswerTree) -> [AnswerTree] {
        let whole = step(name, in: answer)
        if !whole.isEmpty { return whole }
        var rest = name[...]
        while let dot = rest.lastIndex(of: ".") {
            rest = rest[..<dot]
            let found = step(String(rest), in: answer)
            let left = String(name[name.index(after: dot)...])
            if !found.isEmpty, !left.isEmpty { return found.flatMap { find(left, in: $0) } }
        }
        return []
    }

    private static func step(_ name: String, in answer: AnswerTree) -> [AnswerTree] {
        switch answer {
        case .fields(let fields):
            if let field = fields[name] { return [field] }
            return fields.sorted { $0.key < $1.key }.flatMap { entries(name, in: $0.value) }
        case .list: return entries(name, in: answer)
        default: return []
        }
    }

    /// The entries with a name, at any depth of lists: replies lie below comments.
    private static func entries(_ name: String, in list: AnswerTree) -> [AnswerTree] {
        guard case .list(let items) = list else { return [] }
        return items.flatMap { item -> [AnswerTree] in
            if item == .text(name) || item.entryNames.contains(name) { return [item] }
            guard case .fields(let fields) = item else { return [] }
            return fields.sorted { $0.key < $1.key }.flatMap { entries(name, in: $0.value) }
        }
    }

    /// Refuses a name that is no field but similar to one. Other unknown names may be names of entries that no longer
    /// exist, which may be explained too.
    func checkFields(of answer: AnswerTree) throws(Refusal) {
        var found = [answer]
        for word in words {
            let next = found.flatMap { Self.find(word, in: $0) }
            if next.isEmpty, case .fields(let fields)? = found.first {
                if let name = Self.otherNames[word]?.first(where: { fields[$0] != nil }) {
                    throw Self.unknown(word, " — did you mean \(name)?")
                }
                let near = NearestNames(to: word, among: fields.keys.sorted())
                guard near.names.isEmpty else { throw Self.unknown(word, near.question) }
            }
            found = next
        }
    }

    /// The refusal of a path that never led to a value.
    func unknown(in answer: AnswerTree) -> Refusal {
        var found = [answer]
        for word in words {
            let next = found.flatMap { Self.find(word, in: $0) }
            if next.isEmpty, case .fields(let fields)? = found.first {
                // A word with a digit or an @ is the name of an entry.
                let isField = !word.contains { $0.isNumber || $0 == "@" }
                return Self.unknown(
                    word, isField ? ": there are \(fields.keys.sorted().joined(separator: ", "))" : "")
            }
            found = next
        }
        return Refusal(.notFound, "this part of the answer never had a value", field: "field")
    }

    /// What people call a field by the word of tables and pages.
    private static let otherNames = ["points": ["xp", "engagement"]]

    private static func unknown(_ word: String, _ hint: String) -> Refusal {
        Refusal(.notFound, "the answer has never had a field «\(word)»\(hint)", field: "field")
    }
}
