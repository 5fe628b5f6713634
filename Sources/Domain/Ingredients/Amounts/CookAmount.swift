/// Writes an amount in the units with which a cook measures it: `2 tbsp + 2 tsp`, `1¼ cups`, `7.5 kg`.
///
/// An amount carries to the next unit, up or down. It never differs from the given amount by more than a tenth.
struct CookAmount {
    /// An amount in one unit.
    struct Part {
        let text: String
        let unit: MeasuringUnit
        let isMany: Bool

        /// A number that is written to its last digit.
        init(_ value: Double, _ unit: MeasuringUnit) {
            (text, self.unit, isMany) = (Quantity.exact(value), unit, value > 1)
        }

        init(_ text: String, _ unit: MeasuringUnit, isMany: Bool) {
            (self.text, self.unit, self.isMany) = (text, unit, isMany && text != "1")
        }

        var written: String { "\(text) \(isMany ? unit.plural : unit.name)" }
    }

    /// How far an amount may be from a fraction and still be that fraction.
    private static let sameness = 0.003
    /// How far an amount may be rounded to one fraction of a cup, as in 250 ml and 1 cup.
    private static let cupTolerance = 0.06
    private static let poundTolerance = 0.03

    /// Whether nothing is rounded. Then some amounts have no text.
    let isExact: Bool

    /// The amount with its unit; `nil` if the unit belongs to no ladder of units, or if an exact text needs its own unit.
    static func text(_ quantity: Quantity, in unit: MeasuringUnit, isExact: Bool = false) -> String? {
        guard quantity.least > 0, (quantity.most ?? quantity.least) < 1e9 else { return nil }
        let writer = CookAmount(isExact: isExact)
        if let most = quantity.most { return writer.range(quantity.least, most, unit) }
        guard let parts = writer.parts(quantity.least, unit), !parts.isEmpty else { return nil }
        let isMass = if case .mass = unit.measure { true } else { false }
        return parts.map(\.written).joined(separator: isMass ? " " : " + ")
    }

    private func parts(_ value: Double, _ unit: MeasuringUnit) -> [Part]? {
        switch unit.name {
        case "tsp", "tbsp", "cup": return spoons(value * Units.teaspoons(unit))
        case "fl oz", "pint", "qt", "gallon": return largeVolume(value, unit)
        case "oz", "lb": return mass(value * (unit.name == "lb" ? 16 : 1), from: unit)
        case "mg", "g", "kg", "ml", "cl", "dl", "l": return metric(value, unit).map { [$0] }
        default: return foreignSpoons(value, unit).map { [$0] }
        }
    }

    // MARK: Fractions

    /// The amount with a fraction of the usual cups, if it is within `tolerance`.
    private func share(_ value: Double, within tolerance: Double, _ shares: [Double] = Quantity.cupShares) -> Double? {
        let nearest = Quantity.nearest(to: value, shares)
        let limit = isExact ? 1e-9 : tolerance
        return nearest > 0 && abs(nearest - value) <= value * limit ? nearest : nil
    }

    private func isWhole(_ value: Double) -> Bool {
        abs(value - value.rounded()) <= value * (isExact ? 1e-9 : Self.sameness)
    }

    // MARK: Spoons and cups

    private func spoons(_ teaspoons: Double) -> [Part]? {
        if teaspoons < 3 * 0.99 {
            if isExact { return [Part(teaspoons, Units.teaspoon)] }
            return [Part(Quantity.fraction(teaspoons), Units.teaspoon, isMany: teaspoons > 1)]
        }
        return teaspoons < 12 * 0.99 ? tablespoons(teaspoons / 3) : cups(teaspoons / 48)
    }

    /// One to four tablespoons, with teaspoons for the rest.
    private func tablespoons(_ value: Double) -> [Part]? {
        if let single = share(value, within: Self.sameness, [0, 0.5, 1]) { return [Part(single, Units.tablespoon)] }
        let whole = (value + 1e-6).rounded(.down)
        let rest = (value - whole) * 3
        let near = Quantity.nearest(to: rest, Quantity.cupShares)
        if isExact, abs(near - rest) > 1e-9 { return nil }
        if near == 0 || near == 1.5 || near == 3 { return [Part(whole + near / 3, Units.tablespoon)] }
        return [Part(whole, Units.tablespoon), Part(near, Units.teaspoon)]
    }

    /// A quarter of a cup and more.
    private func cups(_ value: Double) -> [Part]? {
        if let single = share(value, within: Self.sameness) { return [Part(single, Units.cup)] }
        if let parts = exactCups(value) { return parts }
        if isExact { return nil }
        let shares = value < 10 ? Quantity.cupShares : value < 20 ? [0, 0.5, 1] : [0, 1]
        if let single = share(value, within: Self.cupTolerance, shares) { return [Part(single, Units.cup)] }
        if value < 0.5 { return [Part((value * 32).rounded() / 2, Units.tablespoon)] }
        return quarterCups(value)
    }

    /// Cups and tablespoons, or tablespoons and teaspoons, that need no rounding.
    private func exactCups(_ value: Double) -> [Part]? {
        guard value < 4 else { return nil }
        let spoons = value * 16
        if value < 0.5 * 0.99 {
            if isWhole(spoons) { return [Part(spoons.rounded(), Units.tablespoon)] }
            guard isWhole(spoons * 3) else { return nil }
            let rest = (spoons * 3).rounded() - spoons.rounded(.down) * 3
            return [Part(spoons.rounded(.down), Units.tablespoon), Part(rest, Units.teaspoon)]
        }
        for parts in [4.0, 3] {
            let cups = (value * parts + 1e-6).rounded(.down) / parts
            let rest = (value - cups) * 16
            if rest > 0.9, rest < 4.1, isWhole(rest) {
                return [Part(cups, Units.cup), Part(rest.rounded(), Units.tablespoon)]
            }
        }
        return nil
    }

    private func quarterCups(_ value: Double) -> [Part] {
        let cups = (value * 4).rounded(.down) / 4
        let rest = ((value - cups) * 16).rounded()
        if rest == 4 { return [Part(cups + 0.25, Units.cup)] }
        return [Part(cups, Units.cup)] + (rest > 0 ? [Part(rest, Units.tablespoon)] : [])
    }

    /// Fluid ounces, pints, quarts and gallons stay while they are whole or a usual fraction above one.
    private func largeVolume(_ value: Double, _ unit: MeasuringUnit) -> [Part]? {
        let teaspoons = value * Units.teaspoons(unit)
        if unit == Units.fluidOunce {
            if value >= 8 * 0.99, let cups = share(value / 8, within: Self.sameness) { return [Part(cups, Units.cup)] }
            if value < 0.5 * 0.99 { return spoons(teaspoons) }
            return isExact ? nil : [Part(Quantity.fraction(value), unit, isMany: value > 1)]
        }
        if value >= 0.99, let own = share(value, within: Self.cupTolerance) { return [Part(own, unit)] }
        let quarts = teaspoons / 192
        if unit == Units.gallon, quarts >= 0.99, let own = share(quarts, within: Self.cupTolerance) {
            return [Part(own, Units.quart)]
        }
        if teaspoons < 16 * 48 { return spoons(teaspoons) }
        return isExact ? nil : [Part(Quantity.fraction(value), unit, isMany: value > 1)]
    }

    /// Spoons of other languages carry to each other, if nothing is rounded.
    private func foreignSpoons(_ value: Double, _ unit: MeasuringUnit) -> Part? {
        guard let pair = Units.spoonPairs.first(where: { $0.small == unit || $0.large == unit }) else { return nil }
        let small = pair.small == unit ? value : value * 3
        if small >= 3 * 0.99 {
            return share(small / 3, within: Self.sameness, [0, 0.5, 1]).map { Part($0, pair.large) }
        }
        return isExact ? Part(small, pair.small) : Part(Quantity.fraction(small), pair.small, isMany: small > 1)
    }

    // MARK: Masses and metric units

    private func mass(_ ounces: Double, from unit: MeasuringUnit) -> [Part]? {
        let pounds = ounces / 16
        if ounces < 16 * 0.99 {
            if unit == Units.pound, pounds >= 0.24, let own = share(pounds, within: Self.sameness) {
                return [Part(own, unit)]
            }
            let shares = ounces < 4 ? Quantity.cupShares : [0, 0.5, 1]
            if let own = share(ounces, within: Self.sameness, [0, 0.25, 0.5, 0.75, 1])
                ?? share(ounces, within: Self.cupTolerance, shares)
            {
                return [Part(own, Units.ounce)]
            }
            return isExact ? nil : [Part(Quantity.fraction(ounces), Units.ounce, isMany: ounces > 1)]
        }
        if let own = share(pounds, within: Self.sameness) { return [Part(own, Units.pound)] }
        let whole = (pounds + 1e-6).rounded(.down)
        let rest = ounces - whole * 16
        if isWhole(rest), rest >= 0.9, rest < 15.1 {
            return [Part(whole, Units.pound), Part(rest.rounded(), Units.ounce)]
        }
        if isExact { return nil }
        if let own = share(pounds, within: Self.poundTolerance) { return [Part(own, Units.pound)] }
        return [Part(whole, Units.pound), Part(max(1, min(15, rest.rounded())), Units.ounce)]
    }

    private func metric(_ value: Double, _ unit: MeasuringUnit) -> Part? {
        let target = Units.metric(for: value, unit, isExact: isExact)
        guard let ratio = unit.measure.ratio(to: target.measure) else { return nil }
        let amount = target == unit ? value : (value * ratio * 1e9).rounded() / 1e9
        let text = isExact ? Quantity.metric(amount, in: target) : Quantity.rounded(amount, in: target)
        guard Self.isReadable(text) else { return nil }
        return Part(text, target, isMany: amount > 1)
    }

    // MARK: Ranges

    /// Both ends in one unit, without a rest in a smaller one.
    private func range(_ least: Double, _ most: Double, _ unit: MeasuringUnit) -> String? {
        let target = rangeUnit(least, most, unit)
        guard target != unit, let ratio = unit.measure.ratio(to: target.measure) else { return nil }
        let quantity = Quantity((least * ratio * 1e9).rounded() / 1e9, upTo: (most * ratio * 1e9).rounded() / 1e9)
        let isMetric = target.kitchen == .metric
        let exact = isMetric ? quantity.text { Quantity.metric($0, in: target) } : quantity.text
        let text = isExact ? exact : quantity.roundedText(in: target)
        guard Self.isReadable(text) else { return nil }
        return "\(text) \(text == "1" ? target.name : target.name(of: quantity))"
    }

    /// A number of more than four decimals is not read again: an exact amount then stays in its own unit.
    private static func isReadable(_ text: String) -> Bool {
        text.split(separator: "–").allSatisfy { number in
            guard let point = number.firstIndex(of: ".") else { return true }
            return number.distance(from: point, to: number.endIndex) <= 5
        }
    }

    private func rangeUnit(_ least: Double, _ most: Double, _ unit: MeasuringUnit) -> MeasuringUnit {
        switch unit.name {
        case "tsp", "tbsp", "cup":
            let (low, high) = (least * Units.teaspoons(unit), most * Units.teaspoons(unit))
            if low >= 12 * 0.99, isShared(low / 48), isShared(high / 48) { return Units.cup }
            if low >= 3 * 0.99, isShared(low / 3), isShared(high / 3) { return Units.tablespoon }
            return high < 3 * 0.99 ? Units.teaspoon : unit
        case "oz": return least >= 16 * 0.99 && isShared(least / 16) && isShared(most / 16) ? Units.pound : unit
        case "mg", "g", "kg", "ml", "cl", "dl", "l": return Units.metric(for: most, unit, isExact: isExact)
        default: return unit
        }
    }

    private func isShared(_ value: Double) -> Bool { share(value, within: Self.sameness) != nil }
}

extension CookAmount {
    /// The units between which amounts carry.
    enum Units {
        static let teaspoon = unit("tsp")
        static let tablespoon = unit("tbsp")
        static let cup = unit("cup")
        static let fluidOunce = unit("fl oz")
        static let quart = unit("qt")
        static let gallon = unit("gallon")
        static let ounce = unit("oz")
        static let pound = unit("lb")

        static let spoonPairs = [
            ("TL", "EL"), ("c. à café", "c. à soupe"), ("cucharadita", "cucharada"), ("cucchiaino", "cucchiaio"),
            ("tsk", "msk"), ("theelepel", "eetlepel"), ("colher de chá", "colher de sopa"),
        ].map { (small: unit($0.0), large: unit($0.1)) }

        static func unit(_ name: String) -> MeasuringUnit {
            guard let unit = MeasuringUnit(named: name) else {
                preconditionFailure("the table of units lacks what amounts carry to")
            }
            return unit
        }

        /// The spoons that carry to cups.
        static func isUSSpoon(_ unit: MeasuringUnit) -> Bool { unit == teaspoon || unit == tablespoon }

        static func teaspoons(_ unit: MeasuringUnit) -> Double { unit.measure.ratio(to: teaspoon.measure) ?? 1 }

        /// The metric unit for that amount. A decilitre stays down to a quarter.
        static func metric(for value: Double, _ unit: MeasuringUnit, isExact: Bool) -> MeasuringUnit {
            let full = isExact ? 1_000.0 : 995
            let name =
                switch unit.name {
                case "mg": value >= full ? "g" : "mg"
                case "g": value >= full ? "kg" : "g"
                case "kg": value < 1 ? "g" : "kg"
                case "ml": value >= full ? "l" : "ml"
                case "l": value < 1 ? "ml" : "l"
                case "cl": value >= 100 ? "l" : value < 1 ? "ml" : "cl"
                case "dl": value >= 10 ? "l" : value < 0.25 ? "ml" : "dl"
                default: unit.name
                }
            return name == unit.name ? unit : self.unit(name)
        }
    }
}
