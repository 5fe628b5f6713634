#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An IPv4 or IPv6 address, and whether it belongs to the public internet.
///
/// Pages are fetched for any member who names them. A page or redirect of a stranger must not make the program read what
/// only answers to clients inside: this machine itself, its network, a cloud's metadata.
package struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    /// Four or sixteen bytes in network order.
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
        // An address that carries an IPv4 address is public if that one is.
        if let carried { return carried.isPublic }
        return Self.global6.contains { $0.contains(self) } && !Self.reserved6.contains { $0.contains(self) }
    }

    /// The IPv4 address that this one carries; `nil` if it carries none.
    package var carried: NetworkAddress? {
        guard Self.carriers.contains(where: { $0.contains(self) }) else { return nil }
        return NetworkAddress(bytes: Array(bytes.suffix(4)))
    }

    /// IANA's special purpose registry for IPv4, multicast, and the range that is reserved for later.
    private static let reserved4 = prefixes(
        "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24",
        "192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4")

    /// IPv6 ranges of mapped and translated IPv4 addresses.
    private static let carriers = prefixes("::ffff:0:0/96 64:ff9b::/96")

    /// Global unicast. Loopback, link-local and unique local addresses, multicast and all others are not in it.
    private static let global6 = prefixes("2000::/3")

    /// Parts of `global6`: protocol assignments with Teredo, two ranges for documentation, 6to4.
    private static let reserved6 = prefixes("2001::/23 2001:db8::/32 3fff::/20 2002::/16")

    private static func prefixes(_ lines: String...) -> [NetworkPrefix] {
        lines.flatMap { $0.split(separator: " ") }.compactMap { NetworkPrefix(String($0)) }
    }
}

/// A range of addresses: all that begin with the same bits.
package struct NetworkPrefix: Hashable, Sendable, CustomStringConvertible {
    /// The range's first address: all bits behind the common ones are zero.
    private let address: NetworkAddress
    private let bits: Int

    /// Reads `192.0.2.0/24`, `2001:db8::/32`, or one address.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = NetworkAddress(String(first)) else { return nil }
        self.init(address, bits: parts.count == 2 ? UInt8(parts[1]).map(Int.init) ?? -1 : address.bytes.count * 8)
    }

    /// The addresses that begin with the first `bits` bits of `address`; `nil` if it has fewer.
    package init?(_ address: NetworkAddress, bits: Int) {
        let most = address.bytes.count * 8
        guard (0...most).contains(bits) else { return nil }
        self.bits = bits
        self.address = NetworkAddress(
            bytes: address.bytes.enumerated().map { index, byte in byte & Self.mask(bits - index * 8) })
    }

    /// The form that `init` reads.
    package var description: String {
        bits == address.bytes.count * 8 ? address.description : "\(address)/\(bits)"
    }

    package func contains(_ other: NetworkAddress) -> Bool {
        other.bytes.count == address.bytes.count
            && zip(other.bytes, address.bytes).enumerated().allSatisfy { index, bytes in
                bytes.0 & Self.mask(bits - index * 8) == bytes.1
            }
    }

    /// A mask of the first `bits` bits of a byte: all of them from 8 on, none below 1.
    private static func mask(_ bits: Int) -> UInt8 { bits >= 8 ? 0xFF : bits <= 0 ? 0 : ~(0xFF >> UInt8(bits)) }
}
