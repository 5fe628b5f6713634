import Foundation
import TestSupport
import Testing
import Yams

/// The contract, `Schemas/openapi.yaml`.
struct ContractFile {
    /// Read once for all tests. No test changes it.
    nonisolated(unsafe) static let shared = try? ContractFile()

    let text: String
    let document: [String: Any]
    let paths: [String: [String: [String: Any]]]

    init() throws {
        text = try Checkout.text(of: "Schemas/openapi.yaml")
        document = try #require(try Yams.load(yaml: text) as? [String: Any])
        paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    }

    /// The target of `#/components/…`; `nil`: it has none.
    func place(_ reference: String) -> Any? {
        reference.dropFirst(2).split(separator: "/").reduce(document as Any?) { place, part in
            (place as? [String: Any])?[String(part)]
        }
    }

    /// The object, or the target of its reference.
    func resolved(_ value: [String: Any]) throws -> [String: Any] {
        guard let reference = value["$ref"] as? String else { return value }
        return try #require(place(reference) as? [String: Any], "\(reference)")
    }

    /// The operation that a request reaches; `nil`: no path or method of the contract is this one. A path that is written out precedes
    /// a path with parameters.
    func operation(_ method: String, _ path: String) -> [String: Any]? {
        let segments = path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        let found = paths.keys.filter { template in
            let parts = template.split(separator: "/", omittingEmptySubsequences: false)
            return parts.count == segments.count
                && zip(parts, segments).allSatisfy { $0 == $1 || $0.hasPrefix("{") && !$1.isEmpty }
        }
        let template = found.min { $0.count { $0 == "{" } < $1.count { $0 == "{" } }
        return template.flatMap { paths[$0]?[method == "HEAD" ? "get" : method.lowercased()] }
    }

    /// The statuses that an operation promises.
    func statuses(of operation: [String: Any]) -> Set<String> {
        Set((operation["responses"] as? [String: Any] ?? [:]).keys)
    }
}
