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

/// A verb that puts one question of the catalogue, and shows the answer.
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
    /// Whose own answer is meant; `nil`: the caller's own, or an answer that is for anyone.
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
    /// The answer, to be looked into.
    func answer(of backend: any Backend) throws -> AnswerTree
    /// What a service is asked for the whole answer: a path with its query.
    func path(on service: ServiceBackend) throws -> String
}

extension Word {
    /// The value that a word of the API stands for, whatever its case.
    static func choose<Value: ParameterChoice>(
        _ text: String, of type: Value.Type, field: String
    ) throws(Refusal) -> Value {
        do throws(InputError) { return try Value(parameter: text, field) } catch { throw error.refusal }
    }
}
