/// The newest of what happened, at most `limit` of it: what is answered, taken back and reported is recent.
struct RecentList<Element> {
    private let limit: Int
    private var elements: [Element] = []
    private var oldest = 0

    init(limit: Int) { self.limit = limit }

    mutating func append(_ element: Element) {
        if elements.count < limit {
            elements.append(element)
        } else {
            elements[oldest] = element
            oldest = (oldest + 1) % limit
        }
    }

    /// Any of them; nil when there is none.
    func draw(_ random: inout SplitMix64) -> (place: Int, element: Element)? {
        guard !elements.isEmpty else { return nil }
        let place = random.below(elements.count)
        return (place, elements[place])
    }

    /// Takes one out; the newest moves to where it was.
    mutating func remove(at place: Int) {
        elements.swapAt(place, elements.count - 1)
        elements.removeLast()
        oldest = 0
    }

    /// Takes out those that are so, wherever they are. O(limit).
    mutating func remove(where isSo: (Element) -> Bool) {
        elements.removeAll(where: isSo)
        oldest = 0
    }
}
