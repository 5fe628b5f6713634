import Foundation

/// One JSON document, its keys in order, so that equal answers are equal bytes.
enum JSONOutput {
    static func document(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
