import Layout
import TestSupport
import Testing

@Suite("Keys")
struct KeyTests {
    private static func random(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        // Few different bytes, zero among them, so that prefixes and near misses are common.
        (0..<count).map { _ in [0, 0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0 }
    }

    @Test("keys are ordered as their bytes are", .seeded) func order() {
        var generator = SeededGenerator.ofTest()
        for _ in 0..<5_000 {
            let (a, b) = (
                Self.random(.random(in: 0...32, using: &generator), &generator),
                Self.random(.random(in: 0...32, using: &generator), &generator)
            )
            let (keyA, keyB) = (Key(a), Key(b))
            #expect(keyA.bytes == a)
            #expect(keyA.count == a.count)
            #expect(Key(bytes: unsafe a.span.bytes) == keyA)
            #expect((keyA < keyB) == a.lexicographicallyPrecedes(b), "\(a) \(b)")
            #expect((keyA == keyB) == (a == b))
            #expect(keyA.hasPrefix(keyB) == a.starts(with: b), "\(a) \(b)")
            #expect(keyA.hasPrefix(Key(a.prefix(b.count))))
            #expect(keyA.withBytes { unsafe $0.withUnsafeBytes { unsafe Array($0) } } == a)
        }
    }

    @Test("numbers read back from any offset of a key") func numbersAreReadBackFromWhereverTheyWereAppended() {
        for offset in 0...24 {
            let start = Key(repeatElement(UInt8(0xA5), count: offset))
            for value: UInt64 in [0, 1, 0x0102_0304_0506_0708, .max] {
                #expect(start.appending(value).uint64(at: offset) == value)
                #expect(start.appending(descending: value).descendingUInt64(at: offset) == value)
                #expect(start.appending(value).hasPrefix(start))
            }
            for value: Int64 in [.min, -1, 0, 1, .max] {
                #expect(start.appending(value).int64(at: offset) == value)
                #expect(start.appending(descending: value).descendingInt64(at: offset) == value)
            }
            for value: Int32 in [.min, -1, 0, 1, .max] { #expect(start.appending(value).int32(at: offset) == value) }
        }
    }

    @Test("keys sort as their signed numbers do, ascending and descending") func numbersOrderTheirKeys() {
        let signed: [Int64] = [.min, -2, -1, 0, 1, 2, .max]
        for (smaller, larger) in zip(signed, signed.dropFirst()) {
            #expect(Key().appending(smaller) < Key().appending(larger))
            #expect(Key().appending(descending: larger) < Key().appending(descending: smaller))
            #expect(Key(7).appending(smaller).appending(9 as UInt64) < Key(7).appending(larger).appending(1 as UInt64))
        }
    }

    @Test("the upper bound of a prefix lies just above all its keys") func boundsLieJustAbove() throws {
        for bytes: [UInt8] in [
            [1], [1, 0xFF], Array(repeating: 1, count: 32), Array(repeating: 0xFF, count: 31) + [1],
        ] {
            let key = Key(bytes)
            let bound = try #require(key.upperBoundOfPrefix)
            #expect(key < bound && !bound.hasPrefix(key))
            let successor = try #require(key.successor)
            #expect(key < successor && successor <= bound)
        }
        #expect(Key([0xFF, 0xFF]).upperBoundOfPrefix == nil)
        #expect(Key().upperBoundOfPrefix == nil)
        #expect(Key(repeatElement(UInt8(0xFF), count: 32)).successor == nil)
    }
}
