import Pages
import Testing

/// The notes that a page sets apart from a step.
@Suite struct StepNotesTests {
    private static let long = String(repeating: "Stir the risotto and add stock by the ladle. ", count: 6)

    @Test("a line that begins with a label is a note, in any step and language")
    func labelledLines() {
        for label in ["Tip", "NOTE", "Tipp", "Astuce", "Consiglio", "Consejo"] {
            let notes = StepNotes("Beat the eggs.\n\(label): cold eggs are easier to part.")
            #expect(notes.text == "Beat the eggs.", "\(label)")
            #expect(notes.notes == ["\(label): cold eggs are easier to part."])
        }
    }

    @Test("in a long step a labelled sentence and a sentence in parentheses are notes")
    func longSteps() {
        let notes = StepNotes(Self.long + "(It takes patience.) Serve at once. Tip: warm the plates. They cool fast.")
        #expect(notes.text == Self.long + "Serve at once.")
        #expect(notes.notes == ["(It takes patience.)", "Tip: warm the plates. They cool fast."])
    }

    @Test(
        "what is no note stays in the step",
        arguments: [
            "Boil.", "(Boil it.)", "Tip: boil.", "Tip the rice into the pot.",
            "Add it (not all) and stir. (Stir well.)",
            "", "\n", "(((", ")))", "Tip:", ":",
        ])
    func others(_ text: String) {
        #expect(StepNotes(text) == StepNotes(text) && StepNotes(text).text == text && StepNotes(text).notes.isEmpty)
    }

    @Test("no word is lost, whatever the text") func nothingIsLost() {
        for text in [
            Self.long + "(Taste it! (Twice.))", Self.long + "Note: a. (B.) C.\n\nTip: d", Self.long + ")(",
            String(repeating: "(A.) ", count: 90),
        ] {
            let notes = StepNotes(text)
            func letters(_ text: String) -> [Character] { text.filter(\.isLetter).sorted() }
            #expect(letters(notes.text + notes.notes.joined()) == letters(text), "\(text)")
        }
    }
}
