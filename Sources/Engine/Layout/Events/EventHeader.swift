/// The fixed part of every event: who, what, whose, when and why. 64 bytes; `Schemas/format-1.md` draws them.
@usableFromInline
package struct EventHeader: Hashable, Sendable {
    @inlinable package static var byteCount: Int { 64 }

    /// The event's place in the log, and its id.
    package var position: Position
    /// The kind of the event: a number whose meaning only the domain knows.
    package var kindNumber: UInt16
    /// When the log appended it. Never decreases along the log.
    package var recordedAt: Timestamp
    /// When it happened; differs from `recordedAt` only for imported history.
    package var occurredAt: Timestamp
    /// Who did it; the operator is 0.
    package var actor: MemberID
    /// The entity or member that it was done to.
    package var subject: Position = .none
    /// The member to whom the subject belongs: they are credited or notified.
    package var owner: MemberID = .operator
    /// The event that this one answers: what it takes back, replaces, replies to, or follows from.
    package var cause: Position = .none
    /// The `occurredAt` of the event that this one takes back or restores; the first instant of the day that it is
    /// about; otherwise its own `occurredAt`.
    package var creditedAt: Timestamp
    /// Version of the payload's layout.
    package var version: UInt8 = 1
    package var flags: Flags = []
    /// A small value whose meaning depends on the kind.
    package var value: UInt8 = 0

    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The stored body holds payload bytes.
        package static let hasPayload = Flags(rawValue: 1)
        /// The stored body holds an origin, and its key stands before the sealed part.
        package static let hasOrigin = Flags(rawValue: 2)
        /// The stored body is sealed under a member's data key (else it is plain: the first event of a log alone).
        package static let sealed = Flags(rawValue: 4)
    }

    package init(
        position: Position, kindNumber: UInt16, recordedAt: Timestamp, occurredAt: Timestamp, actor: MemberID,
        subject: Position = .none, owner: MemberID = .operator, cause: Position = .none, creditedAt: Timestamp? = nil,
        flags: Flags = [], value: UInt8 = 0
    ) {
        self.position = position
        self.kindNumber = kindNumber
        self.recordedAt = recordedAt
        self.occurredAt = occurredAt
        self.actor = actor
        self.subject = subject
        self.owner = owner
        self.cause = cause
        self.creditedAt = creditedAt ?? occurredAt
        self.flags = flags
        self.value = value
    }

    /// Whether `payloads` has a row for it.
    package var hasBody: Bool {
        // Bits, because a set of two would be allocated on the heap in an unoptimized build.
        flags.rawValue & (Flags.hasPayload.rawValue | Flags.hasOrigin.rawValue) != 0
    }
}

/// A set of event kinds by their numbers, with membership in constant time. It holds only numbers below 128.
package struct EventKindSet: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    package init(numbers: some Sequence<UInt16>) {
        for number in numbers {
            precondition(number < 128)
            if number < 64 { low |= 1 << UInt64(number) } else { high |= 1 << UInt64(number - 64) }
        }
    }

    package static let all = EventKindSet(numbers: 0..<128)

    package func contains(number: UInt16) -> Bool {
        number < 64 ? low >> UInt64(number) & 1 == 1 : number < 128 && high >> UInt64(number - 64) & 1 == 1
    }

    package func union(_ other: EventKindSet) -> EventKindSet {
        var result = self
        result.low |= other.low
        result.high |= other.high
        return result
    }
}
