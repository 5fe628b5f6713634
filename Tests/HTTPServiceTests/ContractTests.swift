import Foundation
import HTTPTypes
import Testing
import Yams

@testable import HTTPService

/// Routes and contract agree, in both directions.
@Suite struct ContractTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Schemas/openapi.yaml")

    fileprivate struct Operation: Hashable {
        var method: String
        var path: String
        var name: String
        var queryParameters: Set<String>
        var pathParameters: Set<String>
        /// Whether it can be asked for without a secret.
        var isOpen: Bool
        var takesBody: Bool
    }

    private let contract: [String: Any]

    init() throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        contract = try #require(try Yams.load(yaml: text) as? [String: Any])
    }

    @Test func theServiceServesTheContractOfTheSchemas() throws {
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == Contract.text)
        #expect(contract["openapi"] as? String == "3.1.0")
    }

    @Test func routesAndContractAgree() throws {
        let routes = Set(
            Endpoint.all.map { endpoint in
                Operation(
                    method: endpoint.method.rawValue.lowercased(), path: endpoint.path, name: endpoint.operation,
                    queryParameters: Set(endpoint.parameters), pathParameters: Set(endpoint.pathParameters),
                    isOpen: endpoint.access == .anyone, takesBody: false)
            })
        let promised = try promised()
        for route in routes {
            #expect(
                promised.contains { $0.ignoringBody == route }, "\(route) is not as the contract has it")
        }
        for operation in promised {
            #expect(routes.contains(operation.ignoringBody), "\(operation) is promised, and not there")
        }
        #expect(Set(Endpoint.all.map(\.operation)).count == Endpoint.all.count)
    }

    @Test func whatTakesABodyMaySendOne() throws {
        for operation in try promised() where operation.takesBody {
            let endpoint = Endpoint.all.first { $0.operation == operation.name }
            #expect((endpoint?.bodyMax ?? 0) > 0, "\(operation.name)")
        }
    }

    @Test func everyReferenceLeadsSomewhere() {
        for reference in Self.references(contract) {
            var place: Any? = contract
            for part in reference.dropFirst(2).split(separator: "/") {
                place = (place as? [String: Any])?[String(part)]
            }
            #expect(place != nil, "\(reference) leads nowhere")
        }
    }

    // MARK: Reading it

    private func promised() throws -> Set<Operation> {
        let paths = try #require(contract["paths"] as? [String: [String: [String: Any]]])
        var operations: Set<Operation> = []
        for (path, methods) in paths {
            for (method, operation) in methods {
                let parameters = try (operation["parameters"] as? [[String: Any]] ?? []).map(resolved)
                func names(_ place: String) -> Set<String> {
                    Set(parameters.filter { $0["in"] as? String == place }.compactMap { $0["name"] as? String })
                }
                let security = operation["security"] as? [[String: Any]]
                operations.insert(
                    Operation(
                        method: method, path: path, name: try #require(operation["operationId"] as? String),
                        queryParameters: names("query"), pathParameters: names("path"),
                        isOpen: security.map { $0.isEmpty || $0.contains { $0.isEmpty } } ?? false,
                        takesBody: operation["requestBody"] != nil))
            }
        }
        return operations
    }

    private func resolved(_ parameter: [String: Any]) throws -> [String: Any] {
        guard let reference = parameter["$ref"] as? String else { return parameter }
        let components = try #require(contract["components"] as? [String: [String: Any]])
        let name = try #require(reference.split(separator: "/").last.map(String.init))
        return try #require(components["parameters"]?[name] as? [String: Any], "\(reference)")
    }

    private static func references(_ value: Any) -> Set<String> {
        if let object = value as? [String: Any] {
            var found: Set<String> = []
            for (key, value) in object {
                if key == "$ref", let reference = value as? String { found.insert(reference) }
                found.formUnion(references(value))
            }
            return found
        }
        return (value as? [Any])?.reduce(into: []) { $0.formUnion(references($1)) } ?? []
    }
}

extension ContractTests.Operation {
    fileprivate var ignoringBody: Self {
        var copy = self
        copy.takesBody = false
        return copy
    }
}
