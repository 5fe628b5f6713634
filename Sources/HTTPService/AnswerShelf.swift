import Layout
import Synchronization

/// Answers as they stand at the newest position of the log: until something happens, whoever asks the same again gets the same
/// bytes, and all guests share theirs. One event makes all of them old.
final class AnswerShelf: Sendable {
    /// What was asked, and by whom.
    struct Question: Hashable, Sendable {
        /// Path and query as they were sent.
        var target: String
        /// Nil: nobody in particular.
        var viewer: MemberID?
    }

    /// An answer with its tag.
    struct Answer: Sendable {
        var tag: EntityTag
        var reply: Reply
    }

    private struct State {
        var position = Position(0)
        var answers: [Question: Answer] = [:]
        /// Of bodies and questions.
        var bytes = 0
    }

    /// Of bodies and questions in all. When there is no more room, all go.
    static let bytesMax = 64 << 20
    /// Larger answers are not kept.
    static let answerBytesMax = 256 << 10

    private let state = Mutex(State())

    /// What was answered to that at that position; nil: nothing that is still known. O(1).
    func answer(to question: Question, at position: Position) -> Answer? {
        state.withLock { $0.position == position ? $0.answers[question] : nil }
    }

    func keep(_ answer: Answer, to question: Question, at position: Position) {
        let bytes = answer.reply.body.count + question.target.utf8.count
        guard bytes <= Self.answerBytesMax else { return }
        state.withLock { state in
            // Whoever was asked before and is done only now knows nothing that is new.
            guard position >= state.position else { return }
            if position > state.position || state.bytes + bytes > Self.bytesMax {
                state = State(position: position)
            }
            if state.answers.updateValue(answer, forKey: question) == nil { state.bytes += bytes }
        }
    }

    /// Keeps nothing any more that was said before somebody's deletion.
    func clear() { state.withLock { $0 = State(position: $0.position) } }
}
