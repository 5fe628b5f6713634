/// How much of something: `2`, or from `2` to `3`. Never negative.
package struct Quantity: Hashable, Sendable {
    package var least: Double
    /// More than `least`; nil when it is no range.
    package var most: Double?

    package init(_ least: Double, upTo most: Double? = nil) {
        self.least = least
        self.most = most
    }

    /// So many times as much, at both ends.
    package func scaled(by factor: Double) -> Quantity {
        Quantity(Self.finite(least * factor), upTo: most.map { Self.finite($0 * factor) })
    }

    /// To three decimals: kitchen scales weigh no finer, and thirds add up again.
    package var roundedToThousandths: Quantity {
        func rounded(_ value: Double) -> Double {
            let thousandths = value * 1_000
            return thousandths.isFinite ? thousandths.rounded() / 1_000 : value
        }
        return Quantity(rounded(least), upTo: most.map(rounded))
    }

    /// A value beyond the range of the number becomes the range's end.
    static func finite(_ value: Double) -> Double { min(value, .greatestFiniteMagnitude) }
}
