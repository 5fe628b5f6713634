package import EventLog
import Events
import Layout
import Transparency

/// What `audit head` answers: a signed head of the log.
package struct AuditHead: Codable, Sendable {
    /// Whose log it is.
    package var origin: String
    package var size: UInt64
    /// Over the first `size` events (RFC 9162), base64.
    package var root: String
    /// The C2SP checkpoint, with its signature.
    package var note: String
    /// Whose signature it is, in the form in which keys are handed on.
    package var key: String

    init(_ head: Checkpoint, _ note: SignedNote, _ key: VerifierKey) {
        (origin, size, root) = (head.origin, head.size, head.root.base64)
        (self.note, self.key) = (note.description, key.description)
    }
}

/// What `audit prove` answers.
package struct AuditProof: Codable, Sendable {
    /// The event that it is of; or nil, and the size of the earlier head.
    package var position: UInt64?
    package var from: UInt64?
    /// Of the head that it leads to.
    package var size: UInt64
    /// All that a stranger needs beside the key.
    package var proof: String
}

/// What `audit verify` has found to hold.
package struct AuditVerdict: Encodable, Sendable {
    package enum Claim: String, Encodable, Sendable {
        /// The key signed it.
        case head
        /// The event is in the log of a head.
        case inclusion
        /// The log of a head begins with that of an earlier one.
        case consistency
    }

    package var verified = true
    package var claim: Claim
    package var origin: String
    /// Of the head that was signed; of two, the later one.
    package var size: UInt64
    package var root: String
    package var oldSize: UInt64?
    package var event: AuditedEvent?
    /// What was signed with the head beyond it, line by line, such as that somebody's key was destroyed.
    package var statements: [String]?
    /// True: the log itself was at hand, and holds what was claimed. Nil: it was not.
    package var equalsLog: Bool?

    init(_ claim: Claim, _ head: Checkpoint, oldSize: UInt64? = nil, event: AuditedEvent? = nil, equalsLog: Bool?) {
        self.claim = claim
        (origin, size, root) = (head.origin, head.size, head.root.base64)
        (self.oldSize, self.event, self.equalsLog) = (oldSize, event, equalsLog)
    }
}

/// What the bytes of an event say to those who have no key of anybody's.
package struct AuditedEvent: Encodable, Sendable {
    package var position: UInt64
    /// Nil where the bytes are no event of a kind that is known here.
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

/// What `log stat` answers.
package struct LogStat: Encodable, Sendable {
    package struct BranchedFrom: Encodable, Sendable {
        package var logID: String
        package var position: UInt64
    }

    package var logID: String
    /// The log that it was branched off from, and the last event that both have.
    package var branchedFrom: BranchedFrom?
    /// Whether it is a copy for reading only.
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

/// What `audit verify --full` answers.
package struct FullVerification: Encodable, Sendable {
    package var verified: Bool
    package var events: UInt64
    /// Over all events; nil where not all can be read.
    package var root: String?
    /// The first event that does not fit; nil: all do.
    package var firstUnfit: UInt64?
    package var checks: [Finding]
}

/// What `audit export-tiles` answers.
package struct TileReport: Encodable, Sendable {
    /// Of the head that was signed and written.
    package var size: UInt64
    package var root: String
    /// Files that were written; those that were there already are not among them.
    package var written: Int
    /// Bundles of events that there are none of, because an event in them is longer than 65,535 bytes.
    package var withoutEntries: [String]
}

extension Refusal {
    /// What is malformed is invalid input; what does not hold is a verification that failed.
    init(_ error: ProofError, about name: String) {
        self.init(error.kind == .malformed ? .invalid : .verificationFailed, "\(name): \(error.reason)")
    }
}
