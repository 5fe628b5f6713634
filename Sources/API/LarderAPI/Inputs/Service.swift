/// A picture.
public struct ImageInput: OperationInput {
    public enum Size: String, ParameterChoice {
        case original, large, medium, small
    }

    /// As a recipe names it.
    public var image: String = ""
    /// The longest side; unless said, the original's.
    public var size: Size?

    public init() {}

    public init(image: String, size: Size? = nil) {
        self.image = image
        self.size = size
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("image", &image)
        try coder.query("size", &size)
    }
}

/// Which events are streamed.
public struct StreamInput: OperationInput {
    /// everything, following, me, notifications, leaderboard, moderation, or recipes such as r12.
    public var about: [String] = []
    /// The last event that the client knows of; `nil`: the newest.
    public var after: UInt64?

    public init() {}

    public init(about: [String] = [], after: UInt64? = nil) {
        self.about = about
        self.after = after
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("about", &about)
        try coder.query("after", &after)
    }
}

/// Which events of the log.
public struct LogInput: PagedInput {
    /// Only these kinds.
    public var kinds: [String] = []
    /// Only by this member.
    public var actor: String?
    public var page = PageRequest()

    public init() {}

    public init(kinds: [String] = [], actor: String? = nil, page: PageRequest = PageRequest()) {
        self.kinds = kinds
        self.actor = actor
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("kind", &kinds)
        try coder.query("actor", &actor)
        try page.code(&coder)
    }
}

/// One event.
public struct EventInput: OperationInput {
    /// Its position, or the id of what it created.
    public var event: String = ""

    public init() {}

    public init(event: String) {
        self.event = event
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("event", &event)
    }
}

/// Every event that touches something.
public struct HistoryInput: PagedInput {
    /// `r12`, `c20`, `@name`, `external:source:id` or a position.
    public var thing: String = ""
    public var newestFirst: Bool = false
    public var page = PageRequest()

    public init() {}

    public init(thing: String, newestFirst: Bool = false, page: PageRequest = PageRequest()) {
        self.thing = thing
        self.newestFirst = newestFirst
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("thing", &thing)
        try coder.query("newestFirst", &newestFirst)
        try page.code(&coder)
    }
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

/// An answer that is to be explained.
public struct WhyInput: PagedInput {
    /// The path of a question, with its query.
    public var question: String = ""
    /// What the answer calls the question; `nil`: its path.
    public var wording: String?
    /// What of the answer is meant, from the outside in.
    public var fields: [String] = []
    /// As this member would ask it.
    public var viewer: String?
    public var newestFirst: Bool = false
    /// For each event the proof that it is in the log.
    public var proof: Bool = false
    /// As it was at this position or instant.
    public var asOf: String?
    public var page = PageRequest()

    public init() {}

    public init(
        question: String, wording: String? = nil, fields: [String] = [], viewer: String? = nil,
        newestFirst: Bool = false, proof: Bool = false, asOf: String? = nil, page: PageRequest = PageRequest()
    ) {
        self.question = question
        self.wording = wording
        self.fields = fields
        self.viewer = viewer
        self.newestFirst = newestFirst
        self.proof = proof
        self.asOf = asOf
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("question", &question, orElse: "say which answer: question=/recipes/r12")
        try coder.query("wording", &wording)
        try coder.query("field", &fields)
        try coder.query("as", &viewer)
        try coder.query("newestFirst", &newestFirst)
        try coder.query("proof", &proof)
        try coder.query("asOf", &asOf)
        try page.code(&coder)
    }
}
