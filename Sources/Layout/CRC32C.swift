/// CRC-32C (Castagnoli, polynomial 0x1EDC6F41 reflected), as in RFC 3720: finds every burst of up to 32 bits.
package enum CRC32C {
    private static let table: [UInt32] = (0..<256).map { byte in
        var crc = UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0x82F6_3B78 : crc >> 1 }
        return crc
    }

    /// The checksum of `bytes`, or of what `seed` covered followed by `bytes`. O(n).
    package static func checksum(_ bytes: some Sequence<UInt8>, seed: UInt32 = 0) -> UInt32 {
        let table = table
        var crc = ~seed
        for byte in bytes {
            crc = (crc >> 8) ^ table[Int((crc ^ UInt32(byte)) & 0xFF)]
        }
        return ~crc
    }
}
