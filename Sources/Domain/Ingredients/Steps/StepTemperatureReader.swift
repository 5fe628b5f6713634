/// Reads the temperatures among the tokens of a step, from the left.
struct StepTemperatureReader: StepTokenReader {
    let tokens: [StepToken]
    private var place = 0

    /// For each token, whether its sentence speaks of a thermometer.
    private let isMeasured: [Bool]

    init(_ text: String) {
        tokens = StepToken.all(in: text)
        isMeasured = Self.measured(tokens)
    }

    mutating func all() -> [StepTemperature] {
        var found: [StepTemperature] = []
        while place < tokens.count {
            if let (temperature, end) = gas(at: place) ?? degrees(at: place) {
                found.append(temperature)
                place = end
            } else {
                place += 1
            }
        }
        return found
    }

    // MARK: Gas marks

    /// «gas 4», «gas mark 4».
    private func gas(at start: Int) -> (StepTemperature, Int)? {
        guard word(start) == "gas" else { return nil }
        let next = word(start + 1) == "mark" ? start + 2 : start + 1
        guard let number = token(next)?.number, StepTemperature.isMark(number) else { return nil }
        return (
            StepTemperature(
                range: tokens[start].range.lowerBound..<tokens[next].range.upperBound, scale: .gas, least: number,
                most: nil, isFan: false, isMeasured: false), next + 1
        )
    }

    // MARK: Degrees

    /// «350°F», «180 C», «300-325 degrees Fahrenheit», «160C fan».
    private func degrees(at start: Int) -> (StepTemperature, Int)? {
        guard let first = token(start)?.number else { return nil }
        var (least, most) = (first, Double?.none)
        var next = start + 1
        if let (end, _) = scale(at: next), let number = rangeEnd(end) {
            (most, next) = (number, end + 2)
        } else if let number = rangeEnd(next) {
            (most, next) = (number, next + 2)
        }
        guard let (unitEnd, scale) = scale(at: next) else { return nil }
        var end = unitEnd
        if let upper = most, upper <= least { (least, most) = (upper, nil) }
        guard isPlausible(least, scale), most.map({ isPlausible($0, scale) }) ?? true else { return nil }
        let isFan = ["fan", "umluft", "convection"].contains(word(end))
        if isFan { end += 1 }
        let temperature = StepTemperature(
            range: tokens[start].range.lowerBound..<tokens[end - 1].range.upperBound, scale: scale, least: least,
            most: most, isFan: isFan, isMeasured: isMeasured[start])
        return (temperature, end)
    }

    /// The number behind «-» or «to».
    private func rangeEnd(_ index: Int) -> Double? {
        guard isSign(index, ["-", "–", "—"]) || ["to", "bis", "à", "a"].contains(word(index)) else { return nil }
        return token(index + 1)?.number
    }

    /// The letter or word of the scale, and where it ends. A letter without a degree sign is attached to its number or
    /// stands in capitals, so that «2 c milk» are cups.
    private func scale(at index: Int) -> (end: Int, scale: StepTemperature.Scale)? {
        var next = index
        var hasSign = false
        if isSign(next, ["°", "º", "˚"])
            || ["degrees", "degree", "deg", "grad", "degrés", "gradi", "grados"].contains(word(next))
        {
            (next, hasSign) = (next + 1, true)
        } else if isSign(next, ["℃", "℉"]) {
            return (next + 1, isSign(next, ["℃"]) ? .celsius : .fahrenheit)
        }
        switch word(next) {
        case "celsius", "centigrade": return (next + 1, .celsius)
        case "fahrenheit": return (next + 1, .fahrenheit)
        case "c", "f":
            guard let token = token(next), hasSign || !token.startsLower else { return nil }
            return (next + 1, token.text == "c" ? .celsius : .fahrenheit)
        default: return nil
        }
    }

    private func isPlausible(_ value: Double, _ scale: StepTemperature.Scale) -> Bool {
        scale == .celsius ? (30...320).contains(value) : (80...600).contains(value)
    }

    // MARK: Context

    /// For each token, whether its sentence has a word for a thermometer. One pass, so that a long sentence of
    /// temperatures takes linear time.
    private static func measured(_ tokens: [StepToken]) -> [Bool] {
        tokens.split(omittingEmptySubsequences: false) { $0.endsSentence }.flatMap { sentence in
            let hasWord = sentence.contains { $0.isWord && thermometers.contains($0.text) }
            // The sign at the end of the sentence counts, too.
            return Array(repeating: hasWord, count: sentence.count + 1)
        }
    }

    private static let thermometers: Set<String> = [
        "thermometer", "internal", "registers", "reads", "reaches", "syrup", "candy", "caramel", "ball", "crack",
        "sugar", "kerntemperatur", "interne", "core", "oil", "centre", "center",
    ]
}
