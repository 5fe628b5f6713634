import Foundation
import TestSupport
import Testing
import Yams

/// The contract, `Schemas/openapi.yaml`.
struct ContractFile {
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
}
