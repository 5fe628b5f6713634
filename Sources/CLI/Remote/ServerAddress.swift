import Events
import Foundation

/// Where a service is: `http://127.0.0.1:8080`, `https://kitchen.example`, or below a path of such.
struct ServerAddress: Hashable {
    /// Without a slash at its end.
    let text: String
    /// Nobody between here and there can read along.
    let isPrivate: Bool
    /// What a context is called that nobody has named: the host, with its port where it says one.
    let name: String

    /// Refuses what is no such URL.
    init(_ written: String) throws(Refusal) {
        func refused(_ why: String) -> Refusal {
            Refusal(
                .usage, "«\(written.prefix(200))» \(why): write it like https://kitchen.example", field: "server")
        }
        guard written.utf8.count <= 2_048, let url = URL(string: written), let scheme = url.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = url.host(), !host.isEmpty
        else { throw refused("is no URL of a service") }
        guard url.user() == nil, url.password() == nil else { throw refused("holds a name or password") }
        guard url.query() == nil, url.fragment() == nil else { throw refused("says more than where a service is") }
        guard written.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw refused("is not written in ASCII") }
        let port = url.port.map { ":\($0)" } ?? ""
        let shown = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        var path = url.path(percentEncoded: true)
        while path.hasSuffix("/") { path.removeLast() }
        text = "\(scheme)://\(shown.lowercased())\(port)\(path)"
        name = "\(shown.lowercased())\(port)"
        isPrivate = scheme == "https" || ["localhost", "127.0.0.1", "[::1]"].contains(shown.lowercased())
    }
}
