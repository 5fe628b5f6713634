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

    func text(_ write: (Double) -> String) -> String {
        let first = write(least)
        guard let last = most.map(write), last != first else { return first }
        return "\(first)–\(last)"
    }

    // MARK: To the last digit

    static let vulgarFractions: [(sign: Unicode.Scalar, value: Double)] = [
        ("¼", 0.25), ("½", 0.5), ("¾", 0.75), ("⅓", 1.0 / 3), ("⅔", 2.0 / 3), ("⅛", 0.125), ("⅜", 0.375), ("⅝", 0.625),
        ("⅞", 0.875), ("⅕", 0.2), ("⅖", 0.4), ("⅗", 0.6), ("⅘", 0.8), ("⅙", 1.0 / 6), ("⅚", 5.0 / 6),
    ]

    static func exact(_ value: Double) -> String {
        let whole = value.rounded(.down)
        let rest = value - whole
        // A sum of decimals may miss a whole number by its last bit.
        if rest < 1e-9 || rest > 1 - 1e-9 { return integer(value.rounded()) }
        for (sign, share) in vulgarFractions where abs(rest - share) < 1e-9 {
            return (whole == 0 ? "" : integer(whole)) + String(sign)
        }
        for parts in [12.0, 16] where abs(rest * parts - (rest * parts).rounded()) < 1e-9 {
            return (whole == 0 ? "" : integer(whole) + " ") + integer((rest * parts).rounded()) + "/" + integer(parts)
        }
        return decimals(value)
    }

    private static func integer(_ value: Double) -> String { value < 1e15 ? "\(Int64(value))" : "\(value)" }

    /// With decimals, as metric amounts are written, if few of them suffice; otherwise as a fraction. Grams and
    /// millilitres have two, because `1.250 g` may mean 1250 grams.
    static func metric(_ value: Double, in unit: MeasuringUnit) -> String {
        let scale = unit.name == "g" || unit.name == "ml" ? 1e2 : 1e4
        let rounded = (value * scale).rounded() / scale
        return abs(rounded - value) < 1e-9 ? decimals(rounded) : exact(value)
    }

    /// The quantity that its own text gives back: a sum of units such as `1 cup + 1 tsp` has endless decimals, of which
    /// four are kept.
    var readable: Quantity {
        func readable(_ value: Double) -> Double {
            for parts in [12.0, 16] where abs(value * parts - (value * parts).rounded()) < 1e-7 {
                return (value * parts).rounded() / parts
            }
            return (value * 1e4).rounded() / 1e4
        }
        return Quantity(readable(least), upTo: most.map(readable))
    }

    static func decimals(_ value: Double) -> String {
        value == value.rounded() ? integer(value) : "\(value)"
    }

    // MARK: Rounded

    static func rounded(_ value: Double, in unit: MeasuringUnit?) -> String {
        guard let unit, unit.kitchen == .metric else { return fraction(value) }
        switch unit.name {
        case "g", "ml", "mg": return decimal(value, step: step(of: value))
        case "kg" where value < 1, "l" where value < 1:
            // Less than one is rounded like the same amount in grams or millilitres.
            let small = decimal(value * 1_000, step: step(of: value * 1_000))
            return Double(small).map { decimals($0 / 1_000) } ?? twoDigits(value)
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
        // 375 g is an amount of its own, and no 380 g.
        if step == 10, abs(value - (value / 5).rounded() * 5) <= value / 1_000 {
            return decimals((value / 5).rounded() * 5)
        }
        let steps = (value / step).rounded()
        // A quantity that is not near a step keeps its decimals, as with fractions.
        guard steps > 0, abs(steps * step - value) <= value / 10 else { return twoDigits(value) }
        return decimals((steps * step * 1e6).rounded() / 1e6)
    }

    /// Fractions that measuring spoons and cups have: eighths below two, then quarters and thirds, then halves.
    static func fraction(_ value: Double) -> String {
        guard let snapped = snapped(value) else { return twoDigits(value) }
        return exact(snapped)
    }

    /// The nearest amount with a usual fraction; `nil` if it differs by more than a tenth.
    private static func snapped(_ value: Double) -> Double? {
        if value >= 20 { return value.rounded() }
        if let part = [12.0, 16].first(where: { value < 0.125 && abs(value * $0 - 1) < 1e-9 }) { return 1 / part }
        let shares = value < 2 ? fineShares : value < 10 ? cupShares : [0, 0.5, 1]
        let nearest = nearest(to: value, shares)
        return nearest > 0 && abs(nearest - value) <= value / 10 ? nearest : nil
    }

    /// The shares of one that measuring cups hold.
    static let cupShares = [0, 0.25, 1.0 / 3, 0.5, 2.0 / 3, 0.75, 1]
    private static let fineShares = [0, 0.125, 0.25, 1.0 / 3, 0.375, 0.5, 0.625, 2.0 / 3, 0.75, 0.875, 1]

    /// The number with one of these shares behind its whole part that is nearest to `value`.
    static func nearest(to value: Double, _ shares: [Double]) -> Double {
        let whole = value.rounded(.down)
        return whole + (shares.min { abs(whole + $0 - value) < abs(whole + $1 - value) } ?? 0)
    }

    /// The two significant digits: `0.042`.
    private static func twoDigits(_ value: Double) -> String {
        guard value >= 0.001 else { return value > 0 ? "<0.001" : "0" }
        var scale = 1.0
        while value * scale < 10 { scale *= 10 }
        return decimals((value * scale).rounded() / scale)
    }
}
