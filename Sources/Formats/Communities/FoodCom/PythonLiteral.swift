import CloudEvents

/// Reads a list of strings as Python writes it: `['a', "it's", 'x\'y']`.
///
/// Escapes: `\\ \' \" \n \r \t \xNN \uNNNN \UNNNNNNNN`, which is all that Python's `repr` writes.
///
/// Why by hand: it is not JSON, because quotes are single, and no package of ours reads Python.
package enum PythonLiteral {
    /// The text is not a Python list of strings.
    package struct Malformed: Error, Hashable, Sendable {
        package init() {}
    }

    package static func strings(_ literal: String) throws(Malformed) -> [String] {
        var parser = Parser(bytes: Array(literal.utf8))
        return try parser.list()
    }

    private struct Parser {
        let bytes: [UInt8]
        var index = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func list() throws(Malformed) -> [String] {
            skipBlanks()
            guard take("[") else { throw Malformed() }
            var items: [String] = []
            skipBlanks()
            while !take("]") {
                items.append(try string())
                skipBlanks()
                // Python allows a comma after the last item.
                if take(",") {
                    skipBlanks()
                } else {
                    guard index < bytes.count, bytes[index] == UInt8(ascii: "]") else { throw Malformed() }
                }
            }
            skipBlanks()
            guard index == bytes.count else { throw Malformed() }
            return items
        }

        private mutating func string() throws(Malformed) -> String {
            guard let quote = next(), quote == UInt8(ascii: "'") || quote == .quote else { throw Malformed() }
            var text: [UInt8] = []
            while let byte = next() {
                switch byte {
                case quote:
                    guard let text = String(validating: text, as: UTF8.self) else { throw Malformed() }
                    return text
                case .backslash: text.append(contentsOf: try escape())
                // A string of this kind ends on its line.
                case .newline, .carriageReturn, 0: throw Malformed()
                default: text.append(byte)
                }
            }
            throw Malformed()
        }

        private mutating func escape() throws(Malformed) -> [UInt8] {
            switch next() {
            case .backslash?: return [.backslash]
            case UInt8(ascii: "'")?: return [UInt8(ascii: "'")]
            case .quote?: return [.quote]
            case UInt8(ascii: "n")?: return [.newline]
            case UInt8(ascii: "r")?: return [.carriageReturn]
            case UInt8(ascii: "t")?: return [UInt8(ascii: "\t")]
            case UInt8(ascii: "x")?: return try scalar(digits: 2)
            case UInt8(ascii: "u")?: return try scalar(digits: 4)
            case UInt8(ascii: "U")?: return try scalar(digits: 8)
            default: throw Malformed()
            }
        }

        private mutating func scalar(digits: Int) throws(Malformed) -> [UInt8] {
            var value: UInt32 = 0
            for _ in 0..<digits {
                guard let byte = next(), let digit = byte.hexadecimalDigit else { throw Malformed() }
                value = value << 4 | digit
            }
            // NUL is refused too: no text may hold it.
            guard value != 0, let scalar = Unicode.Scalar(value) else { throw Malformed() }
            return Array(String(Character(scalar)).utf8)
        }

        private mutating func next() -> UInt8? {
            guard index < bytes.count else { return nil }
            defer { index += 1 }
            return bytes[index]
        }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
            index += 1
            return true
        }

        private mutating func skipBlanks() {
            while index < bytes.count, bytes[index] == 0x20 || (0x09...0x0D).contains(bytes[index]) { index += 1 }
        }
    }
}
