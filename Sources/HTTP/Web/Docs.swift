import Answers
import Events
import LarderAPI
import Markup
import Operations
import Pages
import Yams

/// The API for people: pages made of the catalogue and the contract.
enum Docs {
    static let routes: [PageRoute] = [
        .page("docs", "/docs", load: .heavy) { request, _ in
            DocsPage(guides, of: request.context.settings.name).page
        },
        .page("docsOfOperation", "/docs/{operation}", load: .heavy) { request, _ in
            let name = request.path["operation"] ?? ""
            guard let guide = guides.first(where: { $0.operation.name == name }) else {
                throw Refusal(.notFound, "the API has no operation of this name")
            }
            return OperationPage(guide, at: request.site).page
        },
    ]

    /// Read from the contract once, when the first page is asked for. The contract is compiled in, so that reading it cannot fail.
    private static let guides: [OperationGuide] = {
        do { return try ContractReader(String(decoding: Contract.bytes, as: UTF8.self)).guides } catch {
            preconditionFailure("the contract cannot be read: \(error)")
        }
    }()
}

/// What the contract says about the operations of the catalogue.
struct ContractReader {
    private let root: Node
    private let operations: [String: Node]

    init(_ text: String) throws {
        root = try Yams.compose(yaml: text) ?? Node([Node]())
        var operations: [String: Node] = [:]
        for (_, methods) in root["paths"]?.mapping ?? [:] {
            for (_, operation) in methods.mapping ?? [:] {
                if let name = operation["operationId"]?.string { operations[name] = operation }
            }
        }
        self.operations = operations
    }

    var guides: [OperationGuide] { API.all.map(guide) }

    private func guide(_ operation: any AnyOperation) -> OperationGuide {
        guard let node = operations[operation.name] else {
            preconditionFailure("the contract has no \(operation.name)")
        }
        let outcomes = (node["responses"]?.mapping ?? [:]).map { (status: $0.key.text, node: resolved($0.value)) }
        let successes = outcomes.filter { $0.status.hasPrefix("2") }
        // A creation answers 201, and 200 where the thing existed before.
        let success = successes.first { $0.status == "201" } ?? successes.first
        let body = node["requestBody"].map(resolved)
        return OperationGuide(
            operation, about: node["description"]?.string ?? "",
            values: (node["parameters"]?.array() ?? []).map { value(resolved($0)) } + fields(of: body),
            request: body.map { request(operation, $0) }, status: success?.status ?? "200",
            answer: success.flatMap { example(in: $0.node["content"], orElse: Self.otherAnswers[operation.name]) },
            refusals: outcomes.filter { $0.status.hasPrefix("4") || $0.status.hasPrefix("5") }
                .map { .init(status: $0.status, about: $0.node["description"]?.string ?? "") })
    }

    /// The target of a reference, or the node itself.
    private func resolved(_ node: Node) -> Node {
        guard let reference = node["$ref"]?.string else { return node }
        let target = reference.dropFirst(2).split(separator: "/").reduce(root as Node?) { $0?[String($1)] }
        return target.map(resolved) ?? node
    }

    // MARK: Values

    private func value(_ node: Node) -> OperationGuide.Value {
        OperationGuide.Value(
            name: node["name"]?.string ?? "", place: node["in"]?.string ?? "", type: type(of: node["schema"]),
            isRequired: node["required"]?.bool ?? false, about: node["description"]?.string ?? "")
    }

    /// The fields of a JSON body.
    private func fields(of body: Node?) -> [OperationGuide.Value] {
        guard let schema = body?["content"]?["application/json"]?["schema"].map(resolved) else { return [] }
        let parts = [schema] + (schema["allOf"]?.array() ?? []).map(resolved)
        return parts.flatMap { part in
            let required = (part["required"]?.array() ?? []).compactMap(\.string)
            return (part["properties"]?.mapping ?? [:]).map { name, field in
                OperationGuide.Value(
                    name: name.text, place: "body", type: type(of: field), isRequired: required.contains(name.text),
                    about: (field["description"] ?? resolved(field)["description"])?.string ?? "")
            }
        }
    }

    private func type(of schema: Node?) -> String {
        guard let schema = schema.map(resolved) else { return "" }
        if let words = schema["enum"]?.array() { return words.map(\.text).joined(separator: ", ") }
        let names = schema["type"]?.array().map(\.text).filter { $0 != "null" } ?? []
        guard let name = names.first ?? schema["type"]?.string else { return "object" }
        return name == "array" ? "list of \(type(of: schema["items"]))" : name
    }

    // MARK: Examples

    private func request(_ operation: any AnyOperation, _ body: Node) -> OperationGuide.Example {
        if let example = example(in: body["content"]) { return example }
        // The contract has no example of the bytes of a picture.
        return .init(mediaType: "image/jpeg", text: "soup.jpg")
    }

    private func example(in content: Node?, orElse other: String? = nil) -> OperationGuide.Example? {
        guard let content = content?.mapping else { return nil }
        for (type, media) in content {
            let value = media["example"] ?? media["examples"]?.mapping?.first.map { resolved($0.value) }?["value"]
            guard let value else { continue }
            return .init(
                mediaType: type.text, text: value.json(indent: 0), line: value.json(indent: nil), value: value.value)
        }
        return content.first.map { .init(mediaType: $0.key.text, text: other ?? "…") }
    }

    /// What answers that are no JSON look like.
    private static let otherAnswers = [
        API.image.name: "(the bytes of the picture)", API.contract.name: "openapi: 3.1.0\n…",
        API.metrics.name: "# TYPE larder_requests_total counter\n…",
        API.exportRecipe.name: #"{"@context": "https://schema.org", "@type": "Recipe", "name": "Leek soup", …}"#,
    ]
}

extension Node {
    /// A scalar as it is written.
    fileprivate var text: String { scalar?.string ?? "" }

    /// The value as JSON in the order of the contract: on lines of their own from `indent` blanks on; `nil`: on one line.
    fileprivate func json(indent: Int?) -> String {
        switch self {
        case .mapping(let mapping):
            return Self.list(
                mapping.map { "\(Self.quoted($0.key.text)): \($0.value.json(indent: indent.map { $0 + 2 }))" }, "{",
                "}", indent)
        case .sequence(let sequence):
            return Self.list(sequence.map { $0.json(indent: indent.map { $0 + 2 }) }, "[", "]", indent)
        case .scalar(let scalar):
            if case .text = value { return Self.quoted(scalar.string) }
            return scalar.string
        case .alias: return "null"
        }
    }

    /// The value, without the order of its fields.
    fileprivate var value: JSON {
        switch self {
        case .mapping(let mapping):
            return .object(Dictionary(mapping.map { ($0.key.text, $0.value.value) }) { $1 })
        case .sequence(let sequence): return .list(sequence.map(\.value))
        case .scalar(let scalar):
            guard scalar.style == .plain || scalar.style == .any else { return .text(scalar.string) }
            if let flag = bool { return .flag(flag) }
            if let whole = int { return .whole(Int64(whole)) }
            if let number = float { return .number(number) }
            return null == nil ? .text(scalar.string) : .null
        case .alias: return .null
        }
    }

    private static func quoted(_ text: String) -> String { String(decoding: JSON.text(text).document, as: UTF8.self) }

    private static func list(_ parts: [String], _ open: String, _ close: String, _ indent: Int?) -> String {
        guard let indent, !parts.isEmpty else { return open + parts.joined(separator: ", ") + close }
        let (inner, outer) = (String(repeating: " ", count: indent + 2), String(repeating: " ", count: indent))
        return "\(open)\n\(parts.map { inner + $0 }.joined(separator: ",\n"))\n\(outer)\(close)"
    }
}
