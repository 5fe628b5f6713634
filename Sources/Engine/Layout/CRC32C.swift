internal import CCRC32C

/// CRC-32C (Castagnoli, polynomial 0x1EDC6F41 reflected), as in RFC 3720: finds every burst of up to 32 bits.
package enum CRC32C {
    /// Eight tables of 256: what a byte does to the checksum when so many bytes follow it (slicing by eight).
    private static let tables: [UInt32] = {
        var tables: [UInt32] = (0..<256).map { byte in
            var crc = UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0x82F6_3B78 : crc >> 1 }
            return crc
        }
        for index in 0..<7 * 256 { tables.append((tables[index] >> 8) ^ tables[Int(tables[index] & 0xFF)]) }
        return tables
    }()

    /// The checksum of `bytes`, or of what `seed` covered followed by `bytes`. O(n).
    package static func checksum(_ bytes: some Sequence<UInt8>, seed: UInt32 = 0) -> UInt32 {
        let array = (bytes as? [UInt8]) ?? Array(bytes)
        return checksum(unsafe array.span.bytes, seed: seed)
    }

    package static func checksum(_ bytes: RawSpan, seed: UInt32 = 0) -> UInt32 {
        guard isInstruction else { return checksumByTables(bytes, seed: seed) }
        return ~(unsafe bytes.withUnsafeBytes { unsafe crc32c_of(~seed, $0.baseAddress, $0.count) })
    }

    /// Whether the processor does it itself: eight bytes in three cycles, a tenth of what the tables take.
    private static let isInstruction = crc32c_is_there() != 0

    /// Where it does not.
    static func checksumByTables(_ bytes: RawSpan, seed: UInt32 = 0) -> UInt32 {
        let tables = tables.span
        var crc = ~seed
        var offset = 0
        while offset + 8 <= bytes.byteCount {
            let eight = unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let mixed = eight ^ UInt64(crc)
            crc = 0
            for byte in 0..<8 {
                crc ^= tables[(7 - byte) * 256 + Int(truncatingIfNeeded: (mixed >> UInt64(8 * byte)) & 0xFF)]
            }
            offset += 8
        }
        while offset < bytes.byteCount {
            let byte = unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
            crc = (crc >> 8) ^ tables[Int((crc ^ UInt32(byte)) & 0xFF)]
            offset += 1
        }
        return ~crc
    }
}
