import CloudEvents
import Events
import Foundation

/// Brings texts and addresses within the domain's limits, and notes each change.
package struct Fitting: Hashable, Sendable {
    /// The changes, a clause for each.
    package private(set) var notes: [String] = []

    package init() {}

    package mutating func note(_ text: String) { notes.append(text) }

    /// The text in its stored form, without U+0000, which no text may hold.
    package mutating func clean(_ text: String, _ what: String) -> String {
        guard text.utf8.contains(0) else { return text.normalized }
        note("\(what): U+0000 was dropped")
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value != 0 })).normalized
    }

    package mutating func cut(_ text: String, to most: Int, _ what: String) -> String {
        guard Self.exceeds(text, most) else { return text }
        note("\(what): truncated to \(most) characters")
        return String(text.unicodeScalars.prefix(most)).normalized
    }

    /// A short text, which would mean nothing if it were truncated: a longer one is dropped.
    package mutating func kept(_ text: String, to most: Int, _ what: String) -> String? {
        let text = clean(text, what)
        guard !text.isEmpty else { return nil }
        guard !Self.exceeds(text, most) else {
            note("\(what): dropped, because it is longer than \(most) characters")
            return nil
        }
        return text
    }

    package static func exceeds(_ text: String, _ most: Int) -> Bool {
        // No text has more characters than bytes, and counting bytes is free.
        text.utf8.count > most && text.unicodeScalars.count > most
    }

    /// A web address, or a blob's hash.
    package mutating func image(_ text: String, _ what: String) -> String? {
        let text = clean(text, what)
        if text.utf8.count == 64, text.utf8.allSatisfy({ $0.hexadecimalDigit != nil }) { return text.lowercased() }
        return address(text, what)
    }

    package mutating func address(_ text: String, _ what: String) -> String? {
        let text = clean(text, what)
        guard !text.isEmpty else { return nil }
        guard text.utf8.count <= ContentLimits.address else {
            note("\(what): dropped, because its address is longer than \(ContentLimits.address) bytes")
            return nil
        }
        guard let address = WebAddress(text) else {
            note("\(what): dropped, because «\(text.prefix(60))» is not an http or https URL")
            return nil
        }
        return address.text
    }
}

/// An http or https URL with a host, in its stored form: without blanks, and with escapes where a URL needs them.
struct WebAddress: Hashable, Sendable {
    let text: String
    /// In lower case.
    let host: String

    /// `nil` for text that is no such URL, also relative to `base`.
    init?(_ text: String, relativeTo base: WebAddress? = nil) {
        // Line ends and tabs within an address are dropped, as browsers do.
        let written = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
        ).trimmed
        guard !written.isEmpty, written.utf8.count <= ContentLimits.address else { return nil }
        guard
            let url = URL(string: Self.withScheme(written, base), relativeTo: base.flatMap { URL(string: $0.text) })?
                .absoluteURL,
            let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https", let host = url.host(),
            !host.isEmpty
        else { return nil }
        let address = url.absoluteString
        // Escaping may have made it longer.
        guard address.utf8.count <= ContentLimits.address else { return nil }
        let start = address.drop { $0 != ":" }.dropFirst()
        guard start.hasPrefix("//"), let first = start.dropFirst(2).first, !"/?#:".contains(first),
            address.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace })
        else { return nil }
        self.text = address
        self.host = host.lowercased()
    }

    /// An address without a scheme gets that of its page, else https: `//host/a.jpg`, and `www.host/a.jpg`.
    private static func withScheme(_ text: String, _ base: WebAddress?) -> String {
        if text.hasPrefix("//") { return base == nil ? "https:\(text)" : text }
        return text.prefix(4).lowercased() == "www." ? "https://\(text)" : text
    }

    /// Whether it names a page, and not only a site.
    var hasPath: Bool {
        let rest = page.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" && $0 != "?" }
        return rest.count > 1
    }

    /// Whether its path ends in the name of a file.
    var isFile: Bool { page.prefix { $0 != "?" }.split(separator: "/").dropFirst(2).last?.contains(".") == true }

    /// The URL without its fragment: the page and not a place on it.
    var page: String { String(text.prefix { $0 != "#" }) }
}
