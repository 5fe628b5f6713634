import Answers
import CloudEvents
import Community
import EventLog
import Events
import LarderAPI
import Layout
import Views

/// Answers the operations of the catalogue for a command, from the community of a directory or from a service.
protocol Backend {
    /// The instant that relative times are counted from.
    var now: Timestamp { get }
    /// Asks as the member whom the command names. `owner` is the member whose own answer it is: only that member and the operator get it.
    /// `nil`: the caller.
    func ask<Input, Answer>(
        _ operation: LarderAPI.Operation<Input, Answer>, _ input: Input, of owner: Reference?
    ) throws -> Answer
    /// Asks all questions of `body` of one state of the views, as far as the backend can.
    func inOneState<R>(_ body: (any Backend) throws -> R) throws -> R
    /// The items of the caller's shopping list for needs of past days. A service reports the last year only.
    func outdatedNeeds() throws -> [String]

    // MARK: Acting

    /// Refuses an unknown name with the names that are like it.
    func submit(_ command: Command) throws -> Outcome
    /// Decides the commands in order, each on the state after the one before.
    func submit(batch: [Command]) throws -> [Result<Outcome, Refusal>]
    /// The type of what has that name; `nil`: nothing has it.
    func entityType(_ reference: Reference) throws -> EntityType?
    /// A recipe's current content, and its version.
    func content(of recipe: Reference) throws -> VersionedContent
    func content(of recipe: Reference, version: UInt64) throws -> ProtoRecipeContent
    /// A cookbook's current words, and its version; `nil`: there is none, and the decision refuses it.
    func cookbook(_ reference: Reference) throws -> VersionedCookbook?

    /// Stores a picture that the member is about to name; `nil`: a member who is about to register, or the one of the token.
    func upload(_ picture: [UInt8], for member: Reference?) throws -> ImageAnswer
    /// Refuses an unknown picture, and keeps another one until the member has named it.
    func hold(_ picture: ImageID, for member: Reference?) throws

    // MARK: The log. Its documents are passed on byte for byte

    /// Refuses a position without an event.
    func event(at position: Position) throws -> LoggedEvent
    /// Every event that touches something, as of the moment that is asked about.
    func history(of thing: Reference, newestFirst: Bool, page: Page) throws -> LoggedEvents
    /// Passes on the newest of the chosen events, in order. A `count` of 0 means all. Returns the end of the log that was read.
    func newest(_ count: Int, _ choice: EventChoice, _ body: (LoggedEvent) throws -> Void) throws -> Position
    /// Passes on the chosen events after a position as they come. Returns only by an error. `warn` reports each interruption.
    func follow(
        _ choice: EventChoice, after position: Position, warn: @escaping @Sendable (String) -> Void,
        _ body: (LoggedEvent) throws -> Void
    ) throws
    /// The actor and the subject of a creation; `nil`: the event at that position is not of that kind.
    func creation(at position: Position, by kind: EventKind) throws -> Creation?
    func why(_ request: WhyRequest, page: Page, progress: (Int, Int) -> Void) throws -> WhyAnswer
    /// Writes everything that is held about a member, piece by piece.
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

/// The member who created something, and what it belongs to.
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

    /// The kind of event for an entity of that type. Refuses an unknown name, and a type without a kind.
    func kind(for reference: Reference, _ kinds: [EntityType: EventKind]) throws -> EventKind {
        let type: EntityType?
        // A letter names the type. A bare number and an external name need a look-up.
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
            throw Refusal(.invalid, "\(reference) is a \(type.name): this needs a \(names)", field: "subject")
        }
        return kind
    }
}

extension Refusal {
    static func notTheirs(_ member: Reference) -> Refusal {
        Refusal(.forbidden, "notifications are for the member alone: ask as \(member)", field: "as")
    }
}
