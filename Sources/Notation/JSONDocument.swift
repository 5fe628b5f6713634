import Foundation

/// One JSON document, its keys in order, so that equal answers are equal bytes.
package enum JSONDocument {
    package static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return escapingControls(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Some terminals take U+0080 to U+009F for commands, and JSON may hold them unescaped: outside of strings there are
    /// none, so `\u` and four digits say the same.
    private static func escapingControls(_ document: String) -> String {
        guard document.unicodeScalars.contains(where: isControl) else { return document }
        var result = String.UnicodeScalarView()
        for scalar in document.unicodeScalars {
            if isControl(scalar) {
                let digits = String(scalar.value, radix: 16)
                result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { (0x7F...0x9F).contains(scalar.value) }
}
