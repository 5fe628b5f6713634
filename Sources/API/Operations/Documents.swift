package import Events
import Foundation
package import LarderAPI
import Layout

/// Writes JSON with sorted keys, so that equal answers are equal bytes.
package enum JSONDocument {
    package static func text(_ value: some Encodable) throws -> String {
        String(decoding: try bytes(value), as: UTF8.self)
    }

    /// The document in UTF-8.
    package static func bytes(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return escapingControls(Array(try encoder.encode(value)))
    }

    /// Escapes U+007F to U+009F. JSON may hold them unescaped, but some terminals obey them as commands. They occur
    /// only in strings, where `\u` and four digits mean the same character.
    private static func escapingControls(_ document: [UInt8]) -> [UInt8] {
        guard hasControl(document) else { return document }
        var result: [UInt8] = []
        var isBegun = false
        for byte in document {
            switch (isBegun, byte) {
            case (false, 0x7F), (true, 0x80...0x9F): result += Array("\\u00\(String(byte, radix: 16))".utf8)
            case (false, lead): break
            case (true, _): result += [lead, byte]
            case (false, _): result.append(byte)
            }
            isBegun = !isBegun && byte == lead
        }
        return result
    }

    /// The first byte of U+0080 to U+00BF; the second byte is the character's number. No other character contains this
    /// byte.
    private static let lead: UInt8 = 0xC2

    private static func hasControl(_ document: [UInt8]) -> Bool {
        var before: UInt8 = 0
        for byte in document {
            if byte == 0x7F || before == lead && byte < 0xA0 { return true }
            before = byte
        }
        return false
    }
}

extension RefusalDocument {
    package init(_ refusal: Refusal) {
        self.init(code: refusal.code.rawValue, message: refusal.message, field: refusal.field)
    }

    package var refusal: Refusal { Refusal(Refusal.Code(rawValue: code), message, field: field) }
}

extension SubmitAnswer {
    package init(_ outcome: Outcome) {
        self.init(position: outcome.position.value, id: Self.id(of: outcome), changed: outcome.changed)
    }

    /// The id of what the event created, or the plain number of the event.
    package static func id(of outcome: Outcome) -> String {
        if outcome.kind == .memberRegistered { return MemberID(outcome.position).description }
        let letter = EntityType(createdBy: outcome.kind)?.letter
        return Reference.position(outcome.position, letter: letter).description
    }
}
