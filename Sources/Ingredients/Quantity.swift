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
        Quantity(least * factor, upTo: most.map { $0 * factor })
    }

    /// To three decimals: nobody weighs finer, and thirds add up again.
    package var roundedToThousandths: Quantity {
        func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
        return Quantity(rounded(least), upTo: most.map(rounded))
    }
}
