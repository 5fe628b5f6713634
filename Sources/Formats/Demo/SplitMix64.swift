/// SplitMix64: the same numbers for the same seed on every machine.
///
/// What is drawn from it is worked out here and not by the standard library, whose ways of drawing may change between
/// versions.
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

    /// One of them; `elements` must not be empty.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// In an order of its own.
    mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var result = elements
        for index in result.indices.dropFirst() { result.swapAt(index, below(index + 1)) }
        return result
    }

    /// A number that follows from `value` alone, without a likeness to that of its neighbours.
    static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
