import Layout
import Projections
import Testing

@Suite struct FingerprintTests {
    private func sum(_ rows: [(UInt64, [UInt8])]) -> Fingerprint {
        var fingerprint = Fingerprint()
        for (key, value) in rows { fingerprint.add(Key(key), value.span) }
        return fingerprint
    }

    @Test("a fingerprint ignores order, and subtracting a row undoes adding it")
    func orderDoesNotMatterAndTakingAwayUndoes() {
        let rows: [(UInt64, [UInt8])] = (0..<50).map { ($0, [UInt8(truncatingIfNeeded: $0 * 7)]) }
        #expect(sum(rows) == sum(rows.reversed()))
        var some = sum(rows)
        let last = rows[49].1
        some.subtract(Key(49), last.span)
        #expect(some == sum(Array(rows.dropLast())))
    }

    @Test("every change of keys, values or their border changes the fingerprint") func anyChangeShows() {
        let base = sum([(1, [1]), (2, [2])])
        #expect(base != sum([(1, [2]), (2, [1])]), "swapped values")
        #expect(base != sum([(1, [1])]))
        #expect(base != sum([(1, [1]), (2, [2, 0])]))
        #expect(base != sum([(1, [1]), (2, [2]), (2, [2])]))
        var split = Fingerprint()
        split.add(Key([1, 2]), ([3] as [UInt8]).span)
        var other = Fingerprint()
        other.add(Key([1]), ([2, 3] as [UInt8]).span)
        #expect(split != other, "the border between key and value counts")
    }

    @Test("a fingerprint reads back from its bytes") func itIsWrittenAndReadBack() {
        let base = sum([(1, [1]), (2, [2])])
        let bytes = base.bytes
        let read = Fingerprint(bytes: unsafe bytes.span.bytes)
        #expect(read == base)
        #expect(base.description.count == 32)
    }
}
