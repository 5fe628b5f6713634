/// Everything that is wrong, counted, and the first few of it in words.
struct DamageList {
    private static let namedMax = 3

    private(set) var count = 0
    private var named: [String] = []
    private var hasMore = false

    var isEmpty: Bool { count == 0 }

    /// The words are made only while there is room for them.
    mutating func add(_ words: @autoclosure () -> String, count: Int = 1) {
        self.count += count
        if named.count < Self.namedMax { named.append(words()) } else { hasMore = true }
    }

    /// `event 3 is missing; event 7 is missing; and more`.
    var text: String { (named + (hasMore ? ["and more"] : [])).joined(separator: "; ") }
}
