import TestSupport
import Testing

@testable import Layout

@Suite struct ByteCodingTests {
    @Test("the reader reads back what the writer wrote", .seeded) func roundTrip() throws {
        var generator = SeededGenerator.ofTest()
        for _ in 0..<500 {
            let signed = Int64.random(in: .min ... .max, using: &generator)
            let unsigned =
                UInt64.random(in: 0 ... .max, using: &generator) >> UInt64.random(in: 0...63, using: &generator)
            var writer = ByteWriter()
            writer.write(UInt8(7))
            writer.write(varint: unsigned)
            writer.write(varint: signed)
            writer.write(signed)
            writer.write("crème brûlée")
            writer.write(true)
            let bytes = writer.bytes
            var reader = ByteReader(unsafe bytes.span.bytes)
            let numbers = (try reader.readUInt8(), try reader.readVarint(), try reader.readSignedVarint())
            let rest = (try reader.readInt64(), try reader.readString(), try reader.readBool(), reader.isAtEnd)
            #expect(numbers == (7, unsigned, signed))
            #expect(rest == (signed, "crème brûlée", true, true))
        }
    }

    @Test("truncated or endless bytes throw and never trap") func cutOffBytesThrowAndNeverTrap() {
        var writer = ByteWriter()
        writer.write("a text of some length")
        for count in 0..<writer.bytes.count {
            let bytes = Array(writer.bytes.prefix(count))
            #expect(throws: MalformedRow.self) {
                var reader = ByteReader(unsafe bytes.span.bytes)
                _ = try reader.readString()
            }
        }
        let endless = [UInt8](repeating: 0xFF, count: 20)
        #expect(throws: MalformedRow.self) {
            var reader = ByteReader(unsafe endless.span.bytes)
            _ = try reader.readVarint()
        }
    }
}

@Suite struct CRC32CTests {
    /// The check value of the catalogue of CRC algorithms, and RFC 3720's vectors.
    @Test("CRC-32C has the published check values") func knownValues() {
        #expect(CRC32C.checksum(Array("123456789".utf8)) == 0xE306_9283)
        #expect(CRC32C.checksum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(CRC32C.checksum([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    }

    @Test("the table version of CRC-32C agrees with the processor's") func theTablesAgreeWithTheProcessor() {
        for count in 0..<100 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            let span = unsafe bytes.span.bytes
            #expect(CRC32C.checksumByTables(span, seed: UInt32(count)) == CRC32C.checksum(span, seed: UInt32(count)))
        }
    }

    @Test("a checksum can be continued over further bytes") func continues() {
        let bytes = Array("one and another".utf8)
        #expect(CRC32C.checksum(bytes[4...], seed: CRC32C.checksum(bytes[..<4])) == CRC32C.checksum(bytes))
    }
}
