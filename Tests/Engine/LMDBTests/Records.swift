import Testing

@testable import LMDB

extension Environment.Configuration {
    /// Small enough to fill, and without fsyncs.
    static func small(mapSizeBytes: Int = 8 << 20, durability: Environment.Durability = .disposable) -> Self {
        Self(mapSizeBytes: mapSizeBytes, tablesMax: 8, durability: durability)
    }
}

extension Environment {
    func table(_ name: String, _ flags: TableFlags = []) throws -> Table {
        try #require(try openTable(name, flags: flags))
    }
}

extension RawSpan {
    /// A copy that may leave the transaction; the span itself may not, which the compiler enforces.
    var array: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }
}

/// The number's bytes, most significant first, so that they sort as the number does.
func bigEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
}

/// The number's bytes as `integerKey` tables hold them.
func nativeKey(_ number: UInt64) -> [UInt8] { bigEndian(number).reversed() }

/// A record of 64 bytes that begins with the number.
func record(_ number: UInt64) -> [UInt8] {
    bigEndian(number) + [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 56)
}
