package import Layout

/// An event that was decided but has no place in the log yet: position and `recordedAt` are the log's to give.
package struct Draft: Hashable, Sendable {
    package var kind: EventKind
    package var actor: MemberID
    /// Where the subject, or a registration's actor and owner, is the event itself.
    package var isOwnSubject: Bool
    package var subject: Position
    package var owner: MemberID
    package var cause: Position
    package var occurredAt: Timestamp
    package var creditedAt: Timestamp?
    package var value: UInt8
    package var payload: Payload
    /// Whether its cause is the first event of the same decision (a block's unfollowing, a resolution's removal).
    package var isCausedByFirst = false

    package init(
        _ kind: EventKind, actor: MemberID, subject: Position = .none, isOwnSubject: Bool = false,
        owner: MemberID = .operator, cause: Position = .none, occurredAt: Timestamp, creditedAt: Timestamp? = nil,
        value: UInt8 = 0, payload: Payload = .none
    ) {
        self.kind = kind
        self.actor = actor
        self.isOwnSubject = isOwnSubject
        self.subject = subject
        self.owner = owner
        self.cause = cause
        self.occurredAt = occurredAt
        self.creditedAt = creditedAt
        self.value = value
        self.payload = payload
    }
}
