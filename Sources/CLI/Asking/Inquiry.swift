import Events
import Layout
import Operations
import Views

/// A question in both its forms: how the views answer it, and how a service is asked for the same answer.
struct Inquiry<Answer> {
    /// What the views say.
    let answer: (Standpoint) throws -> Answer
    /// What a service says.
    let fetch: (Server) throws -> Answer
    /// What a service is asked for that, as a path with what stands behind its `?`; nil: more than one thing.
    let path: ((Server) throws -> String)?

    init(
        answer: @escaping (Standpoint) throws -> Answer, fetch: @escaping (Server) throws -> Answer,
        path: ((Server) throws -> String)? = nil
    ) {
        self.answer = answer
        self.fetch = fetch
        self.path = path
    }
}

extension Inquiry where Answer: Decodable {
    /// One that a service answers at once.
    init(
        _ path: ServicePath, _ parameters: [ServiceParameter] = [], answer: @escaping (Standpoint) throws -> Answer
    ) {
        self.init(answer: answer) { server in
            try server.get(path, parameters)
        } path: { _ in
            path.text(parameters)
        }
    }
}

extension Inquiry where Answer: PagedAnswer & Decodable {
    /// One that a service answers page by page.
    init(
        _ path: ServicePath, _ parameters: [ServiceParameter] = [], page: Page,
        answer: @escaping (Standpoint) throws -> Answer
    ) {
        self.init(answer: answer) { server in
            try server.get(path, parameters, page: page)
        } path: { _ in
            path.text(parameters)
        }
    }
}

/// One state of the views, and who looks at it.
struct Standpoint {
    let queries: Queries
    /// Nil: the operator, or anyone.
    let actor: Reference?
    /// Who that is, where it is known also of a state in which they have not come yet.
    var knownViewer: MemberID?

    var isOperator: Bool { actor == nil }

    /// Who looks; nil: nobody in particular.
    var viewer: MemberID? {
        get throws(Refusal) {
            if let knownViewer { return knownViewer }
            return try actor.map { reference throws(Refusal) in try queries.member(reference) }
        }
    }

    /// Who looks, where that must be somebody.
    var member: MemberID {
        get throws(Refusal) {
            if let knownViewer { return knownViewer }
            return try queries.member(try reference(.oneself))
        }
    }

    func reference(_ member: MeantMember) throws(Refusal) -> Reference {
        switch member {
        case .named(let reference): return reference
        case .oneself:
            guard let actor else { throw Refusal(.usage, "say who asks, with --as @name", field: "as") }
            return actor
        }
    }

    func member(_ member: MeantMember) throws(Refusal) -> MemberID { try queries.member(try reference(member)) }
}

/// Whom a question is about.
enum MeantMember {
    case named(Reference)
    /// Whoever asks.
    case oneself

    /// As a service's paths name them.
    var segment: String {
        switch self {
        case .named(let reference): reference.description
        case .oneself: "me"
        }
    }
}

/// Where questions are being put, for those that come of an answer.
protocol Asked {
    /// The instant that relative times are counted from.
    var now: Timestamp { get }
    func ask<Answer>(_ inquiry: Inquiry<Answer>) throws -> Answer
}

/// A service, whose answers may be of one position after the other.
struct AskedServer: Asked {
    let server: Server
    let now: Timestamp

    func ask<Answer>(_ inquiry: Inquiry<Answer>) throws -> Answer { try inquiry.fetch(server) }
}

/// One state of the views of a directory.
struct AskedViews: Asked {
    let standpoint: Standpoint
    var now: Timestamp { standpoint.queries.now }

    func ask<Answer>(_ inquiry: Inquiry<Answer>) throws -> Answer { try inquiry.answer(standpoint) }
}
