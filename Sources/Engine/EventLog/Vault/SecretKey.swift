package import LMDB
package import Layout

/// The code of a name or an origin in the log's tables: an HMAC under the vault's secret, so that the name cannot be
/// read from it without the vault.
package struct SecretKey: TableKey, CustomStringConvertible {
    package static let flags: TableFlags = []
    package static let byteCount = 16

    /// Big-endian, so that the order of numbers is that of bytes.
    private let high: UInt64
    private let low: UInt64

    package init(keyBytes: [UInt8]) throws(MalformedRow) {
        guard keyBytes.count == Self.byteCount else { throw MalformedRow() }
        self.init(code: keyBytes)
    }

    /// The first half of an HMAC-SHA-256.
    init(code: some Sequence<UInt8>) {
        var (high, low) = (UInt64(0), UInt64(0))
        for (index, byte) in code.prefix(Self.byteCount).enumerated() {
            if index < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
        }
        (self.high, self.low) = (high, low)
    }

    /// The first 16 of these bytes; `nil` if there are fewer.
    init?(stored bytes: RawSpan) {
        guard bytes.byteCount >= Self.byteCount else { return nil }
        high = unsafe UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt64.self))
        low = unsafe UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    private var key: Key { Key(high).appending(low) }

    package var keyBytes: [UInt8] { key.bytes }
    /// The order of the keys.
    package var rank: (UInt64, UInt64) { (high, low) }
    func withKeyBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R { try key.withBytes(body) }

    package var description: String { hex(keyBytes) }

    package static func < (a: SecretKey, b: SecretKey) -> Bool { (a.high, a.low) < (b.high, b.low) }
}
