/// One thing that a client can ask a Larder service for, declared once.
///
/// The router, the command line, the client library, `why` and the contract's test all read this declaration; none of
/// them repeats the path. The types of `Input` and `Answer` are part of the declaration.
public struct Operation<Input: OperationInput, Answer: Codable & Sendable>: AnyOperation {
    public let name: String
    public let method: Method
    public let path: PathTemplate
    public let access: Access
    public let summary: String
    public let traits: OperationTraits

    init(
        _ name: String, _ method: Method, _ path: PathTemplate, _ summary: String, access: Access = .anyone,
        _ traits: OperationTraits = OperationTraits()
    ) {
        (self.name, self.method, self.path) = (name, method, path)
        (self.summary, self.access, self.traits) = (summary, access, traits)
    }

    public var ownParameters: [Parameter] { InputCoder.parameters(of: Input.self) }
    public var inputType: any OperationInput.Type { Input.self }
}

/// An operation whose types are not known: an element of `API.all`.
public protocol AnyOperation: Sendable {
    associatedtype Input: OperationInput
    associatedtype Answer: Codable & Sendable

    /// The operation's id in the contract, and its label in metrics. No two operations share a name.
    var name: String { get }
    var method: Method { get }
    var path: PathTemplate { get }
    var access: Access { get }
    var summary: String { get }
    var traits: OperationTraits { get }
    /// The values that the operation's input reads from path, query and body.
    var ownParameters: [Parameter] { get }
    var inputType: any OperationInput.Type { get }
}

extension AnyOperation {
    /// The names that a request may carry behind `?`.
    public var queryNames: [String] {
        ownParameters.filter { $0.place == .query }.map(\.name) + traits.moments.map(\.rawValue)
    }

    public var isPaged: Bool { ownParameters.contains { $0.place == .query && $0.name == "limit" } }
    public var isQuestion: Bool { traits.kind == .question }
}

public enum Method: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
}

/// Who may ask.
public enum Access: Hashable, Sendable {
    case anyone
    /// A client with the token of a session, or with a key.
    case member
    case moderator
    case admin
}

/// What a key must allow.
public enum Scope: String, Hashable, Sendable {
    case read, act, `import`
    /// It requires a session; a key is not enough.
    case account
}

/// Which of the service's rate limits an operation draws on.
public enum RateClass: Hashable, Sendable {
    case questions, actions, posts, uploads, imports, logIns, registrations
    /// Never limited: monitoring programs ask for it often.
    case unlimited
}

/// Parameters by which a question chooses the state that answers it.
public enum MomentParameter: String, Hashable, Sendable {
    /// Wait until the log has reached this position.
    case atLeast
    /// Answer as of this earlier position or instant.
    case asOf
}

/// What a router needs to know of an operation beyond its path.
public struct OperationTraits: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Answered by one state of the views, with an ETag; `why` can explain it.
        case question
        /// Appends one event of this kind. The request's body is the event's data.
        case action(event: String)
        case other
    }

    public enum Load: Hashable, Sendable {
        /// Microseconds: answered where the request arrives.
        case light
        /// Up to seconds: answered on one of a few threads of its own.
        case heavy
    }

    public var kind = Kind.other
    public var scope = Scope.read
    /// Another scope that is enough; `nil`: there is none.
    public var otherScope: Scope?
    public var rate = RateClass.questions
    /// How many bytes a request's body may have.
    public var bodyBytesMax = 0
    public var load = Load.light
    /// Whether a job works on an answer that takes longer than a request may.
    public var mayBecomeJob = false
    public var moments: [MomentParameter] = []
}
