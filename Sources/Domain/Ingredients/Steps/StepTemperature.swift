/// A temperature that a step names: `180 °C`, `350 degrees F`, `gas mark 4`, `160C fan`.
package struct StepTemperature: Hashable, Sendable {
    package enum Scale: String, CaseIterable, Sendable { case celsius, fahrenheit, gas }

    /// Where the text names it, with its scale and the word «fan».
    package var range: Range<String.Index>
    package var scale: Scale
    package var least: Double
    /// The upper end of a range; `nil` if it is no range.
    package var most: Double?
    /// Whether it is for an oven with a fan, which is set 20 °C lower.
    package var isFan: Bool
    /// Whether it is measured with a thermometer, so that it is not rounded to the steps of an oven.
    package var isMeasured: Bool
}

extension StepTemperature {
    /// The temperatures that a text names, in its order. O(text).
    package static func all(in text: String) -> [StepTemperature] {
        var reader = StepTemperatureReader(text)
        return reader.all()
    }

    /// The text with its temperatures in `scale`. Where the author also wrote that scale, as in `350 °F (180 °C)`, the
    /// author's temperature stays and the other is removed. A temperature that no oven has stays in its scale.
    package static func converted(_ text: String, to scale: Scale) -> String {
        let groups = grouped(all(in: text), in: text)
        var (result, position) = ("", text.startIndex)
        for group in groups {
            guard let first = group.first, let last = group.last,
                let written = replacement(for: group, in: text, scale)
            else { continue }
            let (start, end) = (first.range.lowerBound, last.range.upperBound)
            result += text[position..<start] + written
            position = end
            // The parenthesis of the second temperature goes with it.
            if group.count > 1, text[start..<end].contains("("), !text[start..<end].contains(")"),
                position < text.endIndex, text[position] == ")"
            {
                position = text.index(after: position)
            }
        }
        return result + text[position...]
    }

    /// Temperatures that say the same: with nothing but `/`, `(`, «or» between them.
    private static func grouped(_ all: [StepTemperature], in text: String) -> [[StepTemperature]] {
        var groups: [[StepTemperature]] = []
        for temperature in all {
            if let last = groups.last?.last,
                ["/", "(", ",", "or"].contains(
                    text[last.range.upperBound..<temperature.range.lowerBound].filter { !$0.isWhitespace })
            {
                groups[groups.count - 1].append(temperature)
            } else {
                groups.append([temperature])
            }
        }
        return groups
    }

    /// `nil`: the group stays as it is.
    private static func replacement(
        for group: [StepTemperature], in text: String, _ scale: Scale
    ) -> String? {
        let own = group.filter { $0.scale == scale }
        if let first = own.first, let last = own.last {
            guard own.count < group.count else { return nil }
            return String(text[first.range.lowerBound..<last.range.upperBound])
        }
        // Gas mark 4 is already said by 180 °C beside it.
        let others = group.contains { $0.scale != .gas } ? group.filter { $0.scale != .gas } : group
        let shown = scale == .gas ? Array(others.prefix(1)) : others
        let written = shown.compactMap { $0.text(in: scale) }
        return written.count == shown.count ? written.joined(separator: "/") : nil
    }
}

// MARK: Conversion

extension StepTemperature {
    /// The temperature in another scale, as a cook sets it; `nil` if the scale has no such temperature.
    package func text(in scale: Scale) -> String? {
        guard let first = value(least, in: scale) else { return nil }
        var number = first
        if let most {
            guard let last = value(most, in: scale) else { return nil }
            if last != first { number += "–\(last)" }
        }
        switch scale {
        case .celsius: return "\(number) °C" + (isFan ? " fan" : "")
        case .fahrenheit: return "\(number) °F" + (isFan ? " fan" : "")
        case .gas: return "gas mark \(number)"
        }
    }

    private func value(_ value: Double, in scale: Scale) -> String? {
        switch scale {
        case .gas:
            let celsius = self.celsius(value) + (isFan ? 20 : 0)
            guard !isMeasured, (105...250).contains(celsius) else { return nil }
            return Self.marks.min { abs($0.celsius - celsius) < abs($1.celsius - celsius) }?.name
        case .celsius: return Self.integer(Self.celsius(celsius(value), isMeasured))
        case .fahrenheit: return Self.integer(fahrenheit(value))
        }
    }

    private func celsius(_ value: Double) -> Double {
        switch scale {
        case .celsius: value
        case .fahrenheit: (value - 32) / 1.8
        case .gas: Self.marks.first { $0.mark == value }?.celsius ?? 180
        }
    }

    private func fahrenheit(_ value: Double) -> Double {
        if scale == .gas { return Self.marks.first { $0.mark == value }?.fahrenheit ?? 350 }
        let exact = value * 1.8 + 32
        guard !isMeasured, exact >= 220 else { return exact.rounded() }
        // Ovens in Fahrenheit have steps of 25.
        let step = (exact / 25).rounded() * 25
        return abs(step - exact) <= 9 ? step : (exact / 5).rounded() * 5
    }

    /// Ovens in Celsius have steps of ten.
    private static func celsius(_ exact: Double, _ isMeasured: Bool) -> Double {
        isMeasured || exact < 105 ? exact.rounded() : (exact / 10).rounded() * 10
    }

    private static func integer(_ value: Double) -> String { "\(Int(value))" }

    private static let marks: [(mark: Double, name: String, celsius: Double, fahrenheit: Double)] = [
        (0.25, "¼", 110, 225), (0.5, "½", 120, 250), (1, "1", 140, 275), (2, "2", 150, 300), (3, "3", 160, 325),
        (4, "4", 180, 350), (5, "5", 190, 375), (6, "6", 200, 400), (7, "7", 220, 425), (8, "8", 230, 450),
        (9, "9", 240, 475), (10, "10", 250, 500),
    ]

    static func isMark(_ value: Double) -> Bool { marks.contains { $0.mark == value } }
}
