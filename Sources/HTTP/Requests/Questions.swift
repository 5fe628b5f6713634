import Accounts
import Answers
import Community
import Decisions
import EventLog
import Events
import HTTPTypes
import LarderAPI
import Layout
import Operations
import Synchronization
import Views

/// Answers questions to the views as `larder … --json` answers them.
extension APIRequest {
    /// Bytes that a kept answer takes beside its body: headers, tag, and an entry of a table.
    private static let shelfRoom = 1_024

    /// The parameters that refusals of questions name as the command line does.
    private static let parameters = ["as-of": "asOf", "liked-by": "likedBy", "text": "q"]

    func answerQuestion() async throws -> Reply {
        do { return try await askedQuestion() } catch var refusal as Refusal {
            refusal.field = refusal.field.map { Self.parameters[$0] ?? $0 }
            throw refusal
        }
    }

    private func askedQuestion() async throws -> Reply {
        if let reply = try shelved() { return reply }
        return try await context.ask(self, heavy: route.operation.traits.load == .heavy) { queries in
            if let principal { try RequestContext.check(principal, for: route.admission, queries) }
            let prepared = try prepared()
            return try reply(to: prepared, queries)
        }
    }

    /// The question with its input, to be put to any state of the views.
    func prepared() throws -> PreparedQuestion {
        guard let binding = route.binding else { preconditionFailure("\(route.operation.name) is not a question") }
        let prepared = try binding.read(try RequestInput(self))
        guard route.operation.name == API.recipeContent.name else { return prepared }
        // A client asks for the content to change the recipe: the refusal says why it is gone, which only the log knows.
        let reference = try EntityName.reference(path["recipe"] ?? "", "r", field: "recipe")
        return PreparedQuestion { [context] viewer, queries in
            do { return try prepared.answer(viewer, queries) } catch let error as Refusal where error.code == .gone {
                throw try context.community.whyGone(reference)
            }
        }
    }

    /// The key under which the answer is kept until the next event; `nil`: the answer depends on more than target and viewer.
    private var question: ShelvedQuestion? {
        guard query.all("asOf").isEmpty, query.all("atLeast").isEmpty else { return nil }
        return ShelvedQuestion(target: target, viewer: viewer)
    }

    /// The answer that was kept since the last event, if any. Refuses a caller who may no longer ask.
    private func shelved() throws(Refusal) -> Reply? {
        guard let question, let known = context.shelf.answer(to: question, at: try context.community.log.head()) else {
            return nil
        }
        if let principal { try context.check(principal, for: route.admission) }
        return known.reply.unless(known.tag, isKnownBy: headers)
    }

    /// The answer, or 304 if the client has it already.
    private func reply(to prepared: PreparedQuestion, _ queries: Queries) throws -> Reply {
        // A refusal goes before 304: RFC 9110, 13.2.1.
        let answer = try prepared.answer(Viewer(member: viewer), queries)
        var reply = try Reply.json(answer)
        let tag = EntityTag(
            queries.logPosition, viewer: viewer, version: (answer as? RecipeAnswer)?.recipe.version,
            // An answer about an earlier moment changes when a deletion erases some of it.
            timely: queries.isTimely || !query.all("asOf").isEmpty ? reply.body : nil)
        reply.mark(tag, isForMember: viewer != nil)
        if let question, !queries.isTimely {
            context.shelf.keep(
                .init(tag: tag, reply: reply), to: question, at: queries.logPosition,
                bytes: reply.body.count + target.utf8.count + Self.shelfRoom)
        }
        return reply.unless(tag, isKnownBy: headers)
    }
}

extension Community {
    /// The refusal to a client that wants to change a deleted or erased recipe.
    fileprivate func whyGone(_ recipe: Reference) throws(Refusal) -> Refusal {
        let loss = try log.read { snapshot -> EntityLoss? in
            guard let place = try snapshot.position(of: recipe), let state = try snapshot.entity(place) else {
                return nil
            }
            return state.loss(author: try snapshot.member(state.author))
        }
        return (loss ?? .deleted).refusal(of: "\(recipe)", field: "recipe")
    }
}

/// A cache of answers at the newest position of the log. Until the next event, a repeated question gets the kept answer, and all guests
/// share one. Each event makes all kept answers invalid.
final class AnswerShelf<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
    private struct State {
        var position = Position(0)
        var answers: [Question: Answer] = [:]
        var bytes = 0
    }

    /// Larger answers are not kept.
    let answerBytesMax: Int
    /// The limit of all kept answers. When it is reached, all are dropped.
    let bytesMax: Int

    private let state = Mutex(State())

    init(bytesMax: Int, answerBytesMax: Int) {
        self.bytesMax = bytesMax
        self.answerBytesMax = answerBytesMax
    }

    /// The kept answer to a question at a position; `nil`: none is kept. O(1).
    func answer(to question: Question, at position: Position) -> Answer? {
        state.withLock { $0.position == position ? $0.answers[question] : nil }
    }

    /// Keeps an answer. `bytes` is its size with its question.
    func keep(_ answer: Answer, to question: Question, at position: Position, bytes: Int) {
        guard bytes <= answerBytesMax else { return }
        state.withLock { state in
            // An answer that was begun before the last event is old.
            guard position >= state.position else { return }
            if position > state.position || state.bytes + bytes > bytesMax { state = State(position: position) }
            if state.answers.updateValue(answer, forKey: question) == nil { state.bytes += bytes }
        }
    }

    /// Drops all answers: some may show a member who was deleted.
    func clear() { state.withLock { $0 = State(position: $0.position) } }
}

/// A question and its viewer.
struct ShelvedQuestion: Hashable, Sendable {
    /// Path and query as they were sent.
    var target: String
    /// `nil`: any guest.
    var viewer: MemberID?
}

/// An answer with its tag.
struct ShelvedAnswer: Sendable {
    var tag: EntityTag
    var reply: Reply
}
