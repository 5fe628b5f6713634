/// Signed heads of the log, and proofs.
extension API {
    public static let auditKey: Operation<NoInput, AuditKeyAnswer> = Operation(
        "auditKey", .get, "/audit/key", "The key that verifies signed heads of the log, in C2SP's form.",
        OperationTraits(rate: .actions))
    public static let auditHead: Operation<AuditHeadInput, AuditHeadAnswer> = Operation(
        "auditHead", .get, "/audit/head", "A signed head of the log: a C2SP checkpoint.",
        OperationTraits(rate: .actions))
    public static let auditConsistency: Operation<AuditConsistencyInput, AuditProofAnswer> = Operation(
        "auditConsistency", .get, "/audit/consistency", "A proof that the log only grew between two sizes.",
        OperationTraits(rate: .actions))
    public static let auditInclusion: Operation<AuditInclusionInput, AuditProofAnswer> = Operation(
        "auditInclusion", .get, "/audit/inclusion/{event}",
        "A proof that an event is in the log. For the member who caused the event, and for admins.", access: .member,
        OperationTraits(rate: .actions))

    public static let auditLeaf: Operation<AuditLeafInput, AuditProofAnswer> = Operation(
        "auditLeaf", .get, "/audit/inclusion",
        "A proof that the event with a leaf is in the log. For anyone who has the leaf.",
        OperationTraits(rate: .actions))

    static let auditOperations: [any AnyOperation] = [
        auditKey, auditHead, auditConsistency, auditInclusion, auditLeaf,
    ]
}

/// A signed head of the log.
public struct AuditHeadInput: OperationInput {
    /// The number of events that the head covers; `nil`: all.
    public var size: UInt64?

    public init() {}

    public init(size: UInt64? = nil) {
        self.size = size
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("size", &size)
    }
}

/// Two sizes of the log.
public struct AuditConsistencyInput: OperationInput {
    public var from: UInt64 = 0
    /// `nil`: all events.
    public var to: UInt64?

    public init() {}

    public init(from: UInt64, to: UInt64? = nil) {
        self.from = from
        self.to = to
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("from", &from, orElse: "say the size of the earlier head: from=100")
        try coder.query("to", &to)
    }
}

/// An event, to be proved to be in the log.
public struct AuditInclusionInput: OperationInput {
    /// The event's position, or the id of the entity that it created.
    public var event: String = ""
    /// The number of events that the proving head covers; `nil`: all.
    public var size: UInt64?

    public init() {}

    public init(event: String, size: UInt64? = nil) {
        self.event = event
        self.size = size
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("event", &event)
        try coder.query("size", &size)
    }
}

/// An event, named by its leaf in the tree, to be proved to be in the log.
public struct AuditLeafInput: OperationInput {
    /// SHA-256 of a zero byte and the event's bytes (RFC 9162 §2.1.1), in base64 or base64url.
    public var leaf: String = ""
    /// The number of events that the proving head covers; `nil`: all.
    public var size: UInt64?

    public init() {}

    public init(leaf: String, size: UInt64? = nil) {
        self.leaf = leaf
        self.size = size
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query(
            "leaf", &leaf, orElse: "say the SHA-256 of a zero byte and the event's bytes, in base64: leaf=…")
        try coder.query("size", &size)
    }
}

/// The key that verifies signed heads of the log.
public struct AuditKeyAnswer: Codable, Hashable, Sendable {
    public var key: String

    public init(key: String) {
        self.key = key
    }
}

/// A signed head of the log.
public struct AuditHeadAnswer: Codable, Hashable, Sendable {
    /// The log's name in checkpoints.
    public var origin: String
    public var size: UInt64
    /// The Merkle root over the first `size` events (RFC 9162), base64.
    public var root: String
    /// The C2SP checkpoint, with its signature.
    public var note: String
    /// The key that verifies the signature, in C2SP's text form.
    public var key: String

    public init(origin: String, size: UInt64, root: String, note: String, key: String) {
        self.origin = origin
        self.size = size
        self.root = root
        self.note = note
        self.key = key
    }
}

/// A proof that an event is in the log, or that the log only grew.
public struct AuditProofAnswer: Codable, Hashable, Sendable {
    /// The event's position; absent in a proof between two sizes.
    public var position: UInt64?
    /// The size of the earlier head; absent in a proof of an event.
    public var from: UInt64?
    /// The size of the head that the proof leads to.
    public var size: UInt64
    /// The proof as text. A verifier needs it and the key, nothing else.
    public var proof: String

    public init(position: UInt64? = nil, from: UInt64? = nil, size: UInt64, proof: String) {
        self.position = position
        self.from = from
        self.size = size
        self.proof = proof
    }
}
