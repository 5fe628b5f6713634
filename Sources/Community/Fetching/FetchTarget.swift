import Foundation

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
