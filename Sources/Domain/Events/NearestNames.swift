/// The names that a caller may have meant by an unknown one.
package struct NearestNames: Sendable {
    private let wanted: [Unicode.Scalar]
    /// Names at a larger distance are not suggested.
    private let distanceMax: Int
    private var found: [(distance: Int, name: String)] = []

    private static let countMax = 3
    /// Longer texts are cut: names have 30 characters.
    private static let lengthMax = 64
    /// Shorter beginnings match too many names.
    private static let beginningMin = 3

    /// `wanted` and the candidates must be folded alike.
    package init(to wanted: String) {
        self.wanted = Array(wanted.unicodeScalars.prefix(Self.lengthMax))
        distanceMax = max(1, self.wanted.count / 3)
    }

    /// Compares with a few names, in upper or lower case. A typed beginning counts like a typing error, and so does a part of a name
    /// where no name begins so: `liked` for `recipe.liked`.
    package init(to wanted: String, among names: some Sequence<String>) {
        let wanted = wanted.lowercased()
        self.init(to: wanted)
        let folded = names.map { (name: $0, folded: $0.lowercased()) }
        for (name, folded) in folded { consider(name, folded: folded) }
        guard found.isEmpty, self.wanted.count >= Self.beginningMin else { return }
        func fitting(_ holds: (String) -> Bool) -> [(distance: Int, name: String)] {
            folded.filter { holds($0.folded) }.map { (0, $0.name) }.sorted { $0.1 < $1.1 }
        }
        found = fitting { $0.hasPrefix(wanted) }
        if found.isEmpty { found = fitting { $0.contains(wanted) } }
        found.removeLast(max(0, found.count - Self.countMax))
    }

    /// O(product of both lengths). `folded` is compared, `name` is shown.
    package mutating func consider(_ name: String, folded: String) {
        let distance = distance(to: folded)
        guard distance <= distanceMax else { return }
        found.append((distance, name))
        found.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
        if found.count > Self.countMax { found.removeLast() }
    }

    /// At most three, the nearest first.
    package var names: [String] { found.map(\.name) }

    /// The end of a sentence: ` — did you mean newest or oldest?`; empty if no name is near.
    package var question: String {
        guard let last = names.last else { return "" }
        let others = names.dropLast().joined(separator: ", ")
        return " — did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
    }

    /// Levenshtein's distance with transpositions: insertions, deletions, replacements, and exchanges of two
    /// neighbours.
    private func distance(to text: String) -> Int {
        let other = Array(text.unicodeScalars.prefix(Self.lengthMax))
        guard abs(other.count - wanted.count) <= distanceMax else { return distanceMax + 1 }
        var (before, row) = ([Int](), Array(0...other.count))
        for (index, scalar) in wanted.enumerated() {
            var next = [index + 1]
            for column in other.indices {
                let replaced = row[column] + (other[column] == scalar ? 0 : 1)
                var distance = min(replaced, row[column + 1] + 1, next[column] + 1)
                if index > 0, column > 0, other[column] == wanted[index - 1], other[column - 1] == scalar {
                    distance = min(distance, before[column - 1] + 1)
                }
                next.append(distance)
            }
            (before, row) = (row, next)
        }
        return row[other.count]
    }
}
