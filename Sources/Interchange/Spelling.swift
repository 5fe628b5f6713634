/// «Did you mean …»: finds names that are a few slips of the finger away.
package enum Spelling {
    /// At most three names, nearest first; none when nothing is near.
    package static func nearest(to text: String, among names: some Sequence<String>) -> [String] {
        let wanted = Array(text.lowercased().unicodeScalars.prefix(64))
        let most = max(1, wanted.count / 3)
        return names.map { (distance(wanted, Array($0.lowercased().unicodeScalars)), $0) }
            .filter { $0.0 <= most }
            .sorted { $0 < $1 }
            .prefix(3)
            .map(\.1)
    }

    /// Levenshtein's distance. O(a × b).
    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var previous = Array(0...b.count)
        for (row, x) in a.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(b.count + 1)
            for (column, y) in b.enumerated() {
                current.append(min(previous[column] + (x == y ? 0 : 1), previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[b.count]
    }
}
