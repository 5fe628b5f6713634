import Ingredients
import TestSupport
import Testing

/// What no text of a step may do to its readers.
@Suite(.seeded) struct StepHostileTests {
    private static let pieces = [
        "1", "20", "½", "1/2", "0/0", "99999999999999999999", ".", ",", "-", "–", "'", "’", "/", "\n", "\r\n", " ",
        "\u{301}",
        "👩‍🍳", "minutes", "min.", "hours", "h", "s", "half", "an", "a", "quarter", "of", "and", "or", "to", "between",
        "every",
        "couple", "Stunden", "und", "halb", "mezz", "ora", "d", "heure", "salt", "Salz", "oil", "Öl", "water", "Brühe",
        "so",
        "that", "until", "no", "ﬁ", "İ", "ß", "\u{0}", "٣", "twenty", "five", "the",
    ]

    private static func text(_ generator: inout SeededGenerator, _ count: Int) -> String {
        (0..<count).map { _ in
            pieces[Int.random(in: pieces.indices, using: &generator)] + (Bool.random(using: &generator) ? " " : "")
        }.joined()
    }

    @Test("the times of any text lie in it, in order, apart, and have at least one second") func timesLieInTheText() {
        var generator = SeededGenerator.ofTest()
        for _ in 0..<2_000 {
            let text = Self.text(&generator, Int.random(in: 0...40, using: &generator))
            var end = text.startIndex
            for time in StepTime.all(in: text) {
                #expect(
                    time.range.lowerBound >= end && time.range.upperBound <= text.endIndex, "\(text.debugDescription)")
                #expect(!time.range.isEmpty && time.least >= 1 && time.least < time.most ?? .max)
                #expect(time.longest <= 30 * 86_400)
                end = time.range.upperBound
            }
        }
    }

    @Test("the used lines of any text are lines of the recipe, in order and once") func usesAreLines() {
        var generator = SeededGenerator.ofTest()
        for _ in 0..<1_000 {
            let names = (0..<Int.random(in: 0...8, using: &generator)).map { _ in Self.text(&generator, 3) }
            let lines = StepUses(names).lines(in: Self.text(&generator, 30))
            #expect(lines.allSatisfy(names.indices.contains) && lines == Array(Set(lines)).sorted())
        }
    }

    @Test(
        "a name that stands alone in a step is used by it",
        arguments: ["salt", "Kartoffeln", "cipolla", "aceite", "œufs"])
    func ownName(name: String) {
        #expect(StepUses(["xyz", name]).lines(in: "\(name)!") == [1])
        #expect(StepUses([name]).lines(in: "").isEmpty && StepUses([]).lines(in: name).isEmpty)
    }

    /// Its running time is limited by the test's own limit: work in the square of the text would take hours.
    @Test(
        "64 KiB of hostile text are read in linear time", .timeLimit(.minutes(1)),
        arguments: pieces + ["1 to ", "a half ", "every a "])
    func longTexts(piece: String) {
        let text = String(repeating: piece + " ", count: 65_536 / (piece.utf8.count + 1))
        let joined = String(repeating: piece, count: 65_536 / max(1, piece.utf8.count))
        let names = (0..<500).map { "salt \(piece) \($0)" } + [joined]
        let uses = StepUses(names)
        for text in [text, joined] {
            _ = StepTime.all(in: text)
            _ = uses.lines(in: text)
        }
    }
}
