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
        let start = address.drop { $0 != ":" }.dropFirst()
        guard start.hasPrefix("//"), let first = start.dropFirst(2).first, !"/?#:".contains(first),
            address.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace })
        else { return nil }
        self.text = address
        self.host = host.lowercased()
    }

    /// Without its fragment: the page rather than a place on it.
    var page: String { String(text.prefix { $0 != "#" }) }
}
