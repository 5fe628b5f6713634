import Ingredients
import Testing

/// The share of the labelled parts that is read, and the share of the read parts that is right.
@Suite struct LabelledLinesTests {
    /// One field over all lines.
    struct Score {
        var right = 0
        var said = 0
        var meant = 0

        /// The share of the read parts that is right.
        var precision: Double { Double(right) / Double(said) }
        /// The share of the labelled parts that is read.
        var recall: Double { Double(right) / Double(meant) }

        mutating func count<Value>(_ read: Value?, _ label: Value?, _ isSame: (Value, Value) -> Bool) {
            if read != nil { said += 1 }
            if label != nil { meant += 1 }
            if let read, let label, isSame(read, label) { right += 1 }
        }
    }

    @Test("there are at least 1,000 labelled lines, each once") func thereAreManyLinesAndNoneTwice() {
        #expect(LabelledLine.all.count == LabelledLine.rows.count)
        #expect(LabelledLine.all.count >= 1_000)
        #expect(Set(LabelledLine.all.map(\.line)).count == LabelledLine.all.count)
        for file in LabelledLine.files { #expect((LabelledLine.byFile[file] ?? []).count >= 68, "\(file)") }
    }

    /// The scores of the four parts, and the lines of which a part is wrong.
    struct Scores {
        var quantity = Score()
        var unit = Score()
        var name = Score()
        var note = Score()
        var wrong: [String] = []
    }

    private static func scores(of lines: [LabelledLine]) -> Scores {
        var scores = Scores()
        for label in lines {
            let read = IngredientLine(reading: label.line)
            #expect(read.original == label.line)
            scores.quantity.count(read.quantity, label.quantity, isSame)
            scores.unit.count(read.unit, label.unit, ==)
            scores.name.count(read.name, label.name, ==)
            scores.note.count(read.note, label.note, ==)
            let isRight =
                read.unit == label.unit && read.name == label.name && read.note == label.note
                && (read.quantity.map { quantity in label.quantity.map { isSame(quantity, $0) } ?? false }
                    ?? (label.quantity == nil))
            if !isRight { scores.wrong.append(label.line) }
        }
        return scores
    }

    /// The floors are the measured values when they were set: raise them with every improvement.
    @Test("precision and recall of ingredient lines stay above their floors") func precisionAndRecallHold() {
        let scores = Self.scores(of: LabelledLine.byFile["lines"] ?? [])
        #expect(scores.quantity.precision >= 0.993)
        #expect(scores.quantity.recall >= 0.997)
        #expect(scores.unit.precision >= 0.997)
        #expect(scores.unit.recall >= 0.994)
        #expect(scores.name.precision >= 0.988)
        #expect(scores.name.recall >= 0.988)
        #expect(scores.note.precision >= 0.989)
        #expect(scores.note.recall >= 0.993)
        #expect(scores.wrong.count <= 6, "\(scores.wrong)")
    }

    @Test("every further labelled line is read as it is labelled", arguments: LabelledLine.files.dropFirst())
    func everyLanguageHolds(file: String) {
        let scores = Self.scores(of: LabelledLine.byFile[file] ?? [])
        #expect(scores.wrong.isEmpty, "\(file): \(scores.wrong)")
    }

    private static func isSame(_ left: Quantity, _ right: Quantity) -> Bool {
        abs(left.least - right.least) < 1e-6 && (left.most == nil) == (right.most == nil)
            && abs((left.most ?? 0) - (right.most ?? 0)) < 1e-6
    }
}
