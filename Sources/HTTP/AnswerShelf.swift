import Layout
import Synchronization

/// What was said at the newest position of the log: until something happens, whoever asks the same again gets the same, and all
/// guests share theirs. One event makes all of it old.
final class AnswerShelf<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
    private struct State {
        var position = Position(0)
        var answers: [Question: Answer] = [:]
        var bytes = 0
    }

    /// Larger answers are not kept.
    let answerBytesMax: Int
    /// In all. When there is no more room, all go.
    let bytesMax: Int

    private let state = Mutex(State())

    init(bytesMax: Int, answerBytesMax: Int) {
        self.bytesMax = bytesMax
        self.answerBytesMax = answerBytesMax
    }

    /// What was answered to that at that position; nil: nothing that is still known. O(1).
    func answer(to question: Question, at position: Position) -> Answer? {
        state.withLock { $0.position == position ? $0.answers[question] : nil }
    }

    /// Keeps an answer that takes, with its question, so many bytes.
    func keep(_ answer: Answer, to question: Question, at position: Position, bytes: Int) {
        guard bytes <= answerBytesMax else { return }
        state.withLock { state in
            // Whoever was asked before and is done only now knows nothing that is new.
            guard position >= state.position else { return }
            if position > state.position || state.bytes + bytes > bytesMax { state = State(position: position) }
            if state.answers.updateValue(answer, forKey: question) == nil { state.bytes += bytes }
        }
    }

    /// Keeps nothing any more that was said before somebody's deletion.
    func clear() { state.withLock { $0 = State(position: $0.position) } }
}

/// What was asked, and by whom.
struct ShelvedQuestion: Hashable, Sendable {
    /// Path and query as they were sent.
    var target: String
    /// Nil: nobody in particular.
    var viewer: MemberID?
}

/// An answer with its tag.
struct ShelvedAnswer: Sendable {
    var tag: EntityTag
    var reply: Reply
}
