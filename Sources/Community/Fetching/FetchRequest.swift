import Foundation

/// A page to fetch, and how to ask for it.
package struct FetchRequest: Hashable, Sendable {
    package var url: String
    /// The value of HTTP's header `Accept`.
    package var accepts: String
    /// Further headers.
    package var headers: [String: String]
    /// Whether the address or the headers hold a secret, such as a key. Then no refusal shows the address, and a redirect to
    /// another server is refused.
    package var isConfidential: Bool
    /// Whether a picture is asked for: an answer of any type, of up to `PageFetcher.pictureBytesMax`.
    package private(set) var isPicture = false

    /// A request for a page that people read.
    package init(page url: String) {
        self.init(
            url: url, accepts: "text/html, application/xhtml+xml, application/ld+json;q=0.9, */*;q=0.1", headers: [:],
            isConfidential: false)
    }

    /// A request for a picture. Its type is not checked: storage services often do not know it, and the decoder does.
    package init(picture url: String) {
        self.init(url: url, accepts: "image/*, */*;q=0.1", headers: [:], isConfidential: false)
        isPicture = true
    }

    /// The longest answer, in bytes.
    var bytesMax: Int { isPicture ? PageFetcher.pictureBytesMax : PageFetcher.bytesMax }

    /// A request to a service with its key.
    package init(confidential url: String, headers: [String: String]) {
        self.init(url: url, accepts: "application/json", headers: headers, isConfidential: true)
    }

    private init(url: String, accepts: String, headers: [String: String], isConfidential: Bool) {
        self.url = url
        self.accepts = accepts
        self.headers = headers
        self.isConfidential = isConfidential
    }
}

/// An http or https URL. Its host holds only characters that every parser of URLs reads as part of the same host.
struct FetchTarget: Hashable, Sendable {
    /// The URL without a fragment.
    let text: String
    /// The host without the brackets of an IPv6 address.
    let host: String
    /// Protocol, host and port.
    let server: String

    static let bytesMax = 2_048

    /// A refusal does not show a confidential URL.
    init(
        _ written: String, relativeTo base: FetchTarget? = nil, isConfidential: Bool = false
    ) throws(FetchFailure) {
        func refused(_ why: String) -> FetchFailure {
            FetchFailure(.forbidden, "\(isConfidential ? "its address" : "«\(written.prefix(80))»") \(why)")
        }
        guard written.utf8.count <= Self.bytesMax,
            let url = URL(string: written, relativeTo: base.flatMap { URL(string: $0.text) })?.absoluteURL
        else { throw refused("is not a URL") }
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw refused("is not an http or https URL")
        }
        guard url.user() == nil, url.password() == nil else { throw refused("holds a name or password: leave it out") }
        guard let found = url.host(), !found.isEmpty else { throw refused("names no host") }
        let host = found.hasPrefix("[") && found.hasSuffix("]") ? String(found.dropFirst().dropLast()) : found
        let isName = host.utf8.allSatisfy(Self.isOfName)
        guard isName || (host.contains(":") && NetworkAddress(host) != nil) else {
            throw refused("names a host with characters that no host's name has: write it in ASCII")
        }
        self.host = host
        server = "\(scheme)://\(host.lowercased()):\(url.port ?? (scheme == "https" ? 443 : 80))"
        text = String(url.absoluteString.prefix { $0 != "#" })
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

/// Why a page could not be fetched.
package struct FetchFailure: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// There was no answer, no answer in time, or an answer without a page.
        case unreachable
        /// The URL, or one to which it redirects, must not be asked.
        case forbidden
        /// The host has an address outside the public internet, and the fetcher asks no such host.
        case privateAddress
        case tooLong
        /// The answer is not text.
        case noText
    }

    package var kind: Kind
    /// A clause for a person.
    package var message: String
    /// The HTTP status of the answer; `nil` without an answer.
    package var status: Int?
    /// The seconds of the answer's `Retry-After`; `nil` without one, or if it names a date.
    package var retryAfterSeconds: Int?

    init(_ kind: Kind, _ message: String, status: Int? = nil, retryAfterSeconds: Int? = nil) {
        self.kind = kind
        self.message = message
        self.status = status
        self.retryAfterSeconds = retryAfterSeconds
    }
}
