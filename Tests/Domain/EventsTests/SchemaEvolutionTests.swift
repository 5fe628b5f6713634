import Foundation
import SwiftProtobuf
import TestSupport
import Testing

/// Payloads evolve by protobuf's rules: a payload of a released format stays readable.
@Suite struct SchemaEvolutionTests {
    static let schemas = Checkout.root.appending(path: "Schemas")

    private func messages(_ file: String) throws -> [String: Google_Protobuf_DescriptorProto] {
        let set = try Google_Protobuf_FileDescriptorSet(
            serializedBytes: Data(contentsOf: Self.schemas.appendingPathComponent(file)))
        return Dictionary(uniqueKeysWithValues: set.file.flatMap(\.messageType).map { ($0.name, $0) })
    }

    @Test("no released field of the schema is changed or reused") func noReleasedFieldIsChangedOrReused() throws {
        let current = try messages("payloads.desc")
        let released = try messages("released/payloads-1.desc")
        #expect(!released.isEmpty)
        for (name, old) in released { try compare(old, with: #require(current[name], "message \(name) is gone"), name) }
    }

    private func compare(
        _ old: Google_Protobuf_DescriptorProto, with new: Google_Protobuf_DescriptorProto, _ name: String
    ) throws {
        for field in old.field {
            let now = new.field.first { $0.number == field.number }
            let label = "\(name).\(field.name)"
            #expect(now?.name == field.name, "\(label): the number now belongs to another field")
            #expect(now?.type == field.type, "\(label): the type has changed")
            #expect(now?.label == field.label, "\(label): the label has changed")
            #expect(now?.typeName == field.typeName, "\(label): the message or enum has changed")
        }
        for old in old.enumType {
            let now = new.enumType.first { $0.name == old.name }
            for value in old.value {
                #expect(now?.value.first { $0.number == value.number }?.name == value.name, "\(name).\(value.name)")
            }
        }
        for nested in old.nestedType {
            let label = "\(name).\(nested.name)"
            let now = try #require(new.nestedType.first { $0.name == nested.name }, "message \(label) is gone")
            try compare(nested, with: now, label)
        }
    }
}
