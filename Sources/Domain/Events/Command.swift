package import Layout

/// One action that an actor requests. Its decision gives events, or the fact that already held, or a refusal.
package struct Command: Hashable, Sendable {
    package var kind: EventKind
    /// `nil`: the operator, who may do what an admin may; for `member.registered` the new member.
    package var actor: Reference?
    package var subject: Reference?
    package var cause: Reference?
    /// When it happened; `nil`: now.
    package var occurredAt: Timestamp?
    package var origin: Origin?
    package var payload: Payload
    /// The stars, role, reason or outcome, by kind.
    package var value: UInt8
    /// The version of the entity that the command is based on; a stale one is refused.
    package var expectedVersion: UInt32?
    /// Only the operator and imports give reserved usernames. E-mails that belong to other members are given at the
    /// terminal as well.
    package var authority = Authority.member

    package init(
        _ kind: EventKind, actor: Reference?, subject: Reference? = nil, cause: Reference? = nil,
        occurredAt: Timestamp? = nil, origin: Origin? = nil, payload: Payload = .none, value: UInt8 = 0,
        expectedVersion: UInt32? = nil
    ) {
        self.kind = kind
        self.actor = actor
        self.subject = subject
        self.cause = cause
        self.occurredAt = occurredAt
        self.origin = origin
        self.payload = payload
        self.value = value
        self.expectedVersion = expectedVersion
    }

    /// The command with the authority of the terminal: a member's if it names one, the operator's otherwise.
    package var atTerminal: Command {
        var command = self
        command.authority = actor == nil ? .operator : .memberAtTerminal
        return command
    }

    /// The command with the operator's authority.
    package var byOperator: Command {
        var command = self
        command.authority = .operator
        return command
    }
}

/// Who answers for what a command says.
package enum Authority: Hashable, Sendable {
    /// The member who acts, or a guest who registers.
    case member
    /// A member for whom the operator's terminal acts.
    case memberAtTerminal
    /// The operator: at the terminal as no member, or by a file or key that imports.
    case `operator`
}

/// A decided event without a place in the log: the log assigns position and `recordedAt`.
package struct Draft: Hashable, Sendable {
    package var kind: EventKind
    package var actor: MemberID
    /// Whether the subject, or a registration's actor and owner, is the event itself.
    package var isOwnSubject: Bool
    package var subject: Position
    package var owner: MemberID
    package var cause: Position
    package var occurredAt: Timestamp
    package var creditedAt: Timestamp?
    package var value: UInt8
    package var payload: Payload
    /// Whether its cause is the first event of the same decision (an unfollow after a block, a removal after a
    /// resolution).
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

/// The result of a command that was not refused.
package struct Outcome: Hashable, Sendable {
    /// The position of the new event, or of the fact that already held.
    package var position: Position
    /// Whether events were appended; `command.noted` does not count.
    package var changed: Bool
    /// The kind of the command's own event.
    package var kind: EventKind
    /// Why a recipe that was posted before does not exist any more; `nil` if it exists.
    package var loss: EntityLoss?
    /// The member to whom the e-mail belongs that the command gives to another one; `nil`: it belongs to no other member.
    package var emailHolder: MemberID?

    package init(position: Position, changed: Bool, kind: EventKind, loss: EntityLoss? = nil) {
        self.position = position
        self.changed = changed
        self.kind = kind
        self.loss = loss
    }
}
