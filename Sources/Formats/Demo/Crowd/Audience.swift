/// The members, in an order of their own for each recipe and each thing that they do about it.
///
/// So no member does anything twice, and all that has to be kept is how far the order has been gone through: member
/// `(offset + place · stride) mod count` stands at `place`, and a stride without a common divisor meets everybody once.
struct Audience {
    private let count: Int
    private let offset: Int
    private let stride: Int

    /// Of the first `count` members, 1 or more.
    init(count: Int, seed: UInt64) {
        self.count = count
        let mixed = SplitMix64.mixed(seed)
        offset = Int(mixed % UInt64(count))
        var stride = 1 + Int(SplitMix64.mixed(mixed) % UInt64(count))
        while Self.commonDivisor(stride, count) != 1 { stride += 1 }
        self.stride = stride
    }

    /// Nil after the last.
    func member(at place: Int) -> Int? { place < count ? (offset + place * stride) % count : nil }

    private static func commonDivisor(_ a: Int, _ b: Int) -> Int {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}
