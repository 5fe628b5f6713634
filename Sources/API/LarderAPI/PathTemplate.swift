/// A path with named places: `/recipes/{recipe}/forks`.
public struct PathTemplate: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let text: String
    /// The names of its places, in their order.
    public let names: [String]

    public init(stringLiteral text: String) {
        self.text = text
        names = text.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }

    public var description: String { text }

    /// The encoded text at each place of a path; `nil`: the path does not fit the template.
    public func values(in path: String) -> [String: String]? {
        let own = text.split(separator: "/", omittingEmptySubsequences: false)
        let theirs = path.split(separator: "/", omittingEmptySubsequences: false)
        guard own.count == theirs.count else { return nil }
        var values: [String: String] = [:]
        for (expected, found) in zip(own, theirs) {
            if expected.hasPrefix("{") {
                guard !found.isEmpty else { return nil }
                values[String(expected.dropFirst().dropLast())] = String(found)
            } else if expected != found {
                return nil
            }
        }
        return values
    }

    /// The path with the values in its places, percent-encoded. A place without a value stays empty.
    public func path(with values: [String: String]) -> String {
        text.split(separator: "/").map { part in
            guard part.hasPrefix("{") else { return "/\(part)" }
            return "/" + PercentEncoding.encoded(values[String(part.dropFirst().dropLast())] ?? "")
        }.joined()
    }
}

/// Percent-encoding according to RFC 3986.
public enum PercentEncoding {
    /// Encodes every byte but the unreserved ones and `@`.
    public static func encoded(_ text: String) -> String {
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

    /// `nil` where the text is not percent-encoded UTF-8.
    public static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
