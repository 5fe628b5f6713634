import Events
import Layout
import TestSupport
import Testing
import Views

@Suite("A cursor is opaque, and only the one that a page gave is taken")
struct CursorTests {
    @Test("a cursor reads back the key that it was made of", arguments: 1...20)
    func whatIsWrittenIsReadBack(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for count in [0, 1, 2, 3, 16, 24, 25, 32, 511] {
            let key = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = Cursor.encode(key)
            #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
            #expect(try Cursor.decode(text) == key)
        }
    }

    @Test(
        "text that is no cursor is refused",
        arguments: [
            "A", "AB", "AAB", "AA==", "AA=", "AAA+", "AAA/", "AAAA AAAA", " AAAA", "AAAA\n", "ÄAAA", "AAA.",
        ])
    func everythingElseIsRefused(text: String) {
        let refusal = #expect(throws: Refusal.self) { try Cursor.decode(text) }
        #expect(refusal?.code == .invalid)
        #expect(refusal?.field == "after")
    }
}
