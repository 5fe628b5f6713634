import TestSupport
import Testing

@testable import Ingredients

/// No line loses text: its amount, unit, name and note have the words of the original.
@Suite(.seeded) struct KeptTextTests {
    /// Runs of letters and runs of digits, in lower case.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        var isNumber = false
        for scalar in text.lowercased().unicodeScalars {
            let isDigit = scalar.properties.numericType != nil
            guard isDigit || scalar.properties.isAlphabetic else {
                if !word.isEmpty { words.append(String(word)) }
                word = .init()
                continue
            }
            if isDigit != isNumber, !word.isEmpty {
                words.append(String(word))
                word = .init()
            }
            isNumber = isDigit
            word.append(scalar)
        }
        if !word.isEmpty { words.append(String(word)) }
        return words
    }

    /// The words that a quantity stands for.
    private static let amounts: Set<String> = {
        let kinds = [
            Set(KitchenWords.lineNumbers.keys), KitchenWords.allHalves, KitchenWords.allAnd,
            KitchenWords.allDozens, KitchenWords.allRangeSigns, KitchenWords.plus, Set(KitchenWords.allParts.keys),
            ["demi", "x", "scant"],
        ]
        return kinds.reduce(into: []) { $0.formUnion($1) }
    }()

    /// The words that stand between the parts.
    private static let joints = Set((KitchenWords.allConnectives.union(KitchenWords.articles)).flatMap(words))
        .union(KitchenWords.elisions.flatMap(words))

    /// The words of all spellings of a unit, and of the marks of its plural.
    private static func spellings(of unit: String) -> Set<String> {
        let own = UnitTable.entries.first { $0.unit.name == unit }?.spellings ?? [unit]
        var all = Set(own.flatMap(words)).union([
            "s", "es", "n", "en", "e", "i", "a", "c", "t", "tb", "filet", "filets",
        ])
        if UnitTable.kinds.values.contains(where: { $0.values.contains { $0.name == unit } }) {
            all.formUnion(UnitTable.kinds.flatMap { [$0.key] + $0.value.keys })
            all.formUnion(["colheres", "xícaras", "cc"])
        }
        return all.union(["cc"])
    }

    /// The spellings of masses and volumes, which a sum adds up.
    private static let measures = Set(
        UnitTable.entries.filter { $0.unit.measure.size != nil }.flatMap { $0.spellings.flatMap(words) })

    private static func expectKept(_ line: String) {
        let read = IngredientLine(reading: line)
        guard read.name != line else { return }
        var kept = words(read.name + " " + (read.note ?? ""))
        for word in words(line) {
            if let place = kept.firstIndex(of: word) {
                kept.remove(at: place)
                continue
            }
            let isNumber = word.unicodeScalars.allSatisfy { $0.properties.numericType != nil }
            let isAmount = read.quantity != nil && (isNumber || amounts.contains(word))
            let isUnit = read.unit.map { spellings(of: $0).contains(word) || measures.contains(word) } ?? false
            #expect(
                isAmount || isUnit || joints.contains(word),
                "«\(line)» lost «\(word)»: \(read.unit ?? "-") | \(read.name) | \(read.note ?? "-")")
        }
    }

    @Test("every labelled line keeps its words in its parts") func labelledLines() {
        for label in LabelledLine.all { Self.expectKept(label.line) }
    }

    @Test("amounts, names and notes of different lines together keep their words") func recombinations() {
        var generator = SeededGenerator.ofTest()
        let lines = LabelledLine.all.map { $0.line.split(separator: " ") }
        for _ in 0..<Tier.rounds(3_000, long: 50_000) {
            guard let first = generator.pick(lines), let second = generator.pick(lines) else { continue }
            let head = first.prefix(Int.random(in: 1...first.count, using: &generator))
            let tail = second.suffix(Int.random(in: 1...second.count, using: &generator))
            Self.expectKept((head + tail).joined(separator: " "))
        }
    }

    @Test("scaling by a factor and by its inverse gives the first amount") func scalingThereAndBack() {
        for label in LabelledLine.all {
            let line = IngredientLine(reading: label.line)
            // Scaling counts the container of «400 g tin tomatoes»: one tin of 400 g.
            let counted = line.scaled(by: 2)
            let isSame = counted.unit == line.unit && counted.name == line.name
            let read = isSame ? line : counted.scaled(by: 0.5)
            for factor in [0.25, 1.0 / 3, 1.5, 7] {
                let back = read.scaled(by: factor).scaled(by: 1 / factor)
                #expect(back.name == read.name && back.unit == read.unit, "\(label.line)")
                guard let before = read.quantity, let after = back.quantity else { continue }
                #expect(abs(before.least - after.least) <= 1e-9 * max(1, before.least))
                #expect(abs((before.most ?? 0) - (after.most ?? 0)) <= 1e-9 * max(1, before.most ?? 0))
            }
        }
    }

    @Test("every decimal of two digits is read and written back") func decimals() {
        for hundredths in 1...999 {
            for line in ["\(Double(hundredths) / 100) cup rice", "\(Double(hundredths) / 100) kg beef"] {
                let read = IngredientLine(reading: line)
                #expect(read.quantity?.least == Double(hundredths) / 100, "«\(line)»")
                #expect(IngredientLine(reading: read.text).unit == read.unit, "«\(read.text)»")
            }
        }
    }

    @Test("a calculated thousandth of a gram is not read as thousands") func thousandths() {
        var line = IngredientLine(reading: "1 g yeast")
        line.quantity = Quantity(1.337)
        #expect(abs((IngredientLine(reading: line.text).quantity?.least ?? 0) - 1.337) < 1e-6)
    }
}
