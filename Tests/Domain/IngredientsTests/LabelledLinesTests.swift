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

    @Test("there are at least 500 labelled lines, each once") func thereAreManyLinesAndNoneTwice() {
        #expect(LabelledLine.all.count == LabelledLine.rows.count)
        #expect(LabelledLine.all.count >= 500)
        #expect(Set(LabelledLine.all.map(\.line)).count == LabelledLine.all.count)
    }

    /// The floors are the measured values when they were set: raise them with every improvement.
    @Test("precision and recall of ingredient lines stay above their floors") func precisionAndRecallHold() {
        var (quantity, unit, name, note) = (Score(), Score(), Score(), Score())
        var wrong = 0
        for label in LabelledLine.all {
            let read = IngredientLine(reading: label.line)
            #expect(read.original == label.line)
            quantity.count(read.quantity, label.quantity, Self.isSame)
            unit.count(read.unit, label.unit, ==)
            name.count(read.name, label.name, ==)
            note.count(read.note, label.note, ==)
            let isRight =
                read.unit == label.unit && read.name == label.name && read.note == label.note
                && (read.quantity.map { quantity in label.quantity.map { Self.isSame(quantity, $0) } ?? false }
                    ?? (label.quantity == nil))
            if !isRight { wrong += 1 }
        }
        #expect(quantity.precision >= 0.993)
        #expect(quantity.recall >= 0.993)
        #expect(unit.precision >= 0.997)
        #expect(unit.recall >= 0.991)
        #expect(name.precision >= 0.981)
        #expect(name.recall >= 0.981)
        #expect(note.precision >= 0.988)
        #expect(note.recall >= 0.988)
        #expect(wrong <= 10, "of \(LabelledLine.all.count) lines")
    }

    private static func isSame(_ left: Quantity, _ right: Quantity) -> Bool {
        abs(left.least - right.least) < 1e-6 && (left.most == nil) == (right.most == nil)
            && abs((left.most ?? 0) - (right.most ?? 0)) < 1e-6
    }
}
