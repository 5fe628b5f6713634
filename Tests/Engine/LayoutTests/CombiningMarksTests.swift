import Layout
import Testing

@Suite struct CombiningMarksTests {
    @Test("a letter has at most thirty marks, in any order and of any script") func runs() {
        for text in ["", "é", "Å\u{301}", "हिन्दी", "שָׁלוֹם", "ภาษาไทย", "a" + String(repeating: "\u{301}", count: 30)] {
            #expect(!text.hasTooManyMarks && text.withFewMarks == text)
        }
        let marks = String(repeating: "\u{301}\u{327}", count: 16)
        for text in ["a\(marks)", marks, "b\(marks)c\(marks)", "a\(String(repeating: "\u{1D165}", count: 31))"] {
            #expect(text.hasTooManyMarks)
            #expect(
                !text.withFewMarks.hasTooManyMarks && text.withFewMarks.unicodeScalars.count < text.unicodeScalars.count
            )
        }
        #expect("b\(marks)c\(marks)d".withFewMarks.unicodeScalars.count == 63)
    }
}
