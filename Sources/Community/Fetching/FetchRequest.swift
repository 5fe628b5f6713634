import Foundation

/// What is to be fetched, and how it is asked for.
package struct FetchRequest: Hashable, Sendable {
    package var url: String
    /// Media types, as HTTP's `Accept` has them.
    package var accepts: String
    /// Names and values that go along with it.
    package var headers: [String: String]
    /// It holds a secret, such as a key: no refusal shows its address, and no other server is asked for it,
    /// whatever it redirects to.
    package var isConfidential: Bool

    /// A page for people.
    package init(page url: String) {
        self.init(
            url: url, accepts: "text/html, application/xhtml+xml, application/ld+json;q=0.9, */*;q=0.1", headers: [:],
            isConfidential: false)
    }

    /// What a service answers to programs that have its key.
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

/// What is to be asked: an http or https URL whose host is plain enough that no other host can be read into it.
struct FetchTarget: Hashable, Sendable {
    /// Without a fragment.
    let text: String
    /// Without the brackets of an IPv6 address.
    let host: String
    /// Protocol, host and port: who is asked.
    let server: String

    static let bytesMax = 2_048

    /// A confidential one is not shown by its refusal.
    init(
        _ written: String, relativeTo base: FetchTarget? = nil, isConfidential: Bool = false
    ) throws(FetchFailure) {
        func refused(_ why: String) -> FetchFailure {
            FetchFailure(.forbidden, "\(isConfidential ? "its address" : "«\(written.prefix(80))»") \(why)")
        }
        guard written.utf8.count <= Self.bytesMax,
            let url = URL(string: written, relativeTo: base.flatMap { URL(string: $0.text) })?.absoluteURL
        else { throw refused("is no URL") }
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw refused("is no http or https URL")
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

/// Why a page could not be fetched: one sentence for a person, and which kind of reason it is.
package struct FetchFailure: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// There was no answer, none in time, or one that is no page.
        case unreachable
        /// Its address is none of the public internet's, or asks for another protocol.
        case forbidden
        case tooLong
        /// What came is no text.
        case noText
    }

    package var kind: Kind
    package var message: String
    /// What the server answered with, where it answered at all.
    package var status: Int?

    init(_ kind: Kind, _ message: String, status: Int? = nil) {
        self.kind = kind
        self.message = message
        self.status = status
    }
}
