import Layout
import Testing

@testable import HTTP

@Suite struct AnswerShelfTests {
    private let shelf = AnswerShelf<ShelvedQuestion, String>(bytesMax: 1_000, answerBytesMax: 100)

    private func keep(_ text: String, to target: String, at position: UInt64, for viewer: MemberID? = nil) {
        shelf.keep(text, to: .init(target: target, viewer: viewer), at: Position(position), bytes: text.utf8.count)
    }

    private func known(_ target: String, at position: UInt64, for viewer: MemberID? = nil) -> String? {
        shelf.answer(to: .init(target: target, viewer: viewer), at: Position(position))
    }

    @Test("an answer is kept for its position only") func positions() {
        keep("soup", to: "/feed", at: 7)
        #expect(known("/feed", at: 7) == "soup" && known("/feed", at: 8) == nil && known("/feed?limit=1", at: 7) == nil)
        keep("stew", to: "/recipes/r1", at: 8)
        #expect(known("/feed", at: 7) == nil && known("/feed", at: 8) == nil && known("/recipes/r1", at: 8) == "stew")
        // A slow answer is older than the others by now.
        keep("soup", to: "/feed", at: 7)
        #expect(known("/feed", at: 7) == nil && known("/recipes/r1", at: 8) == "stew")
        // An answer is kept for its viewer alone.
        keep("broth", to: "/recipes/r1", at: 8, for: MemberID(3))
        #expect(known("/recipes/r1", at: 8) == "stew" && known("/recipes/r1", at: 8, for: MemberID(3)) == "broth")
        #expect(known("/recipes/r1", at: 8, for: MemberID(4)) == nil)
        shelf.clear()
        #expect(known("/recipes/r1", at: 8) == nil)
    }

    @Test("the kept answers stay below the limits") func limits() {
        keep(String(repeating: "x", count: 101), to: "/long", at: 1)
        #expect(known("/long", at: 1) == nil)
        let (long, room) = (String(repeating: "x", count: 100), 10)
        for number in 0..<room { keep(long, to: "/\(number)", at: 1) }
        #expect(known("/0", at: 1) == long && known("/\(room - 1)", at: 1) == long)
        keep(long, to: "/more", at: 1)
        #expect(known("/0", at: 1) == nil && known("/more", at: 1) == long)
    }
}
