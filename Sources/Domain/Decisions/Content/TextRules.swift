import Events
import Foundation
import Layout

/// Puts text into the one form that is stored: NFC, without white space around it.
///
/// Limits count Unicode scalars of that form, which clients in other languages count in the same way.
enum TextRules {
    /// `text` trimmed and in NFC. Refuses U+0000 and more than `max` scalars.
    static func normal(_ text: String, field: String, max: Int? = nil) throws(Refusal) -> String {
        guard !text.utf8.contains(0) else {
            throw Refusal(.invalid, "\(field) must not hold the character U+0000", field: field)
        }
        guard !text.hasTooManyMarks else {
            throw Refusal(
                .invalid, "\(field) has a letter with more than \(CombiningMarks.countMax) marks", field: field)
        }
        let result = composed(trimmed(text))
        if let max, result.utf8.count > max, result.unicodeScalars.count > max {
            throw Refusal(.invalid, "\(field) must have at most \(max) characters", field: field)
        }
        return result
    }

    /// An optional field; blank counts as absent.
    static func unlessBlank(_ text: String?, field: String, max: Int? = nil) throws(Refusal) -> String? {
        guard let text else { return nil }
        let result = try normal(text, field: field, max: max)
        return result.isEmpty ? nil : result
    }

    /// One line: a run of white space becomes one space.
    static func line(_ text: String, field: String, max: Int? = nil) throws(Refusal) -> String {
        try normal(collapsed(text), field: field, max: max)
    }

    /// The rows trimmed, without blank ones and repetitions.
    static func rows(
        _ rows: [String], field: String, folded: Bool = false
    ) throws(Refusal) -> [String] {
        var result: [String] = []
        var seen: Set<String> = []
        for row in rows {
            let text = try normal(folded ? row.lowercased() : row, field: field, max: ContentLimits.tag)
            if !text.isEmpty, seen.insert(text).inserted { result.append(text) }
        }
        guard result.count <= ContentLimits.tags else {
            throw Refusal(.invalid, "\(field) must be at most \(ContentLimits.tags)", field: field)
        }
        return result
    }

    /// An http or https address; `nil` if blank.
    static func webAddress(_ text: String?, field: String) throws(Refusal) -> String? {
        guard let address = try unlessBlank(text, field: field, max: ContentLimits.address) else { return nil }
        guard isWebAddress(address) else {
            throw Refusal(
                .invalid,
                "\(field) must be an http or https URL with a valid host and port, without a user, blanks, invisible characters, quotes, \\, < or >",
                field: field)
        }
        return address
    }

    /// A blob's hash of 64 hexadecimal digits, or a web address; `nil` if blank.
    static func image(_ text: String?, field: String) throws(Refusal) -> String? {
        guard let image = try unlessBlank(text, field: field, max: ContentLimits.address) else { return nil }
        if image.utf8.count == 64, image.utf8.allSatisfy({ isHexDigit($0) }) { return image.lowercased() }
        guard isWebAddress(image) else {
            throw Refusal(
                .invalid,
                "\(field) must be the id of an uploaded picture (64 hexadecimal digits), or an http or https URL with a valid host and port, without a user, blanks, invisible characters, quotes, \\, < or >",
                field: field)
        }
        return image
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }

    /// A host, no user, and no character that ends an attribute of HTML or that browsers read as another one.
    private static func isWebAddress(_ text: String) -> Bool {
        guard let address = URLComponents(string: text), ["http", "https"].contains(address.scheme?.lowercased()),
            let host = address.encodedHost, isHost(host), address.port.map((0...65_535).contains) ?? true,
            address.user == nil, address.password == nil
        else { return false }
        return text.unicodeScalars.allSatisfy {
            $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace
                // Marks of direction and their like would show another address than the browser opens.
                && $0.properties.generalCategory != .format && $0.properties.generalCategory != .control
                && !"<>\"'`\\".unicodeScalars.contains($0)
        }
    }

    /// Whether `host`, in ASCII, is an IPv6 address in brackets, an IPv4 address, or a name within the limits of the domain name system.
    private static func isHost(_ host: String) -> Bool {
        if host.hasPrefix("[") {
            var address = in6_addr()
            return unsafe inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address) == 1
                && host.hasSuffix("]")
        }
        // A dot at the end is the root of the system.
        let labels = (host.hasSuffix(".") ? host.dropLast() : host[...])
            .split(separator: ".", omittingEmptySubsequences: false)
        guard host.utf8.count <= 254,
            labels.allSatisfy({ (1...63).contains($0.utf8.count) && $0.utf8.allSatisfy(isInLabel) })
        else { return false }
        // Browsers read a host that ends in a number as an IPv4 address, and open none that is invalid.
        guard let last = labels.last, last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return true }
        var address = in_addr()
        return unsafe inet_pton(AF_INET, labels.joined(separator: "."), &address) == 1
    }

    /// A letter, a digit, `-`, or the `_` of hosts that break the rule.
    private static func isInLabel(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D || byte == 0x5F
    }

    private static func trimmed(_ text: String) -> String {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last, isBlank(first) || isBlank(last) else { return text }
        guard let start = scalars.firstIndex(where: { !isBlank($0) }),
            let end = scalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(scalars[start...end])
    }

    private static func collapsed(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var wasBlank = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                wasBlank = true
            } else {
                if wasBlank { result.append(" ") }
                wasBlank = false
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Characters below U+0300 do not compose.
    private static func composed(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0xCC } ? text : text.precomposedStringWithCanonicalMapping
    }
}
