import Events
import Foundation
import HTTPTypes
import LarderAPI
import Testing

@testable import HTTP

/// The catalogue of operations and the contract agree, in both directions.
@Suite struct ContractTests {
    fileprivate struct Operation: Hashable {
        var method: String
        var path: String
        var name: String
        var queryParameters: Set<String>
        var pathParameters: Set<String>
        /// Whether a guest may ask.
        var isOpen: Bool
    }

    private let contract: ContractFile

    init() throws { contract = try ContractFile() }

    @Test("the service serves Schemas/openapi.yaml byte for byte")
    func servedDocument() throws {
        #expect(Contract.bytes == Array(contract.text.utf8))
        #expect(contract.document["openapi"] as? String == "3.1.0")
    }

    @Test("catalogue and contract have the same operations, with the same parameters and security")
    func catalogueEqualsContract() throws {
        let catalogue = Set(API.all.map(Operation.init))
        let promised = try promised()
        for operation in catalogue.subtracting(promised) {
            Issue.record("the contract has it otherwise, or not at all: \(operation)")
        }
        for operation in promised.subtracting(catalogue) {
            Issue.record("the catalogue has it otherwise, or not at all: \(operation)")
        }
    }

    @Test("an operation that takes a body in the contract takes one in the catalogue")
    func bodies() throws {
        for operation in contract.paths.values.flatMap(\.values) where operation["requestBody"] != nil {
            let name = try #require(operation["operationId"] as? String)
            let found = try #require(API.all.first { $0.name == name })
            #expect(found.ownParameters.contains { $0.place == .body }, "\(name)")
            #expect(found.traits.bodyBytesMax > 0, "\(name)")
        }
    }

    @Test("summaries of the catalogue are those of the contract")
    func summaries() throws {
        let promised = contract.paths.values.flatMap(\.values)
        for operation in API.all {
            let found = promised.first { $0["operationId"] as? String == operation.name }
            #expect(found?["summary"] as? String == operation.summary, "\(operation.name)")
        }
    }

    @Test("names of operations are unique")
    func uniqueNames() { #expect(Set(API.all.map(\.name)).count == API.all.count) }

    @Test("every operation of the catalogue is served once")
    func everyOperationIsServed() {
        #expect(Route.all.map(\.operation.name) == API.all.map(\.name))
    }

    @Test("every reference of the contract has its target") func references() {
        for reference in Self.references(contract.document) {
            #expect(contract.place(reference) != nil, "\(reference) leads nowhere")
        }
    }

    @Test("the contract names every kind of event") func kinds() throws {
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
                        isOpen: security.map { $0.isEmpty || $0.contains { $0.isEmpty } } ?? false))
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
    fileprivate init(_ operation: any AnyOperation) {
        self.init(
            method: operation.method.rawValue.lowercased(), path: operation.path.text, name: operation.name,
            queryParameters: Set(operation.queryNames), pathParameters: Set(operation.path.names),
            isOpen: operation.access == .anyone)
        #expect(
            Set(operation.ownParameters.filter { $0.place == .path }.map(\.name)) == Set(operation.path.names),
            "the input of \(operation.name) does not name the places of its path")
    }
}
