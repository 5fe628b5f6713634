import Answers
import Events
import LarderAPI
import Operations

/// A question as the API addresses it. `why` explains it; no command shows its answer.
private struct AddressedQuestion<Input: OperationInput, Answer: Codable & Sendable>: AnyCall {
    let operation: LarderAPI.Operation<Input, Answer>
    let input: Input
    let address: String

    var unexplained: Refusal? { nil }

    func run(on backend: any Backend) throws { _ = try backend.ask(operation, input) }
    func answer(of backend: any Backend) throws -> AnswerTree { try AnswerTree(of: try backend.ask(operation, input)) }
    func path(on service: ServiceBackend) throws -> String { address }
}

/// The texts of an address, as an input is read from them.
private struct AddressTexts: InputSource {
    let address: QuestionAddress

    var content: [UInt8] { [] }

    func path(_ name: String) -> String? { address.path[name] }

    /// A list without a limit is explained whole.
    func query(_ name: String) -> [String] {
        let values = address.query.all(name)
        return name == "limit" && values.isEmpty ? ["0"] : values
    }

    func body(_ name: String) -> BodyValue? { nil }
}

extension QuestionAddress {
    /// The call of the question at an address, such as `/feed?mode=following`.
    static func call(at address: String) throws -> any AnyCall {
        let question = try QuestionAddress(address)
        func call<Asked: AnyOperation>(_ operation: Asked) throws(Refusal) -> any AnyCall {
            guard let typed = operation as? LarderAPI.Operation<Asked.Input, Asked.Answer> else {
                preconditionFailure("\(operation.name) is not an operation of the catalogue")
            }
            do throws(InputError) {
                return AddressedQuestion(
                    operation: typed, input: try Asked.Input(from: AddressTexts(address: question)), address: address)
            } catch {
                throw error.refusal
            }
        }
        return try call(question.operation)
    }
}
