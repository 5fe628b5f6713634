import Layout
import TestSupport
import Testing

@testable import Events

@Suite(.seeded) struct EventHeaderTests {
    static func random(_ generator: inout some RandomNumberGenerator) -> EventHeader {
        func position() -> UInt64 { UInt64.random(in: 0...Position.max.value, using: &generator) }
        func time() -> Timestamp {
            Timestamp(
                microseconds: Int64.random(
                    in: Timestamp.earliest.microseconds...Timestamp.latest.microseconds, using: &generator))
        }
        var header = EventHeader(
            position: Position(position()), kind: EventKind.allCases.randomElement(using: &generator) ?? .recipeLiked,
            recordedAt: time(), occurredAt: time(), actor: MemberID(position()), subject: Position(position()),
            owner: MemberID(position()), cause: Position(position()), creditedAt: time(),
            flags: .init(rawValue: UInt8.random(in: 0...7, using: &generator)),
            value: UInt8.random(in: 0...255, using: &generator))
        header.version = UInt8.random(in: 0...255, using: &generator)
        return header
    }

    @Test("a random event header reads back from its bytes") func readsBackWhatItWrites() throws {
        var generator = SeededGenerator.ofTest()
        for _ in 0..<5000 {
            let header = Self.random(&generator)
            let bytes = header.bytes
            #expect(bytes.count == EventHeader.byteCount)
            #expect(try EventHeader(bytes: bytes) == header)
        }
    }

    @Test("every single flipped bit of a header is found") func everySingleBitFlipIsFound() {
        var generator = SeededGenerator.ofTest()
        for _ in 0..<50 {
            let bytes = Self.random(&generator).bytes
            for bit in 0..<512 {
                var damaged = bytes
                damaged[bit / 8] ^= 1 << UInt8(bit % 8)
                #expect(throws: HeaderDamage.self) { try EventHeader(bytes: damaged) }
            }
        }
    }

    @Test("header bytes sort in the order of the log") func byteOrderIsLogOrder() {
        var generator = SeededGenerator.ofTest()
        for _ in 0..<500 {
            let a = Self.random(&generator)
            let b = Self.random(&generator)
            #expect((a.position < b.position) == a.bytes.lexicographicallyPrecedes(b.bytes))
        }
    }

    /// Format 1 for ever: these bytes were drawn by hand from Schemas/format-1.md.
    @Test("a header has the golden bytes of format 1") func goldenBytes() {
        let header = EventHeader(
            position: Position(0x0102), kind: .recipeLiked, recordedAt: Timestamp(microseconds: 0x11_2233),
            occurredAt: Timestamp(microseconds: -2), actor: MemberID(0xA1), subject: Position(0xB2),
            owner: MemberID(0xC3), cause: Position(0xD4), creditedAt: Timestamp(microseconds: 7), flags: .sealed,
            value: 9)
        let bytes = header.bytes
        #expect(Array(bytes[0..<8]) == [0, 0, 0, 0, 0, 0, 1, 2])
        #expect(Array(bytes[8..<16]) == [0x33, 0x22, 0x11, 0, 0, 0, 0, 1])
        #expect(Array(bytes[16..<24]) == [0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 4])
        #expect(Array(bytes[24..<32]) == [7, 0, 0, 0, 0, 0, 0, 9])
        #expect(Array(bytes[32..<40]) == [0xA1, 0, 0, 0, 0, 0, 36, 0])
        #expect(Array(bytes[40..<48]) == [0xB2, 0, 0, 0, 0, 0, 0, 0])
        #expect(Array(bytes[48..<54]) == [0xC3, 0, 0, 0, 0, 0])
        #expect(Array(bytes[56..<62]) == [0xD4, 0, 0, 0, 0, 0])
    }
}
