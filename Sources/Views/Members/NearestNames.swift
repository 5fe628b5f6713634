/// Which names somebody may have meant by one that is not there.
package struct NearestNames: Sendable {
    private let wanted: [Unicode.Scalar]
    /// Names further off are not what was meant.
    private let distanceMax: Int
    private var found: [(distance: Int, name: String)] = []

    private static let countMax = 3
    /// Longer ones are cut: names have 30 characters.
    private static let lengthMax = 64

    /// `wanted` and the candidates as the table folds them.
    package init(to wanted: String) {
        self.wanted = Array(wanted.unicodeScalars.prefix(Self.lengthMax))
        distanceMax = max(1, self.wanted.count / 3)
    }

    /// O(length of both). `folded` is compared, `name` is shown.
    package mutating func consider(_ name: String, folded: String) {
        let distance = distance(to: folded)
        guard distance <= distanceMax else { return }
        found.append((distance, name))
        found.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
        if found.count > Self.countMax { found.removeLast() }
    }

    /// At most three, the nearest first.
    package var names: [String] { found.map(\.name) }

    /// Levenshtein's distance: insertions, deletions and replacements.
    private func distance(to text: String) -> Int {
        let other = Array(text.unicodeScalars.prefix(Self.lengthMax))
        guard abs(other.count - wanted.count) <= distanceMax else { return distanceMax + 1 }
        var row = Array(0...other.count)
        for (index, scalar) in wanted.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in other.indices {
                let replaced = diagonal + (other[column] == scalar ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}
