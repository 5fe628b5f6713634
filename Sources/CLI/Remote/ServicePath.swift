/// A name and a value behind the `?` of a URL.
typealias ServiceParameter = (name: String, value: String)

/// Where a service is asked for something: its parts as they are meant, and not as a URL spells them.
struct ServicePath: ExpressibleByArrayLiteral {
    private let segments: [String]

    init(_ segments: String...) { self.segments = segments }
    init(arrayLiteral segments: String...) { self.segments = segments }

    /// As a URL has it, from the first slash on, with what stands behind the `?`.
    func text(_ parameters: [ServiceParameter]) -> String {
        let path = segments.map { "/" + Self.escaped($0) }.joined()
        guard !parameters.isEmpty else { return path }
        return path + "?"
            + parameters.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }.joined(separator: "&")
    }

    /// All but what RFC 3986 calls unreserved, and the at sign, is written as its bytes.
    private static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "@"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
