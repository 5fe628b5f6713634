#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An IPv4 or IPv6 address, and whether it is anybody's: of the public internet.
///
/// Pages are fetched for any member who names them. What answers only to clients inside, such as this machine itself, its
/// network or a cloud's metadata, is nothing that a stranger's page or redirect may have read.
package struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    /// Four or sixteen, in the order in which they are sent.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        precondition(bytes.count == 4 || bytes.count == 16, "an address has 4 or 16 bytes")
        self.bytes = bytes
    }

    /// Reads the usual spelling: `192.0.2.1`, `2001:db8::1`.
    package init?(_ text: String) {
        var four = [UInt8](repeating: 0, count: 4)
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            bytes = four
            return
        }
        var sixteen = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
        bytes = sixteen
    }

    package var description: String {
        var text = [CChar](repeating: 0, count: 64)
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "?" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package var isPublic: Bool {
        if bytes.count == 4 { return !Self.reserved4.contains { $0.contains(self) } }
        // What stands for an IPv4 address is as public as that is.
        if let carried { return carried.isPublic }
        return Self.global6.contains { $0.contains(self) } && !Self.reserved6.contains { $0.contains(self) }
    }

    /// The IPv4 address that this one stands for.
    package var carried: NetworkAddress? {
        guard Self.carriers.contains(where: { $0.contains(self) }) else { return nil }
        return NetworkAddress(bytes: Array(bytes.suffix(4)))
    }

    /// IANA's special purpose registry for IPv4, with multicast and what is kept for later.
    private static let reserved4 = prefixes(
        "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24",
        "192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4")

    /// Mapped and translated addresses.
    private static let carriers = prefixes("::ffff:0:0/96 64:ff9b::/96")

    /// Global unicast: loopback, link-local and unique local addresses, multicast and all others lie outside.
    private static let global6 = prefixes("2000::/3")

    /// Of that: protocol assignments with Teredo, documentation (two), 6to4.
    private static let reserved6 = prefixes("2001::/23 2001:db8::/32 3fff::/20 2002::/16")

    private static func prefixes(_ lines: String...) -> [NetworkPrefix] {
        lines.flatMap { $0.split(separator: " ") }.compactMap { NetworkPrefix(String($0)) }
    }
}

/// A range of addresses: all that begin with the same bits.
package struct NetworkPrefix: Hashable, Sendable, CustomStringConvertible {
    /// One of them: its bits behind the range's own do not count.
    private let address: NetworkAddress
    private let bits: Int

    /// Reads `192.0.2.0/24`, `2001:db8::/32`, or one address.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = NetworkAddress(String(first)) else { return nil }
        self.init(address, bits: parts.count == 2 ? UInt8(parts[1]).map(Int.init) ?? -1 : address.bytes.count * 8)
    }

    /// All that begin with so many bits of an address; nil: it has fewer.
    package init?(_ address: NetworkAddress, bits: Int) {
        let most = address.bytes.count * 8
        guard (0...most).contains(bits) else { return nil }
        self.bits = bits
        self.address = NetworkAddress(
            bytes: address.bytes.enumerated().map { index, byte in byte & Self.mask(bits - index * 8) })
    }

    /// As `init` reads it.
    package var description: String {
        bits == address.bytes.count * 8 ? address.description : "\(address)/\(bits)"
    }

    package func contains(_ other: NetworkAddress) -> Bool {
        other.bytes.count == address.bytes.count
            && zip(other.bytes, address.bytes).enumerated().allSatisfy { index, bytes in
                bytes.0 & Self.mask(bits - index * 8) == bytes.1
            }
    }

    /// The bits of a byte that count where so many are left.
    private static func mask(_ bits: Int) -> UInt8 { bits >= 8 ? 0xFF : bits <= 0 ? 0 : ~(0xFF >> UInt8(bits)) }
}
