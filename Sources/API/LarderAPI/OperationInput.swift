/// What an operation is asked with.
///
/// `code` names each value once, in one place: a request is written by it, a service reads the request by it, and the contract's
/// test lists the parameters by it.
public protocol OperationInput: Sendable {
    /// An input without values, for `code` to fill.
    init()
    mutating func code(_ coder: inout InputCoder) throws(InputError)
}

extension OperationInput {
    /// Reads an input from a request. Refuses what is missing or malformed.
    public init(from source: some InputSource) throws(InputError) {
        self.init()
        var coder = InputCoder(.reading(source))
        try code(&coder)
    }

    /// What a request carries for this input.
    public var request: EncodedInput {
        var (copy, coder) = (self, InputCoder(.writing(EncodedInput())))
        // Writing has nothing to refuse.
        do { try copy.code(&coder) } catch { preconditionFailure("writing an input failed: \(error)") }
        return coder.written
    }
}

/// An operation that takes nothing.
public struct NoInput: OperationInput {
    public init() {}
    public mutating func code(_ coder: inout InputCoder) throws(InputError) {}
}

/// Which part of a list is asked for.
public struct PageRequest: Hashable, Sendable {
    /// How many entries; a service gives 1 to 100, and 20 unless told.
    public var limit: UInt64?
    /// The `next` of the page before; `nil`: the beginning.
    public var after: String?

    public init(limit: UInt64? = nil, after: String? = nil) { (self.limit, self.after) = (limit, after) }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("limit", &limit)
        try coder.query("after", &after)
    }
}

/// The input of an operation that answers page by page.
public protocol PagedInput: OperationInput {
    var page: PageRequest { get set }
}

/// A list that takes nothing but its page.
public struct ListInput: PagedInput {
    public var page = PageRequest()

    public init() {}

    public init(page: PageRequest = PageRequest()) {
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try page.code(&coder)
    }
}

/// Where an operation's input is read from.
public protocol InputSource {
    /// The decoded text at a place of the path.
    func path(_ name: String) -> String?
    /// All values of that name behind `?`, in their order.
    func query(_ name: String) -> [String]
    /// A value of the body's JSON object. It may be asked for once.
    func body(_ name: String) throws(InputError) -> BodyValue?
    /// The whole body, as it was sent.
    var content: [UInt8] { get }
}

extension InputSource {
    public func body(_ name: String) throws(InputError) -> BodyValue? { nil }
    public var content: [UInt8] { [] }
}

/// A value of a request's body.
public enum BodyValue: Hashable, Sendable {
    case text(String)
    case flag(Bool)
    case texts([String])
    /// A JSON object, as it was written.
    case object(JSONText)
    /// A value that no operation takes.
    case other
}

/// What a request carries for an input: texts as they are meant, not yet percent-encoded.
public struct EncodedInput: Hashable, Sendable {
    public var path: [String: String] = [:]
    public var query: [QueryItem] = []
    /// The fields of the body's JSON object.
    public var body: [BodyField] = []
    /// The whole body; `nil`: `body` says it.
    public var content: JSONText?

    public init() {}
}

public struct QueryItem: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

public struct BodyField: Hashable, Sendable {
    public var name: String
    public var value: BodyValue

    public init(_ name: String, _ value: BodyValue) { (self.name, self.value) = (name, value) }
}

/// Why an input cannot be read.
public struct InputError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// A required value is not there. The text says what to send.
        case missing(String)
        /// The value is there more than once.
        case repeated
        case notANumber(String)
        case notAFlag(String)
        /// The value is none of those that are allowed.
        case notOneOf([String], found: String)
        /// A field of the body has another type.
        case wrongType(expected: String)
        case missingField
    }

    /// The parameter or field.
    public var name: String
    public var reason: Reason

    public init(_ name: String, _ reason: Reason) { (self.name, self.reason) = (name, reason) }
}
