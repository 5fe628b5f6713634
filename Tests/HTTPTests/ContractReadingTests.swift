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
                    let problems = checker.problems(value, schema, "\(name) \(place)")
                    #expect(problems.isEmpty)
                }
            }
        }
    }

    @Test("every property of every schema has a description that says what it is") func properties() {
        var count = 0
        for (place, property) in Self.properties(in: contract.document, "contract") {
            count += 1
            let target = (property["$ref"] as? String).flatMap { contract.place($0) as? [String: Any] }
            let text = (property["description"] ?? target?["description"]) as? String
            let description = text?.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(description?.hasSuffix(".") == true, "\(place)")
        }
        #expect(count > 600)
    }

    @Test("the schema of a required property exists, and the parts of a schema are those that JSON Schema knows")
    func requiredProperties() {
        let schemas = contract.place("#/components/schemas") as? [String: [String: Any]] ?? [:]
        #expect(schemas.count > 100)
        for (name, schema) in schemas {
            let properties = schema["properties"] as? [String: Any]
            for required in schema["required"] as? [String] ?? [] {
                #expect(properties?[required] != nil, "\(name).\(required)")
            }
            // An unquoted comma ends a description, and what follows becomes a key.
            #expect(schema.keys.allSatisfy { !$0.contains(" ") }, "\(name)")
        }
        for (place, property) in Self.properties(in: contract.document, "contract") {
            #expect(property.keys.allSatisfy { !$0.contains(" ") }, "\(place): \(property.keys)")
        }
    }

    @Test("the contract says what a stream's data are, and each kind of frame satisfies it") func stream() throws {
        let operation = try #require(contract.operation("GET", "/stream"))
        let answers = try #require(operation["responses"] as? [String: [String: Any]])
        let content = try #require(answers["200"]?["content"] as? [String: [String: Any]])
        let media = try #require(content["text/event-stream"])
        let schema = try #require(media["schema"] as? [String: Any])
        let frame = try #require(schema["contentSchema"] as? [String: Any])
        var reader = EventSourceReader(lastID: "")
        reader.read(Array(try #require(media["example"] as? String).utf8) + Array("\n".utf8))
        let event = try #require(reader.events.first)
        let fields = ["id": event.lastID, "event": event.type, "data": event.data]
        #expect(checker.problems(fields, frame, "the example").isEmpty)
        let data = try #require(
            contract.place("#/components/schemas/StreamedEvent/properties/data/contentSchema") as? [String: Any])
        #expect(checker.problems(event.json, data, "the example's data").isEmpty)
        #expect(!checker.problems(["kind": "recipe.liked"], data, "no event").isEmpty)
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

    /// All properties of the schemas below a place of the document, except those of examples.
    private static func properties(in value: Any, _ place: String) -> [(place: String, property: [String: Any])] {
        if let list = value as? [Any] {
            return list.enumerated().flatMap { properties(in: $1, "\(place)[\($0)]") }
        }
        guard let object = value as? [String: Any] else { return [] }
        return object.flatMap { key, below -> [(place: String, property: [String: Any])] in
            if key == "example" || key == "examples" { return [] }
            // A property may itself be called «properties»: a schema's own value under that key holds schemas alone.
            guard key == "properties", let named = below as? [String: [String: Any]] else {
                return properties(in: below, "\(place).\(key)")
            }
            return named.flatMap { name, property in
                [("\(place).\(name)", property)] + properties(in: property, "\(place).\(name)")
            }
        }
    }

    private func example(of media: [String: Any]) throws -> Any? {
        if let example = media["example"] { return example }
        let examples = media["examples"] as? [String: [String: Any]]
        return try examples?.values.first.map { try contract.resolved($0) }?["value"]
    }
}
