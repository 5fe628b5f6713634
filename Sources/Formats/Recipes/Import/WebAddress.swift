import CloudEvents
import Events
import Foundation

/// An http or https URL with a host, in the form in which it is stored: without blanks, and with what URLs cannot hold
/// escaped.
struct WebAddress: Hashable, Sendable {
    let text: String
    /// In lower case.
    let host: String

    /// Nil for what is none, and cannot be resolved against `base` either.
    init?(_ text: String, relativeTo base: WebAddress? = nil) {
        // As browsers do: line ends and tabs inside an address mean nothing.
        let written = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
        ).trimmed
        guard !written.isEmpty, written.utf8.count <= ContentLimits.address else { return nil }
        guard let url = URL(string: written, relativeTo: base.flatMap { URL(string: $0.text) })?.absoluteURL,
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

    /// Whether it names more than a site.
    var hasPath: Bool {
        let rest = page.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" && $0 != "?" }
        return rest.count > 1
    }

    /// Whether its path ends in the name of a file.
    var isFile: Bool { page.prefix { $0 != "?" }.split(separator: "/").dropFirst(2).last?.contains(".") == true }

    /// Without its fragment: the page rather than a place on it.
    var page: String { String(text.prefix { $0 != "#" }) }
}
