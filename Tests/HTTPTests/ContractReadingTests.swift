import Events
import Foundation
import HTTPTypes
import Testing

@testable import HTTP

/// A client that has the contract alone can use every operation.
@Suite struct ContractReadingTests {
    private let contract: ContractFile
    private let checker: AnswerChecker
    private let operations: [(name: String, operation: [String: Any])]

    init() throws {
        contract = try ContractFile()
        checker = try AnswerChecker()
        operations = contract.paths.values.flatMap(\.values).map { ($0["operationId"] as? String ?? "", $0) }
    }

    @Test("every operation has a description that says more than its summary") func descriptions() {
        #expect(operations.count > 100)
        for (name, operation) in operations {
            let summary = operation["summary"] as? String
            let description = (operation["description"] as? String)?.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(description?.hasSuffix(".") == true && description != summary, "\(name)")
        }
    }

    @Test("every JSON body and every JSON answer has an example that its schema accepts") func examples() throws {
        for (name, operation) in operations {
            var contents: [(String, [String: Any])] = []
            if let body = operation["requestBody"] as? [String: Any] { contents.append(("body", body)) }
            for (status, answer) in operation["responses"] as? [String: [String: Any]] ?? [:] {
                contents.append((status, try contract.resolved(answer)))
            }
            for (place, content) in contents {
                let types = content["content"] as? [String: [String: Any]] ?? [:]
                for type in ["application/json", "application/problem+json"] {
                    guard let media = types[type] else { continue }
                    let example = try example(of: media)
                    let value = try #require(example, "\(name) \(place) has no example")
                    let schema = try #require(media["schema"] as? [String: Any])
                    let alternatives = (schema["oneOf"] ?? schema["anyOf"]) as? [[String: Any]] ?? [schema]
                    let problems = alternatives.map { checker.problems(value, $0, "\(name) \(place)") }
                    #expect(problems.contains { $0.isEmpty }, "\(problems)")
                }
            }
        }
    }

    @Test("every operation lists its refusals by status, each with the codes of that status") func refusals() throws {
        for (name, operation) in operations {
            let answers = try #require(operation["responses"] as? [String: [String: Any]])
            #expect(answers["default"] == nil && answers["429"] != nil && answers["500"] != nil, "\(name)")
            for (status, answer) in answers where Int(status).map({ $0 >= 400 }) == true {
                let content = try contract.resolved(answer)["content"] as? [String: [String: Any]]
                guard let media = content?["application/problem+json"] else { continue }
                let parts = try #require((media["schema"] as? [String: Any])?["allOf"] as? [[String: Any]], "\(name)")
                let own = parts.compactMap { $0["properties"] as? [String: [String: Any]] }.first
                let codes = try #require(own?["code"]?["enum"] as? [String], "\(name) \(status)")
                for code in codes where status != "400" {
                    #expect(
                        "\(Refusal.Code(rawValue: code).status.code)" == status, "\(name): \(code) is not \(status)")
                }
            }
        }
    }

    private func example(of media: [String: Any]) throws -> Any? {
        if let example = media["example"] { return example }
        let examples = media["examples"] as? [String: [String: Any]]
        return try examples?.values.first.map { try contract.resolved($0) }?["value"]
    }
}
