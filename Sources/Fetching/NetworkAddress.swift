#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An IPv4 or IPv6 address, and whether it is anybody's: of the public internet.
///
/// Pages are fetched for whoever names them. What answers only to those who stand inside, such as this machine itself, its
/// network or a cloud's metadata, is nothing that a stranger's page or redirect may have read.
package struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    /// Four or sixteen, in the order in which they are sent.
    package let bytes: [UInt8]

    init(bytes: [UInt8]) {
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
        if bytes.count == 4 { return !Self.reserved4.contains { Self.begins(bytes, with: $0) } }
        // What stands for an IPv4 address is as public as that is.
        for prefix in Self.carriers where Self.begins(bytes, with: prefix) {
            return NetworkAddress(bytes: Array(bytes.suffix(4))).isPublic
        }
        return Self.begins(bytes, with: Self.global6) && !Self.reserved6.contains { Self.begins(bytes, with: $0) }
    }

    private struct Prefix {
        var bytes: [UInt8]
        var bits: Int
    }

    private static func begins(_ bytes: [UInt8], with prefix: Prefix) -> Bool {
        var bits = prefix.bits
        for (byte, expected) in zip(bytes, prefix.bytes) {
            guard bits > 0 else { return true }
            let mask: UInt8 = bits >= 8 ? 0xFF : 0xFF << UInt8(8 - bits)
            if byte & mask != expected & mask { return false }
            bits -= 8
        }
        return true
    }

    /// IANA's special purpose registry for IPv4, with multicast and what is kept for later.
    private static let reserved4: [Prefix] = [
        Prefix(bytes: [0], bits: 8), Prefix(bytes: [10], bits: 8), Prefix(bytes: [100, 64], bits: 10),
        Prefix(bytes: [127], bits: 8), Prefix(bytes: [169, 254], bits: 16), Prefix(bytes: [172, 16], bits: 12),
        Prefix(bytes: [192, 0, 0], bits: 24), Prefix(bytes: [192, 0, 2], bits: 24),
        Prefix(bytes: [192, 88, 99], bits: 24),
        Prefix(bytes: [192, 168], bits: 16), Prefix(bytes: [198, 18], bits: 15),
        Prefix(bytes: [198, 51, 100], bits: 24),
        Prefix(bytes: [203, 0, 113], bits: 24), Prefix(bytes: [224], bits: 4), Prefix(bytes: [240], bits: 4),
    ]

    /// Mapped (`::ffff:0:0/96`) and translated (`64:ff9b::/96`) addresses.
    private static let carriers: [Prefix] = [
        Prefix(bytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], bits: 96),
        Prefix(bytes: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], bits: 96),
    ]

    /// Global unicast, `2000::/3`: loopback, link-local and unique local addresses, multicast and all others lie outside.
    private static let global6 = Prefix(bytes: [0x20], bits: 3)

    /// Of that: protocol assignments with Teredo (`2001::/23`), documentation (`2001:db8::/32`, `3fff::/20`) and 6to4 (`2002::/16`).
    private static let reserved6: [Prefix] = [
        Prefix(bytes: [0x20, 0x01, 0x00], bits: 23), Prefix(bytes: [0x20, 0x01, 0x0D, 0xB8], bits: 32),
        Prefix(bytes: [0x20, 0x02], bits: 16), Prefix(bytes: [0x3F, 0xFF, 0x00], bits: 20),
    ]
}
