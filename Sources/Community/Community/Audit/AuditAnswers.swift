package import EventLog
import Events
import Layout
import Transparency

/// A signed head of the log.
package struct AuditHead: Sendable {
    /// The log's name in checkpoints.
    package var origin: String
    package var size: UInt64
    /// Merkle root over the first `size` events (RFC 9162), base64.
    package var root: String
    /// The C2SP checkpoint, with its signature.
    package var note: String
    /// The verifier key, in its text form.
    package var key: String

    init(_ head: Checkpoint, _ note: SignedNote, _ key: VerifierKey) {
        (origin, size, root) = (head.origin, head.size, head.root.base64)
        (self.note, self.key) = (note.description, key.description)
    }
}

/// A proof that an event is in the log, or that the log only grew.
package struct AuditProof: Sendable {
    /// The position of an inclusion proof; `nil` for a consistency proof, which has `from`.
    package var position: UInt64?
    package var from: UInt64?
    /// The size of the head that the proof leads to.
    package var size: UInt64
    /// The proof as text. A verifier needs nothing else but the key.
    package var proof: String
}

/// The answer of `audit verify`.
package struct AuditVerdict: Encodable, Sendable {
    package enum Claim: String, Encodable, Sendable {
        /// The key signed the head.
        case head
        /// The event is in the log of the head.
        case inclusion
        /// The log of the later head begins with the log of the earlier one.
        case consistency
    }

    package var verified = true
    package var claim: Claim
    package var origin: String
    /// Size of the signed head; of two heads, the later one.
    package var size: UInt64
    package var root: String
    package var oldSize: UInt64?
    package var event: AuditedEvent?
    /// Further statements signed with the head, line by line, such as the destruction of a member's key.
    package var statements: [String]?
    /// True: the local log confirms the claim. `nil`: there was no local log.
    package var equalsLog: Bool?

    init(_ claim: Claim, _ head: Checkpoint, oldSize: UInt64? = nil, event: AuditedEvent? = nil, equalsLog: Bool?) {
        self.claim = claim
        (origin, size, root) = (head.origin, head.size, head.root.base64)
        (self.oldSize, self.event, self.equalsLog) = (oldSize, event, equalsLog)
    }
}

/// What an event's bytes reveal without any member's key.
package struct AuditedEvent: Encodable, Sendable {
    package var position: UInt64
    /// `nil` for bytes that are no event of a known kind.
    package var type: String?
    package var actor: String?
    package var subject: UInt64?
    package var recordedTime: String?

    init(position: UInt64, _ header: EventHeader?) {
        self.position = position
        guard let header else { return }
        type = header.kind.name
        actor = header.actor == .operator ? "operator" : header.actor.description
        subject = header.subject.isNone ? nil : header.subject.value
        recordedTime = header.recordedAt.rfc3339
    }
}

/// The answer of `log stat`.
package struct LogStat: Encodable, Sendable {
    package struct BranchedFrom: Encodable, Sendable {
        package var logID: String
        package var position: UInt64
    }

    package var logID: String
    /// The log that this one branched off from, and the last common event.
    package var branchedFrom: BranchedFrom?
    /// Whether the log is a read-only copy.
    package var readOnly: Bool?
    package var events: UInt64
    /// `recordedAt` of the first and the last event.
    package var first: String?
    package var last: String?
    package var bytes: Int
    package var kinds: [String: Int]
    /// The Merkle root over all events (RFC 6962), base64.
    package var root: String
}

/// The answer of `audit verify --full`.
package struct FullVerification: Encodable, Sendable {
    package var verified: Bool
    package var events: UInt64
    /// Over all events; `nil` if some are unreadable.
    package var root: String?
    /// The first event that does not verify; `nil` if all do.
    package var firstUnfit: UInt64?
    package var checks: [Finding]
}

/// The answer of `audit export-tiles`.
package struct TileReport: Encodable, Sendable {
    /// Size of the written head.
    package var size: UInt64
    package var root: String
    /// The number of new files; files of earlier exports do not count.
    package var written: Int
    /// Entry bundles that do not exist, because one of their events is longer than 65,535 bytes.
    package var withoutEntries: [String]
}

extension Refusal {
    /// A malformed proof is invalid input; a proof that does not hold is a failed verification.
    init(_ error: ProofError, about name: String) {
        self.init(error.kind == .malformed ? .invalid : .verificationFailed, "\(name): \(error.reason)")
    }
}
