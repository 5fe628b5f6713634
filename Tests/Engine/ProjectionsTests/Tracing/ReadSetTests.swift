import Layout
import TestSupport
import Testing

@testable import Projections

/// A key is in the read set exactly if the query has read its row.
@Suite struct ReadSetTests {
    private func key(_ value: UInt64) -> Key { Key(value) }

    @Test("ranges are joined, and every key in one is found", .seeded) func ranges() {
        var numbers = SeededGenerator.ofTest()
        for _ in 0..<200 {
            var reads = ReadSet()
            var expected: Set<UInt64> = []
            for _ in 0..<Int.random(in: 0...8, using: &numbers) {
                let (low, high) = (
                    UInt64.random(in: 0..<40, using: &numbers), UInt64.random(in: 0..<44, using: &numbers)
                )
                // Sometimes to the end, and sometimes an empty range.
                let upper = high >= 40 ? nil : high
                reads.add(0, from: key(low), to: upper.map(key))
                for value in low..<40 where upper.map({ value < $0 }) ?? true { expected.insert(value) }
            }
            for _ in 0..<Int.random(in: 0...3, using: &numbers) {
                let value = UInt64.random(in: 0..<40, using: &numbers)
                reads.add(0, key(value))
                expected.insert(value)
            }
            reads.seal()
            for value in 0..<40 as Range<UInt64> {
                #expect(reads.contains(0, key(value)) == expected.contains(value))
                #expect(!reads.contains(1, key(value)))
            }
        }
    }

    /// Only the part of a scan before its stop counts, whatever its direction.
    @Test("only the part of a scan before its stop counts as read") func walksCountAsFarAsTheyGo() {
        let base = ListedViewBase((1...9).map { Key($0 * 10) })
        func reads(from lower: UInt64, to upper: UInt64?, reversed: Bool, stoppingAt last: UInt64?) -> [UInt64] {
            let recorder = RecordingViewBase(base)
            recorder.scan(table: 0, from: key(lower), to: upper.map(key), reversed: reversed) { key, _ in
                key.uint64(at: 0) != last
            }
            var reads = recorder.reads
            reads.seal()
            return (0...100).filter { reads.contains(0, key($0)) }
        }
        #expect(reads(from: 15, to: 55, reversed: false, stoppingAt: nil) == Array(15..<55))
        #expect(reads(from: 15, to: 55, reversed: false, stoppingAt: 30) == Array(15...30))
        #expect(reads(from: 15, to: 55, reversed: true, stoppingAt: 30) == Array(30..<55))
        #expect(reads(from: 15, to: nil, reversed: true, stoppingAt: 80) == Array(80...100))
        // The range is empty, and the query saw that.
        #expect(reads(from: 91, to: nil, reversed: false, stoppingAt: nil) == Array(91...100))
    }

    @Test("absent rows that were looked up count as read") func rowsThatAreMissingAreRead() {
        let recorder = RecordingViewBase(ListedViewBase([key(1)]))
        #expect(recorder.withRow(table: 0, key: key(1)) { _ in })
        #expect(!recorder.withRow(table: 0, key: key(2)) { _ in })
        var reads = recorder.reads
        reads.seal()
        #expect((0...3).filter { reads.contains(0, key($0)) } == [1, 2])
    }
}

/// A table of keys.
private final class ListedViewBase: ViewBase {
    private let keys: [Key]
    var failure: (any Error)?

    init(_ keys: [Key]) { self.keys = keys }

    func fail(_ error: any Error) { failure = error }

    func withRow(table: Int, key: Key, _ body: (RawSpan) -> Void) -> Bool {
        guard keys.contains(key) else { return false }
        body(unsafe [UInt8]().span.bytes)
        return true
    }

    func scan(table: Int, from lower: Key, to upper: Key?, reversed: Bool, _ body: (Key, RawSpan) -> Bool) {
        let range = keys.filter { key in key >= lower && (upper.map { key < $0 } ?? true) }
        for key in reversed ? range.reversed() : range {
            guard body(key, unsafe [UInt8]().span.bytes) else { return }
        }
    }
}
