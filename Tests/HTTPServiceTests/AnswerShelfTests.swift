import Layout
import Testing

@testable import HTTPService

@Suite struct AnswerShelfTests {
    private let shelf = AnswerShelf()

    private func answer(_ text: String, at position: UInt64) -> AnswerShelf.Answer {
        .init(tag: EntityTag(Position(position), viewer: nil), reply: .text(text))
    }

    private func known(_ question: String, at position: UInt64) -> String? {
        shelf.answer(to: question, at: Position(position)).map { String(decoding: $0.reply.body, as: UTF8.self) }
    }

    @Test func anAnswerIsKnownAtItsPositionAlone() {
        shelf.keep(answer("soup", at: 7), to: "/feed", at: Position(7))
        #expect(known("/feed", at: 7) == "soup" && known("/feed", at: 8) == nil && known("/feed?limit=1", at: 7) == nil)
        shelf.keep(answer("stew", at: 8), to: "/recipes/r1", at: Position(8))
        #expect(known("/feed", at: 7) == nil && known("/feed", at: 8) == nil && known("/recipes/r1", at: 8) == "stew")
        // Whoever took long knows less than the others by now.
        shelf.keep(answer("soup", at: 7), to: "/feed", at: Position(7))
        #expect(known("/feed", at: 7) == nil && known("/recipes/r1", at: 8) == "stew")
        shelf.clear()
        #expect(known("/recipes/r1", at: 8) == nil)
    }

    @Test func itHoldsSoMuchAndNoMore() {
        let long = String(repeating: "x", count: AnswerShelf.answerBytesMax)
        shelf.keep(answer(long, at: 1), to: "/long", at: Position(1))
        #expect(known("/long", at: 1) == nil)
        let short = String(long.dropLast(10))
        let room = AnswerShelf.bytesMax / AnswerShelf.answerBytesMax
        for number in 0..<room { shelf.keep(answer(short, at: 1), to: "/\(number)", at: Position(1)) }
        #expect(known("/0", at: 1) == short && known("/\(room - 1)", at: 1) == short)
        shelf.keep(answer(short, at: 1), to: "/more", at: Position(1))
        #expect(known("/0", at: 1) == nil && known("/more", at: 1) == short)
    }
}
