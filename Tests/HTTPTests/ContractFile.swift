import Foundation
import TestSupport
import Testing
import Yams

/// The contract as it lies in the schemas.
struct ContractFile {
    let text: String
    let document: [String: Any]
    let paths: [String: [String: [String: Any]]]

    init() throws {
        text = try Checkout.text(of: "Schemas/openapi.yaml")
        document = try #require(try Yams.load(yaml: text) as? [String: Any])
        paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    }

    /// Where `#/components/…` leads; nil: nowhere.
    func place(_ reference: String) -> Any? {
        reference.dropFirst(2).split(separator: "/").reduce(document as Any?) { place, part in
            (place as? [String: Any])?[String(part)]
        }
    }

    /// What stands there, or what it refers to.
    func resolved(_ value: [String: Any]) throws -> [String: Any] {
        guard let reference = value["$ref"] as? String else { return value }
        return try #require(place(reference) as? [String: Any], "\(reference)")
    }
}
