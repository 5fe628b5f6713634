/// An amount: `2`, or a range from `2` to `3`. Never negative.
package struct Quantity: Hashable, Sendable {
    package var least: Double
    /// The upper end of a range, above `least`; `nil` if it is no range.
    package var most: Double?

    package init(_ least: Double, upTo most: Double? = nil) {
        self.least = least
        self.most = most
    }

    /// The quantity times a factor, at both ends.
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

    /// A value outside the range of the number type becomes the nearest end.
    static func finite(_ value: Double) -> Double { min(value, .greatestFiniteMagnitude) }
}

extension Quantity {
    /// The exact text as cooks write it: `250`, `1½`, `0.37`, `2–3`. Reading it gives the same quantity.
    package var text: String { text(Self.exact) }

    /// The text of a calculated quantity: rounded to an amount that a cook can measure.
    ///
    /// Grams and millilitres are rounded to a few hundredths, other metric units to twentieths, and all others to the
    /// fractions of spoons and cups. A quantity that is not near a step keeps its decimals: a wrong amount is worse
    /// than an odd one.
    package func roundedText(in unit: MeasuringUnit?) -> String {
        text { Self.rounded($0, in: unit) }
    }

    private func text(_ write: (Double) -> String) -> String {
        let first = write(least)
        guard let last = most.map(write), last != first else { return first }
        return "\(first)–\(last)"
    }

    // MARK: To the last digit

    static let vulgarFractions: [(sign: Unicode.Scalar, value: Double)] = [
        ("¼", 0.25), ("½", 0.5), ("¾", 0.75), ("⅓", 1.0 / 3), ("⅔", 2.0 / 3), ("⅛", 0.125), ("⅜", 0.375), ("⅝", 0.625),
        ("⅞", 0.875), ("⅕", 0.2), ("⅖", 0.4), ("⅗", 0.6), ("⅘", 0.8), ("⅙", 1.0 / 6), ("⅚", 5.0 / 6),
    ]

    private static func exact(_ value: Double) -> String {
        let whole = value.rounded(.down)
        let rest = value - whole
        if rest == 0 { return integer(whole) }
        for (sign, share) in vulgarFractions where abs(rest - share) < 1e-9 {
            return (whole == 0 ? "" : integer(whole)) + String(sign)
        }
        for parts in [12.0, 16] where abs(rest * parts - (rest * parts).rounded()) < 1e-9 {
            return (whole == 0 ? "" : integer(whole) + " ") + integer((rest * parts).rounded()) + "/" + integer(parts)
        }
        return decimals(value)
    }

    private static func integer(_ value: Double) -> String { value < 1e15 ? "\(Int64(value))" : "\(value)" }

    private static func decimals(_ value: Double) -> String {
        value == value.rounded() ? integer(value) : "\(value)"
    }

    // MARK: Rounded

    private static func rounded(_ value: Double, in unit: MeasuringUnit?) -> String {
        guard let unit, unit.kitchen == .metric else { return fraction(value) }
        switch unit.name {
        case "g", "ml", "mg": return decimal(value, step: step(of: value))
        // Less than one is rounded like the same amount in grams or millilitres.
        case "kg", "l": return decimal(value, step: value < 1 ? step(of: value * 1_000) / 1_000 : coarseStep(of: value))
        default: return decimal(value, step: coarseStep(of: value))
        }
    }

    private static func coarseStep(of value: Double) -> Double { value < 10 ? 0.05 : value < 100 ? 0.5 : 5 }

    /// The steps of grams and millilitres.
    private static func step(of value: Double) -> Double {
        switch value {
        case ..<1: 0.05
        case ..<3: 0.1
        case ..<10: 0.5
        case ..<50: 1
        case ..<200: 5
        case ..<1_000: 10
        default: 50
        }
    }

    private static func decimal(_ value: Double, step: Double) -> String {
        let steps = (value / step).rounded()
        // A quantity that is not near a step keeps its decimals, as with fractions.
        guard steps > 0, abs(steps * step - value) <= value / 10 else { return twoDigits(value) }
        return decimals((steps * step * 1e6).rounded() / 1e6)
    }

    private static func fraction(_ value: Double) -> String {
        if value >= 20 { return integer(value.rounded()) }
        let whole = value.rounded(.down)
        let shares = [0, 0.25, 1.0 / 3, 0.5, 2.0 / 3, 0.75, 1] + (value < 1 ? [0.125] : [])
        let nearest = shares.min { abs(whole + $0 - value) < abs(whole + $1 - value) } ?? 0
        guard whole + nearest > 0, abs(whole + nearest - value) <= value / 10 else { return twoDigits(value) }
        return exact(whole + nearest)
    }

    /// The two significant digits: `0.042`.
    private static func twoDigits(_ value: Double) -> String {
        guard value >= 0.001 else { return value > 0 ? "<0.001" : "0" }
        var scale = 1.0
        while value * scale < 10 { scale *= 10 }
        return decimals((value * scale).rounded() / scale)
    }
}
