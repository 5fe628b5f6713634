package import Markup

/// The service's own address as the client named it. What other programs read has whole addresses.
package struct Site: Hashable, Sendable {
    /// Scheme, host and perhaps port: `https://kitchen.example`.
    package let address: String

    package init(_ address: String) { self.address = address }

    package func whole(_ link: Link) -> String { address + link.text }

    /// The own path of a whole address, without its query; `nil`: it is another site's. The scheme does not count, because a proxy may
    /// change it.
    package func path(of address: String) -> String? {
        guard let rest = Self.withoutScheme(address), let own = Self.withoutScheme(self.address) else { return nil }
        let host = rest.prefix { !"/?#".contains($0) }
        guard host.lowercased() == own.lowercased() else { return nil }
        return String(rest.dropFirst(host.count).prefix { $0 != "?" && $0 != "#" })
    }

    private static func withoutScheme(_ address: String) -> Substring? {
        ["https://", "http://"].first { address.lowercased().hasPrefix($0) }.map { address.dropFirst($0.count) }
    }
}
