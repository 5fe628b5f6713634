import Events
import Testing

@testable import Search

@Suite struct SearchTermsTests {
    @Test("search words match as beginnings, and quotes make phrases")
    func wordsAreBeginningsAndQuotesMakePhrases() throws {
        #expect(try SearchTerms("Leek soup").all == [.beginning("leek"), .beginning("soup")])
        #expect(
            try SearchTerms(#"quick "Apple  pie" x"#).all
                == [.beginning("quick"), .phrase(["apple", "pie"]), .beginning("x")])
        #expect(try SearchTerms(#""left open"#).all == [.phrase(["left", "open"])])
        #expect(try SearchTerms("gluten-free").all == [.beginning("gluten"), .beginning("free")])
    }

    @Test(
        "a search without any word is refused",
        arguments: ["", "  ", "\"\"", "*", "-:^()", "\u{1F600}", "\u{0301}", "\0"])
    func nothingToSearchForIsRefused(text: String) {
        #expect { try SearchTerms(text) } throws: { error in
            (error as? Refusal).map { $0.code == .invalid && $0.field == "text" } ?? false
        }
    }

    @Test("a search text over 1,000 characters or 32 words is refused") func thereAreLimits() throws {
        #expect(throws: Refusal.self) { try SearchTerms(String(repeating: "a", count: 1_001)) }
        #expect(throws: Refusal.self) { try SearchTerms(String(repeating: "a ", count: 33)) }
        #expect(try SearchTerms(String(repeating: "a ", count: 32)).all.count == 32)
        #expect(throws: Refusal.self) { try SearchTerms("\"" + String(repeating: "a ", count: 33)) }
    }
}
