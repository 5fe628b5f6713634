import Interchange

/// «Did you mean …» as the end of a sentence.
enum Suggestion {
    /// ` — did you mean newest or oldest?`, or nothing when nothing is near.
    static func sentence(for name: String, in candidates: some Sequence<String>) -> String {
        var names = Spelling.nearest(to: name, among: candidates)
        if names.isEmpty, name.count >= 3 {
            // What was typed as a beginning is as good as a slip.
            names = Array(candidates.filter { $0.lowercased().hasPrefix(name.lowercased()) }.sorted().prefix(3))
        }
        guard let last = names.last else { return "" }
        let list = names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " or " + last
        return " — did you mean \(list)?"
    }
}
