/// A picture that was uploaded.
public struct ImageAnswer: Codable, Hashable, Sendable {
    /// As a recipe names it.
    public var id: String
    public var mediaType: String
    public var width: Int
    public var height: Int
    /// In which it can be had.
    public var sizes: [String]

    public init(id: String, mediaType: String, width: Int, height: Int, sizes: [String]) {
        self.id = id
        self.mediaType = mediaType
        self.width = width
        self.height = height
        self.sizes = sizes
    }
}

/// What a recipe says, as actions take it.
public struct RecipeContentAnswer: Codable, Hashable, Sendable {
    public var position: UInt64
    public var id: String
    public var version: UInt64
    public var content: JSON

    public init(position: UInt64, id: String, version: UInt64, content: JSON) {
        self.position = position
        self.id = id
        self.version = version
        self.content = content
    }
}

/// What something is, and in which version.
public struct EntityAnswer: Codable, Hashable, Sendable {
    public var position: UInt64
    public var id: String
    public var type: String
    /// How often it was changed, from 1.
    public var version: UInt32

    public init(position: UInt64, id: String, type: String, version: UInt32) {
        self.position = position
        self.id = id
        self.type = type
        self.version = version
    }
}

/// The rules in force.
public struct RulesAnswer: Codable, Hashable, Sendable {
    public var position: UInt64
    public var rules: JSON

    public init(position: UInt64, rules: JSON) {
        self.position = position
        self.rules = rules
    }
}

/// Events of the log, as CloudEvents.
public struct LogAnswer: Codable, Hashable, Sendable {
    public var events: [JSON]
    public var next: String?
    public var position: UInt64

    public init(events: [JSON], next: String? = nil, position: UInt64) {
        self.events = events
        self.next = next
        self.position = position
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

/// Whether the process lives.
public struct HealthAnswer: Codable, Hashable, Sendable {
    public var status: String

    public init(status: String) {
        self.status = status
    }
}

/// Whether requests can be served, and if not why.
public struct ReadinessAnswer: Codable, Hashable, Sendable {
    public var ready: Bool
    /// Where the log ends.
    public var position: UInt64
    /// Events that the views have not folded; all of them where the views cannot be read.
    public var lag: UInt64
    public var freeDiskBytes: Int
    /// Why it is not ready.
    public var reasons: [String]

    public init(ready: Bool, position: UInt64, lag: UInt64, freeDiskBytes: Int, reasons: [String] = []) {
        self.ready = ready
        self.position = position
        self.lag = lag
        self.freeDiskBytes = freeDiskBytes
        self.reasons = reasons
    }
}
