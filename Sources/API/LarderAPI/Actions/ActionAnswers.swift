/// The outcome of an action.
public struct SubmitAnswer: Codable, Hashable, Sendable {
    /// The position of the event in the log.
    public var position: UInt64
    /// The id of what the event created, or the event's position.
    public var id: String
    /// False if nothing had to change; then no event was appended.
    public var changed: Bool

    public init(position: UInt64, id: String, changed: Bool) {
        self.position = position
        self.id = id
        self.changed = changed
    }
}

/// The outcome of many events: each that was accepted, and the first ``API/refusalsListedMax`` that were refused.
public struct EventsAnswer: Codable, Hashable, Sendable {
    /// The position of the last event in the log.
    public var position: UInt64
    public var read: Int
    public var appended: Int
    public var unchanged: Int
    /// The number of refused events, by code, those that are not listed included.
    public var refused: [String: Int]
    public var events: [EventAnswer]

    public init(
        position: UInt64, read: Int, appended: Int = 0, unchanged: Int = 0, refused: [String: Int] = [:],
        events: [EventAnswer] = []
    ) {
        self.position = position
        self.read = read
        self.appended = appended
        self.unchanged = unchanged
        self.refused = refused
        self.events = events
    }
}

/// The outcome of one of many events.
public struct EventAnswer: Codable, Hashable, Sendable {
    /// The event's line, or its place in the batch, from 1.
    public var number: Int
    public var position: UInt64?
    public var id: String?
    public var changed: Bool?
    public var error: RefusalDocument?

    public init(
        number: Int, position: UInt64? = nil, id: String? = nil, changed: Bool? = nil, error: RefusalDocument? = nil
    ) {
        self.number = number
        self.position = position
        self.id = id
        self.changed = changed
        self.error = error
    }
}

/// A refusal within an answer.
public struct RefusalDocument: Codable, Hashable, Sendable {
    public var code: String
    public var message: String
    public var field: String?

    public init(code: String, message: String, field: String? = nil) {
        self.code = code
        self.message = message
        self.field = field
    }
}

/// A refusal as an RFC 9457 problem, with the code of the domain.
public struct Problem: Codable, Hashable, Sendable {
    public var type: String
    public var title: String
    public var status: Int
    public var code: String
    public var detail: String
    /// The parameter, field or header that caused the refusal.
    public var field: String?
    /// The position of the last event at the time of the refusal.
    public var position: UInt64?
    /// When it was deleted, for the code `gone`.
    public var at: String?

    public init(
        type: String = "about:blank", title: String, status: Int, code: String, detail: String, field: String? = nil,
        position: UInt64? = nil, at: String? = nil
    ) {
        self.at = at
        self.type = type
        self.title = title
        self.status = status
        self.code = code
        self.detail = detail
        self.field = field
        self.position = position
    }

    /// RFC 9457 lets a service leave `type` and `title` out.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        type = try fields.decodeIfPresent(String.self, forKey: .type) ?? "about:blank"
        title = try fields.decodeIfPresent(String.self, forKey: .title) ?? ""
        status = try fields.decode(Int.self, forKey: .status)
        code = try fields.decode(String.self, forKey: .code)
        detail = try fields.decode(String.self, forKey: .detail)
        field = try fields.decodeIfPresent(String.self, forKey: .field)
        position = try fields.decodeIfPresent(UInt64.self, forKey: .position)
    }
}

/// The answer of an operation without content.
public struct NoAnswer: Codable, Hashable, Sendable {
    public init() {}
}

/// An answer that is no JSON document: a picture, a stream or a text of another format.
public struct Download: Codable, Hashable, Sendable {
    public var mediaType: String
    public var bytes: [UInt8]

    public init(mediaType: String, bytes: [UInt8]) { (self.mediaType, self.bytes) = (mediaType, bytes) }
}
