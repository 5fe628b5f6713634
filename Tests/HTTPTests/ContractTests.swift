import Events
import Foundation
import HTTPTypes
import Testing

@testable import HTTP

/// Routes and contract agree, in both directions.
@Suite struct ContractTests {
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

    private let contract: ContractFile

    init() throws { contract = try ContractFile() }

    @Test func theServiceServesTheContractOfTheSchemas() throws {
        #expect(contract.text == Contract.text)
        #expect(contract.document["openapi"] as? String == "3.1.0")
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
        for reference in Self.references(contract.document) {
            #expect(contract.place(reference) != nil, "\(reference) leads nowhere")
        }
    }

    @Test func everyKindOfEventIsNamed() throws {
        let kinds = try #require(contract.place("#/components/schemas/EventKind") as? [String: Any])
        #expect(Set(kinds["enum"] as? [String] ?? []) == Set(EventKind.allNames))
    }

    // MARK: Reading it

    private func promised() throws -> Set<Operation> {
        var operations: Set<Operation> = []
        for (path, methods) in contract.paths {
            for (method, operation) in methods {
                let parameters = try (operation["parameters"] as? [[String: Any]] ?? []).map(contract.resolved)
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
