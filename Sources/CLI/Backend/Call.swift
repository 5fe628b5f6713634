import Answers
import ArgumentParser
import Events
import LarderAPI
import Operations

/// A verb that can ask about an earlier moment.
protocol Retrospective: Verb {}

extension Retrospective {
    var reach: Reach { .anywhere }
    func run() throws { try start(mayLookBack: true) }
}

/// A verb that asks one question of the catalogue, and shows the answer.
protocol Question: Retrospective {
    func call(_ invocation: Invocation) throws -> any AnyCall
}

extension Question {
    func execute(_ invocation: Invocation) throws { try invocation.put(try call(invocation)) }
}

/// A question of the catalogue with its input, and how a command shows the answer.
struct Call<Input: OperationInput, Answer: Codable & Sendable>: AnyCall {
    let operation: LarderAPI.Operation<Input, Answer>
    let input: Input
    /// The member whose own answer it is; `nil`: the caller, or the answer is for anyone.
    let owner: Reference?
    let unexplained: Refusal?
    let show: (Answer, any Backend) throws -> Void

    init(
        _ operation: LarderAPI.Operation<Input, Answer>, _ input: Input, of owner: Reference? = nil,
        unexplained: Refusal? = nil, show: @escaping (Answer, any Backend) throws -> Void
    ) {
        (self.operation, self.input, self.owner) = (operation, input, owner)
        (self.unexplained, self.show) = (unexplained, show)
    }

    func run(on backend: any Backend) throws { try show(try backend.ask(operation, input, of: owner), backend) }

    func answer(of backend: any Backend) throws -> AnswerTree {
        try AnswerTree(of: try backend.ask(operation, input, of: owner))
    }

    func path(on service: ServiceBackend) throws -> String {
        if let owner { try service.requireOneself(owner) }
        return service.target(of: operation, input)
    }
}

/// A call whose types are not known.
protocol AnyCall {
    /// Why the answer cannot be explained; `nil`: `why` explains it.
    var unexplained: Refusal? { get }
    /// Asks, and shows the answer.
    func run(on backend: any Backend) throws
    /// The answer as a tree of fields.
    func answer(of backend: any Backend) throws -> AnswerTree
    /// The target of a service's request for the whole answer: a path with its query.
    func path(on service: ServiceBackend) throws -> String
}

extension Word {
    /// The value of a word of the API, in lower or upper case.
    static func choose<Value: ParameterChoice>(
        _ text: String, of type: Value.Type, field: String
    ) throws(Refusal) -> Value {
        do throws(InputError) { return try Value(parameter: text, field) } catch { throw error.refusal }
    }
}
