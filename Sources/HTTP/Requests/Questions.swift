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

/// Questions to the views, answered as `larder … --json` answers them.
extension APIRequest {
    /// Bytes that a kept answer takes beside its body: headers, tag, and its place in a table.
    private static let shelfRoom = 1_024

    func answerQuestion() async throws -> Reply {
        if let reply = try shelved() { return reply }
        return try await context.ask(self, heavy: route.operation.traits.load == .heavy) { queries in
            if let principal { try RequestContext.check(principal, for: route.admission, queries) }
            let prepared = try prepared()
            return try reply(to: prepared, queries)
        }
    }

    /// The question with its input, to be put to any state of the views.
    func prepared() throws -> PreparedQuestion {
        guard let binding = route.binding else { preconditionFailure("\(route.operation.name) is no question") }
        let prepared = try binding.read(try RequestInput(self))
        guard route.operation.name == API.recipeContent.name else { return prepared }
        // A client that wants to change a recipe is told why it is gone, which the log alone knows.
        let reference = try EntityName.reference(path["recipe"] ?? "", "r", field: "recipe")
        return PreparedQuestion { [context] viewer, queries in
            do { return try prepared.answer(viewer, queries) } catch let error as Refusal where error.code == .gone {
                throw try context.community.whyGone(reference)
            }
        }
    }

    /// What its answer is kept under until the next event; nil: the answer hangs on more than target and viewer.
    private var question: ShelvedQuestion? {
        guard query.all("asOf").isEmpty, query.all("atLeast").isEmpty else { return nil }
        return ShelvedQuestion(target: target, viewer: viewer)
    }

    /// What was answered to this since the last event, if it is known. Refuses a caller who may not ask it any more.
    private func shelved() throws(Refusal) -> Reply? {
        guard let question, let known = context.shelf.answer(to: question, at: try context.community.log.head()) else {
            return nil
        }
        if let principal { try context.check(principal, for: route.admission) }
        return known.reply.unless(known.tag, isKnownBy: headers)
    }

    /// The answer, or that the client has it already.
    private func reply(to prepared: PreparedQuestion, _ queries: Queries) throws -> Reply {
        // Whether there is an answer comes before whether the client has it: RFC 9110, 13.2.1.
        let answer = try prepared.answer(Viewer(member: viewer), queries)
        var reply = try Reply.json(answer)
        let tag = EntityTag(
            queries.logPosition, viewer: viewer, version: (answer as? RecipeAnswer)?.recipe.version,
            // What is erased since goes out of what was said at an earlier moment.
            timely: queries.isTimely || !query.all("asOf").isEmpty ? reply.body : nil)
        reply.headers[.eTag] = tag.text
        reply.headers[.cacheControl] = viewer == nil ? "no-cache" : "private, no-cache"
        reply.headers[.vary] = "Authorization, Cookie"
        if let question, !queries.isTimely {
            context.shelf.keep(
                .init(tag: tag, reply: reply), to: question, at: queries.logPosition,
                bytes: reply.body.count + target.utf8.count + Self.shelfRoom)
        }
        return reply.unless(tag, isKnownBy: headers)
    }
}

extension Community {
    /// The refusal of a recipe that is not there any more, as a client reads it that wants to change the recipe.
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
