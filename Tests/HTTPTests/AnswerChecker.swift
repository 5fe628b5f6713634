import Foundation
import Testing

/// Checks answers against the schemas of the contract: required fields exist, no other fields do, and each has its type. It knows the part of
/// JSON Schema that the contract uses for answers.
struct AnswerChecker {
    private let contract: ContractFile

    init() throws { contract = try ContractFile() }

    /// The names of all operations that GET serves.
    var questions: Set<String> { Set(contract.paths.values.compactMap { $0["get"]?["operationId"] as? String }) }

    func check(_ body: Data, _ operation: String) throws {
        let methods = contract.paths.values.flatMap(\.values)
        let found = try #require(methods.first { $0["operationId"] as? String == operation }, "\(operation)")
        let answers = try #require(found["responses"] as? [String: [String: Any]])
        let answer = try #require((answers["200"] ?? answers["201"])?["content"] as? [String: [String: Any]])
        let schema = try #require(answer["application/json"]?["schema"] as? [String: Any])
        let value = try JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
        for problem in problems(value, schema, operation) { Issue.record("\(problem)") }
    }

    /// Why the value does not satisfy the schema.
    func problems(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
        let whole = flattened(schema)
        if let constant = whole["const"] as? String {
            return value as? String == constant ? [] : ["\(place) is not \(constant)"]
        }
        // One of several types, which is said of what may be anything.
        if whole["type"] is [String] { return [] }
        switch whole["type"] as? String {
        case "object":
            guard let object = value as? [String: Any] else { return ["\(place) is no object"] }
            let properties = whole["properties"] as? [String: [String: Any]] ?? [:]
            let missing = (whole["required"] as? [String] ?? []).filter { object[$0] == nil }
            return missing.map { "\(place).\($0) is missing" }
                + object.flatMap { key, value -> [String] in
                    if let property = properties[key] { return problems(value, property, "\(place).\(key)") }
                    return properties.isEmpty ? [] : ["\(place).\(key) is in no schema"]
                }
        case "array":
            guard let array = value as? [Any] else { return ["\(place) is no list"] }
            let items = whole["items"] as? [String: Any] ?? [:]
            return array.enumerated().flatMap { problems($1, items, "\(place)[\($0)]") }
        case "string": return value is String ? [] : ["\(place) is no string"]
        case "boolean": return value is Bool ? [] : ["\(place) is neither true nor false"]
        case "integer":
            return (value as? NSNumber).map { Double(Int64(truncating: $0)) == $0.doubleValue } == true
                ? [] : ["\(place) is no whole number"]
        case "number": return value is NSNumber ? [] : ["\(place) is no number"]
        default: return ["\(place) has no type in the contract"]
        }
    }

    /// The schema with its references followed and its parts merged.
    private func flattened(_ schema: [String: Any]) -> [String: Any] {
        if let reference = schema["$ref"] as? String {
            return flattened(contract.place(reference) as? [String: Any] ?? [:])
        }
        guard let parts = schema["allOf"] as? [[String: Any]] else { return schema }
        var whole: [String: Any] = ["type": "object"]
        var (properties, required): ([String: Any], [String]) = ([:], [])
        for part in parts.map(flattened) {
            properties.merge(part["properties"] as? [String: Any] ?? [:]) { $1 }
            required += part["required"] as? [String] ?? []
        }
        whole["properties"] = properties
        whole["required"] = required
        return whole
    }
}
