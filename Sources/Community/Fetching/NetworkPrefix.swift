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
