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

    static let auditOperations: [any AnyOperation] = [auditKey, auditHead, auditConsistency, auditInclusion]
}

/// A signed head of the log.
public struct AuditHeadInput: OperationInput {
    /// Of the first so many events; `nil`: of all.
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

/// An event whose place in the log is proved.
public struct AuditInclusionInput: OperationInput {
    /// Its position, or the id of what it created.
    public var event: String = ""
    /// In the first so many events; `nil`: in all.
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

/// The key that signs heads of the log.
public struct AuditKeyAnswer: Codable, Hashable, Sendable {
    public var key: String

    public init(key: String) {
        self.key = key
    }
}

/// A signed head of the log.
public struct AuditHeadAnswer: Codable, Hashable, Sendable {
    /// Whose log it is.
    public var origin: String
    public var size: UInt64
    /// Over the first `size` events (RFC 9162), base64.
    public var root: String
    /// The C2SP checkpoint, with its signature.
    public var note: String
    /// Whose signature it is, in the form in which keys are handed on.
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
    /// The event; absent in a proof between two sizes.
    public var position: UInt64?
    /// The size of the earlier head.
    public var from: UInt64?
    /// Of the head that the proof leads to.
    public var size: UInt64
    /// All that a verifier needs beside the key.
    public var proof: String

    public init(position: UInt64? = nil, from: UInt64? = nil, size: UInt64, proof: String) {
        self.position = position
        self.from = from
        self.size = size
        self.proof = proof
    }
}
