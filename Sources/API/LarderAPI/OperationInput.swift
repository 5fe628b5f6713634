/// The input of an operation.
///
/// `code` names each value once. Clients write requests with it, services read requests with it, and the test of the
/// contract lists the parameters with it.
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

    /// The values that a request carries for this input.
    public var request: EncodedInput {
        var (copy, coder) = (self, InputCoder(.writing(EncodedInput())))
        // Writing has nothing to refuse.
        do { try copy.code(&coder) } catch { preconditionFailure("writing an input failed: \(error)") }
        return coder.written
    }
}

/// The input of an operation without parameters.
public struct NoInput: OperationInput {
    public init() {}
    public mutating func code(_ coder: inout InputCoder) throws(InputError) {}
}

/// A page of a list.
public struct PageRequest: Hashable, Sendable {
    /// The number of entries, 1 to 100; a service answers 20 by default.
    public var limit: UInt64?
    /// The `next` of the previous page; `nil`: the beginning.
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

/// The input of a list that takes only a page.
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
    /// A value of the body's JSON object. Each value is read at most once.
    func body(_ name: String) throws(InputError) -> BodyValue?
    /// The whole body, as the client sent it.
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
    /// A JSON object, as the client wrote it.
    case object(JSONText)
    /// A value that no operation takes.
    case other
}

/// The values that a request carries for an input. Texts are not percent-encoded.
public struct EncodedInput: Hashable, Sendable {
    public var path: [String: String] = [:]
    public var query: [QueryItem] = []
    /// The fields of the body's JSON object.
    public var body: [BodyField] = []
    /// The whole body; `nil`: `body` has its fields.
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
        /// The value is not one of the allowed words.
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
