import Answers
import CloudEvents
import Community
import Events
import LarderAPI
import Layout
import Views

/// What answers the operations of the catalogue for a command: the community of a directory, or a service.
protocol Backend {
    /// The instant that relative times are counted from.
    var now: Timestamp { get }
    /// Asks as the member whom the command names. `owner` is whose own answer is meant: only that member, and the operator, get it.
    /// `nil`: the caller's own.
    func ask<Input, Answer>(
        _ operation: LarderAPI.Operation<Input, Answer>, _ input: Input, of owner: Reference?
    ) throws -> Answer
    /// Puts all questions of `body` to one state of the views, as far as the backend can.
    func inOneState<R>(_ body: (any Backend) throws -> R) throws -> R
    /// The rank of each member in the week before the board, of the members whom the board shows. A service tells it of its
    /// first places alone.
    func ranks(before board: LeaderboardAnswer) throws -> [String: Int]
    /// The items of the caller's shopping list for needs of days that are over. A service tells of the last year's alone.
    func outdatedNeeds() throws -> [String]

    // MARK: Acting

    /// Refuses an unknown name with the names that are like it.
    func submit(_ command: Command) throws -> Outcome
    /// Decides all in order, each against all before it.
    func submit(batch: [Command]) throws -> [Result<Outcome, Refusal>]
    /// What was created under that name; `nil`: nothing.
    func entityType(_ reference: Reference) throws -> EntityType?
    /// What a recipe says now, and in which version.
    func content(of recipe: Reference) throws -> VersionedContent
    func content(of recipe: Reference, version: UInt64) throws -> ProtoRecipeContent
    /// What a cookbook says now; `nil`: there is none, and the decision refuses it.
    func cookbook(_ reference: Reference) throws -> VersionedCookbook?

    // MARK: The log, whose documents are passed on as they are written

    /// Refuses a position without an event.
    func event(at position: Position) throws -> LoggedEvent
    /// Every event that touches something, as of the moment that is asked about.
    func history(of thing: Reference, newestFirst: Bool, page: Page) throws -> LoggedEvents
    /// The newest of some kinds, in order; `actor`: of that member alone. A `count` of 0 means all.
    func newest(_ count: Int, kinds: [EventKind], by actor: Reference?) throws -> [LoggedEvent]
    /// Who made what that event created, and what it belongs to; `nil`: the event created none such.
    func creation(at position: Position, by kind: EventKind) throws -> Creation?
    func why(_ request: WhyRequest, page: Page, progress: (Int, Int) -> Void) throws -> WhyAnswer
    /// Everything that is held about a member, piece by piece.
    func writeHoldings(about member: Reference, _ write: ([UInt8]) -> Void) throws
}

struct VersionedContent {
    var content: ProtoRecipeContent
    var version: UInt32
}

struct VersionedCookbook {
    var words: ProtoCookbook
    var version: UInt32
}

/// Who created something, and what it belongs to.
struct Creation {
    /// A member's id, such as m4.
    var actor: String
    /// `nil`: it belongs to nothing.
    var subject: Reference?
}

extension Backend {
    func ask<Input, Answer>(_ operation: LarderAPI.Operation<Input, Answer>, _ input: Input) throws -> Answer {
        try ask(operation, input, of: nil)
    }

    /// The kind of event that an entity's type asks for. Refuses where there is none.
    func kind(for reference: Reference, _ kinds: [EntityType: EventKind]) throws -> EventKind {
        let type: EntityType?
        // The letter says what it is; a bare number and an external name do not.
        if case .position(_, let letter?) = reference {
            type = EntityType(letter: letter)
        } else {
            type = try entityType(reference)
        }
        guard let type else {
            throw Refusal(.notFound, "there is nothing called \(reference)", field: "subject")
        }
        guard let kind = kinds[type] else {
            let names = kinds.keys.sorted { $0.rawValue < $1.rawValue }.map { "\($0)" }.joined(separator: " or a ")
            throw Refusal(.invalid, "\(reference) is a \(type.name): this takes a \(names)", field: "subject")
        }
        return kind
    }
}

extension Refusal {
    static func notTheirs(_ member: Reference) -> Refusal {
        Refusal(.forbidden, "notifications are for the member alone: ask as \(member)", field: "as")
    }
}
