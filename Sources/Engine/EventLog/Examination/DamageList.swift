import Layout

/// Everything that is wrong, counted, and the first few of it in words.
struct DamageList {
    private static let namedMax = 3

    private(set) var count = 0
    /// The first event that it is known of to be wrong.
    private(set) var first: Position?
    private var named: [String] = []
    private var hasMore = false

    var isEmpty: Bool { count == 0 }

    /// The words are made only while there is room for them.
    mutating func add(_ words: @autoclosure () -> String, at position: Position? = nil, count: Int = 1) {
        self.count += count
        if let position { first = min(first ?? position, position) }
        if named.count < Self.namedMax { named.append(words()) } else { hasMore = true }
    }

    /// `event 3 is missing; event 7 is missing; and more`.
    var text: String { (named + (hasMore ? ["and more"] : [])).joined(separator: "; ") }
}
