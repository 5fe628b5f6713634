/// Events and the log that holds them.
extension API {
    public static let submitEvents: Operation<EventsInput, EventsAnswer> = Operation(
        "submitEvents", .post, "/events",
        "Submit CloudEvents: one (structured, or binary with ce- headers), or many (a JSON batch, or NDJSON).",
        access: .member, OperationTraits(scope: .act, otherScope: .import, bodyBytesMax: eventsBytesMax))
    public static let stream: Operation<StreamInput, Download> = Operation(
        "stream", .get, "/stream",
        "Live events, as server-sent events. Each id is the position of its event; Last-Event-ID resumes exactly after it."
    )
    public static let why: Operation<WhyInput, JSON> = Operation(
        "why", .get, "/why", "The events that led to an answer, and what each of them changed. For admins.",
        access: .admin, OperationTraits(rate: .uploads, mayBecomeJob: true))
    public static let log: Operation<LogInput, LogAnswer> = Operation(
        "log", .get, "/log", "The events of the log, the newest first. For admins.", access: .admin)
    public static let logHistogram: Operation<LogHistogramInput, LogHistogramAnswer> = Operation(
        "logHistogram", .get, "/log/histogram",
        "How many events of each kind were recorded, in equal spans of time. For admins.", access: .admin)
    public static let event: Operation<EventInput, JSON> = Operation(
        "event", .get, "/log/{event}", "One event. For admins.", access: .admin)
    public static let effects: Operation<EventInput, EffectsAnswer> = Operation(
        "effects", .get, "/log/{event}/effects",
        "The rows of the views that an event changed, before and after. For admins.", access: .admin,
        OperationTraits(rate: .uploads, mayBecomeJob: true))
    public static let history: Operation<HistoryInput, LogAnswer> = Operation(
        "history", .get, "/log/history/{thing}", "Every event about an entity or a member. For admins.", access: .admin,
        OperationTraits(moments: [.asOf]))

    static let logOperations: [any AnyOperation] = [
        submitEvents, stream, why, log, logHistogram, event, effects, history,
    ]
}

/// CloudEvents: one event, a batch, or one event for each line. A request has at most ``API/eventsMax`` events.
public struct EventsInput: OperationInput {
    /// The events, in a format of CloudEvents.
    public var content: JSONText?

    public init() {}

    public init(content: JSONText? = nil) {
        self.content = content
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.content(&content)
    }
}

/// The events of a stream.
public struct StreamInput: OperationInput {
    /// Topics: everything, following, me, notifications, leaderboard, moderation, or recipes such as r12. For admins also log or jobs,
    /// each alone.
    public var about: [String] = []
    /// The last event that the client knows; `nil`: the newest.
    public var after: UInt64?
    /// Of the log, only these events.
    public var selection = LogSelection()

    public init() {}

    public init(about: [String] = [], after: UInt64? = nil, selection: LogSelection = LogSelection()) {
        self.about = about
        self.after = after
        self.selection = selection
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("about", &about)
        try coder.query("after", &after)
        try selection.code(&coder)
    }
}

/// An answer to explain.
public struct WhyInput: PagedInput {
    /// The path of a question, with its query.
    public var question: String = ""
    /// The name of the question in the explanation; `nil`: its path.
    public var wording: String?
    /// The part of the answer to explain: names of fields and entries, from the outside in.
    public var fields: [String] = []
    /// The member whose answer is explained; `nil`: a guest's.
    public var viewer: String?
    public var newestFirst: Bool = false
    /// Whether each event comes with the proof that it is in the log.
    public var proof: Bool = false
    /// The position or instant of the answer; `nil`: now.
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

/// A choice among the events of the log.
public struct LogSelection: Hashable, Sendable {
    /// Only these kinds.
    public var kinds: [String] = []
    /// Only by this member.
    public var actor: String?
    /// Only about this entity or member: `r12`, `c20`, `@name`, `external:source:id` or a position.
    public var thing: String?

    public init(kinds: [String] = [], actor: String? = nil, thing: String? = nil) {
        self.kinds = kinds
        self.actor = actor
        self.thing = thing
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("kind", &kinds)
        try coder.query("actor", &actor)
        try coder.query("thing", &thing)
    }
}

/// The events of the log to list.
public struct LogInput: PagedInput {
    public var selection = LogSelection()
    /// Only from this position on, or recorded at this day or instant or later.
    public var from: String?
    /// Only before this position, or recorded before this day or instant.
    public var to: String?
    /// `false`: the oldest first. `nil`: the newest.
    public var newestFirst: Bool?
    public var page = PageRequest()

    public init() {}

    public init(
        _ selection: LogSelection = LogSelection(), from: String? = nil, to: String? = nil, newestFirst: Bool? = nil,
        page: PageRequest = PageRequest()
    ) {
        self.selection = selection
        self.from = from
        self.to = to
        self.newestFirst = newestFirst
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try selection.code(&coder)
        try coder.query("from", &from)
        try coder.query("to", &to)
        try coder.query("newestFirst", &newestFirst)
        try page.code(&coder)
    }
}

/// The events of the log to count.
public struct LogHistogramInput: OperationInput {
    public var selection = LogSelection()
    /// Only from this position on, or recorded at this day or instant or later.
    public var from: String?
    /// Only before this position, or recorded before this day or instant.
    public var to: String?
    /// Into how many spans of time, 1 to 1,000; `nil`: 200.
    public var buckets: UInt64?

    public init() {}

    public init(
        _ selection: LogSelection = LogSelection(), from: String? = nil, to: String? = nil, buckets: UInt64? = nil
    ) {
        self.selection = selection
        self.from = from
        self.to = to
        self.buckets = buckets
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try selection.code(&coder)
        try coder.query("from", &from)
        try coder.query("to", &to)
        try coder.query("buckets", &buckets)
    }
}

/// How many events were recorded when.
public struct LogHistogramAnswer: Codable, Hashable, Sendable {
    public struct Bucket: Codable, Hashable, Sendable {
        /// Which span of time it is, counted from 0.
        public var number: Int
        /// The first and the last event in it.
        public var first: UInt64
        public var last: UInt64
        public var events: Int
        /// The events by kind.
        public var kinds: [String: Int]

        public init(number: Int, first: UInt64, last: UInt64, events: Int, kinds: [String: Int]) {
            self.number = number
            self.first = first
            self.last = last
            self.events = events
            self.kinds = kinds
        }
    }

    /// The last event of the log.
    public var position: UInt64
    /// When the first span begins, and when the last one ends; absent where no event was chosen.
    public var from: String?
    public var to: String?
    /// How many spans there are; those without an event are left out.
    public var count: Int
    public var buckets: [Bucket]

    public init(position: UInt64, from: String? = nil, to: String? = nil, count: Int, buckets: [Bucket]) {
        self.position = position
        self.from = from
        self.to = to
        self.count = count
        self.buckets = buckets
    }
}

/// One event.
public struct EventInput: OperationInput {
    /// The event's position, or the id of the entity that it created.
    public var event: String = ""

    public init() {}

    public init(event: String) {
        self.event = event
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("event", &event)
    }
}

/// What an event did to the views.
public struct EffectsAnswer: Codable, Hashable, Sendable {
    /// A row before and after the event. Where there is one before and after, only the fields that differ are shown.
    public struct Row: Codable, Hashable, Sendable {
        public var view: String
        public var table: String
        /// The row's key: numbers, or hexadecimal digits.
        public var key: String
        /// Absent: there was no row.
        public var before: [String: String]?
        /// Absent: there is no row any more.
        public var after: [String: String]?

        public init(
            view: String, table: String, key: String, before: [String: String]? = nil, after: [String: String]? = nil
        ) {
            self.view = view
            self.table = table
            self.key = key
            self.before = before
            self.after = after
        }
    }

    /// The event.
    public var event: UInt64
    /// How many rows it changed; the answer has the first of them.
    public var count: Int
    public var rows: [Row]

    public init(event: UInt64, count: Int, rows: [Row]) {
        self.event = event
        self.count = count
        self.rows = rows
    }
}

/// Every event about an entity or a member.
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
