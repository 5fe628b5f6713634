import Pages
import Testing

/// Words of pages.
@Suite struct WordsTests {
    @Test(
        "a cuisine is written as a name",
        arguments: [
            ("italian", "Italian"), ("tex-mex", "Tex-Mex"), ("middle eastern", "Middle Eastern"), ("", ""),
            ("éthiopienne", "Éthiopienne"), ("ÇA", "ÇA"), ("日本", "日本"),
        ])
    func cuisine(_ folded: String, _ name: String) {
        #expect(Words.cuisine(folded) == name)
    }

    @Test("the days of a plan are written without a year") func dayOfYear() {
        #expect(Words.dayOfYear("2026-12-31") == "31 December")
        #expect(Words.dayOfYear("2027-01-01T08:00:00Z") == "1 January")
    }
}
