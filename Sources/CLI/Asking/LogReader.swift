import Answers
import CloudEvents
import Community
import Events
import Layout
import Views

/// Who can be asked what the log itself says: the community of a directory, or a service.
protocol LogReader {
    /// Refuses a position that there is none at.
    func event(at position: Position) throws -> LoggedEvent
    /// Every event that touches something, as of the moment that is asked about.
    func history(of thing: Reference, newestFirst: Bool, page: Page) throws -> LoggedEvents
    /// The newest of some kinds by somebody or anybody, in order; a `count` of 0 means all.
    func newest(_ count: Int, kinds: [EventKind], by actor: Reference?) throws -> [LoggedEvent]
    /// Who made what that event created, and what it belongs to; nil: it created none such.
    func creation(at position: Position, by kind: EventKind) throws -> Creation?
    func why(_ request: WhyRequest, page: Page, progress: (Int, Int) -> Void) throws -> WhyAnswer
    /// Everything that is held about a member, piece by piece.
    func writeHoldings(about member: Reference, _ write: ([UInt8]) -> Void) throws

    // MARK: For those who need not trust whoever keeps it

    func auditKey() throws -> String
    /// Of the first `size` events, or of all.
    func auditHead(size: UInt64?) throws -> AuditHead
    func auditProof(of event: Position, size: UInt64?) throws -> AuditProof
    func auditProof(from oldSize: UInt64, to newSize: UInt64?) throws -> AuditProof
}

/// Who created something, and what it belongs to.
struct Creation {
    /// Whose id, such as m4.
    var actor: String
    /// Nil where it belongs to nothing.
    var subject: Reference?
}
