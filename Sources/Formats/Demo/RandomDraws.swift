import Layout

/// SplitMix64: the same numbers for the same seed on every machine.
///
/// Why by hand: the standard library has no generator with a seed, and its algorithms for drawing a number in a range or a
/// shuffled order may change between versions.
struct SplitMix64: Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    /// From 0 to `count` − 1.
    mutating func below(_ count: Int) -> Int {
        precondition(count > 0)
        return Int(next().multipliedFullWidth(by: UInt64(count)).high)
    }

    /// From 0, inclusive, to 1, exclusive.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func chance(_ probability: Double) -> Bool { unit() < probability }

    /// One element; there must be at least one.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// The elements in a random order.
    mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var result = elements
        for index in result.indices.dropFirst() { result.swapAt(index, below(index + 1)) }
        return result
    }

    /// A hash of `value`: neighbouring values have unrelated hashes.
    static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A list of weights that only grows, from which a place is drawn in O(log n). It holds the sums up to each weight.
struct WeightedList {
    private var sums: [Double] = [0]

    mutating func append(_ weight: Double) { sums.append(sums[sums.count - 1] + weight) }

    /// A place in `range`, which must not be empty, with a probability in proportion to its weight.
    func draw(in range: Range<Int>, _ random: inout SplitMix64) -> Int {
        let target = sums[range.lowerBound] + random.unit() * (sums[range.upperBound] - sums[range.lowerBound])
        return range.dropLast().partitioningIndex { sums[$0 + 1] > target }
    }
}

/// The newest elements, at most `limit`: members answer, take back and report what is recent.
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

    /// A random element; `nil` if there is none.
    func draw(_ random: inout SplitMix64) -> (place: Int, element: Element)? {
        guard !elements.isEmpty else { return nil }
        let place = random.below(elements.count)
        return (place, elements[place])
    }

    /// Removes an element; the last one moves to its place.
    mutating func remove(at place: Int) {
        elements.swapAt(place, elements.count - 1)
        elements.removeLast()
        oldest = 0
    }

    /// Removes all elements for which `isSo` holds. O(limit).
    mutating func remove(where isSo: (Element) -> Bool) {
        elements.removeAll(where: isSo)
        oldest = 0
    }
}

/// The members in an order that differs for each recipe and each kind of mark.
///
/// No member sets a mark twice, and only the next place in the order has to be kept. The member at `place` is
/// `(offset + place · stride) mod count`; a stride without a common divisor with `count` meets every member once.
struct Audience {
    private let count: Int
    private let offset: Int
    private let stride: Int

    /// An order of the first `count` members, at least 1.
    init(count: Int, seed: UInt64) {
        self.count = count
        let mixed = SplitMix64.mixed(seed)
        offset = Int(mixed % UInt64(count))
        var stride = 1 + Int(SplitMix64.mixed(mixed) % UInt64(count))
        while Self.commonDivisor(stride, count) != 1 { stride += 1 }
        self.stride = stride
    }

    /// `nil` after the last member.
    func member(at place: Int) -> Int? { place < count ? (offset + place * stride) % count : nil }

    private static func commonDivisor(_ a: Int, _ b: Int) -> Int {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}
