import Decisions
import Events
import Layout
import Testing

/// One sentence of the table of events: the command of a member of the village, perhaps after other commands, and the
/// answer.
struct Precondition: CustomTestStringConvertible, Sendable {
    enum Answer: Equatable, Sendable {
        case accepted
        case unchanged
        case refused(Refusal.Code, String?)
    }

    let rule: String
    let answer: Answer
    let before: @Sendable (inout Village) throws -> Void
    let command: @Sendable (Village) throws -> Command

    init(
        _ rule: String, _ answer: Answer, after before: @escaping @Sendable (inout Village) throws -> Void = { _ in },
        _ command: @escaping @Sendable (Village) throws -> Command
    ) {
        self.rule = rule
        self.answer = answer
        self.before = before
        self.command = command
    }

    var testDescription: String { rule }

    /// Submits it in a new village, and expects the answer and nothing half done.
    func check() throws {
        var village = try Village()
        try before(&village)
        let asked = try command(village)
        let head = village.community.head
        #expect(village.answer(to: asked) == answer, "\(asked.kind.name): \(rule)")
        guard case .refused = answer else {
            try village.community.submit(asked)
            #expect((village.community.head > head) == (answer == .accepted), "\(asked.kind.name): \(rule)")
            return
        }
    }
}

extension Village {
    func asks(
        _ kind: EventKind, _ actor: MemberID?, _ subject: Reference? = nil, cause: Reference? = nil,
        payload: Payload = .none, value: UInt8 = 0, version: UInt32? = nil
    ) -> Command {
        Command(
            kind, actor: actor.map { .member($0) }, subject: subject, cause: cause, payload: payload, value: value,
            expectedVersion: version)
    }

    func answer(to command: Command) -> Precondition.Answer {
        do throws(Refusal) {
            switch try Decider.decide(command, in: community) {
            case .append: return .accepted
            case .unchanged: return .unchanged
            }
        } catch {
            return .refused(error.code, error.field)
        }
    }

    var theSoup: Reference { .recipe(soup) }
    var theComment: Reference { .comment(comment) }
}

extension Reference {
    static let nothing = Reference.position(Position(99), letter: nil)
}
