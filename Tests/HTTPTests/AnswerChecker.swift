import Foundation
import Testing

/// Checks answers against the schemas of the contract: required fields exist, no other fields do, and each has its type, form and range.
/// It knows the part of JSON Schema that the contract uses for answers.
struct AnswerChecker {
    private let contract: ContractFile

    init() throws { contract = try ContractFile() }
    init(_ contract: ContractFile) { self.contract = contract }

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

    /// Why an answer is not what the contract promises of the operation for that status.
    func problems(
        _ body: Data, _ mediaType: String, of operation: [String: Any], status: Int, _ place: String
    ) throws -> [String] {
        let answers = operation["responses"] as? [String: [String: Any]] ?? [:]
        let content = try answers["\(status)"].map { try contract.resolved($0) }?["content"] as? [String: [String: Any]]
        guard let schema = content?[mediaType]?["schema"] as? [String: Any] else {
            return ["\(place) promises no \(mediaType) with \(status)"]
        }
        return problems(try JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed), schema, place)
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
            let others = whole["additionalProperties"] as? [String: Any]
            let missing = (whole["required"] as? [String] ?? []).filter { object[$0] == nil }
            return bounds(object.count, of: whole, "minProperties", "maxProperties", "\(place), by its fields,")
                + missing.map { "\(place).\($0) is missing" }
                + object.flatMap { key, value -> [String] in
                    if let property = properties[key] ?? others { return problems(value, property, "\(place).\(key)") }
                    return properties.isEmpty ? [] : ["\(place).\(key) is in no schema"]
                }
        case "array":
            guard let array = value as? [Any] else { return ["\(place) is no list"] }
            let items = whole["items"] as? [String: Any] ?? [:]
            return bounds(array.count, of: whole, "minItems", "maxItems", "\(place), by its length,")
                + array.enumerated().flatMap { problems($1, items, "\(place)[\($0)]") }
        case "string":
            guard let text = value as? String else { return ["\(place) is no string"] }
            return problems(ofText: text, whole, place)
        case "boolean": return value is Bool ? [] : ["\(place) is neither true nor false"]
        case "integer":
            let isWhole = (value as? NSNumber).map { Double(Int64(truncating: $0)) == $0.doubleValue } == true
            return isWhole ? bounds(value, of: whole, "minimum", "maximum", place) : ["\(place) is no whole number"]
        case "number":
            return value is NSNumber ? bounds(value, of: whole, "minimum", "maximum", place) : ["\(place) is no number"]
        default:
            guard let choices = (whole["oneOf"] ?? whole["anyOf"]) as? [[String: Any]] else {
                return ["\(place) has no type in the contract"]
            }
            let found = choices.map { problems(value, $0, place) }
            return found.contains(where: \.isEmpty) ? [] : found.flatMap(\.self)
        }
    }

    private func problems(ofText text: String, _ schema: [String: Any], _ place: String) -> [String] {
        var found: [String] = []
        if let words = schema["enum"] as? [String], !words.contains(text) {
            found.append("\(place) is «\(text)», which is none of \(words)")
        }
        var patterns = (schema["pattern"] as? String).map { [$0] } ?? []
        switch schema["format"] as? String {
        case "date-time": patterns.append(#"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$"#)
        case "date": patterns.append(#"^\d{4}-\d\d-\d\d$"#)
        default: break
        }
        for pattern in patterns where text.range(of: pattern, options: .regularExpression) == nil {
            found.append("\(place) is «\(text)», which does not match \(pattern)")
        }
        return found
            + bounds(text.unicodeScalars.count, of: schema, "minLength", "maxLength", "\(place), by its length,")
    }

    private func bounds(
        _ value: Any, of schema: [String: Any], _ least: String, _ most: String, _ place: String
    ) -> [String] {
        func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }
        guard let value = number(value) else { return [] }
        if let least = number(schema[least]), value < least { return ["\(place) is \(value), below \(least)"] }
        if let most = number(schema[most]), value > most { return ["\(place) is \(value), above \(most)"] }
        return []
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
