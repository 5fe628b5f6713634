import Foundation
import Layout
import TestSupport
import Testing

@testable import Projections

/// Stored rows and those in memory over them look like one table.
@Suite struct OverlaidViewBaseTests {
    @Test("a read sees the newest of stored and pending rows", .seeded) func reads() throws {
        var numbers = SeededGenerator.ofTest()
        let directory = TemporaryDirectory()
        let path = directory.path("views")
        var registry = TableRegistry()
        let table = registry.table("words.rows", of: Word.self)
        let base = try OverlaidViewBase(path: path, registry)
        defer { base.close() }
        #expect(!FileManager.default.fileExists(atPath: path), "nothing of them can be left behind")

        var model: [UInt64: UInt64] = [:]
        for step in 0..<300 {
            var batch = ViewTransaction(base: base, registry: registry)
            for _ in 0..<Int.random(in: 1...6, using: &numbers) {
                let key = UInt64.random(in: 0..<40, using: &numbers)
                if Int.random(in: 0..<3, using: &numbers) == 0 {
                    batch.remove(table, Key(key))
                    model[key] = nil
                } else {
                    let word = UInt64.random(in: 0..<9, using: &numbers)
                    batch.put(table, Key(key), Word(value: word))
                    model[key] = word
                }
            }
            base.take(batch.changes())
            if step % 7 == 0 { try base.store() }
            let (low, high) = (UInt64.random(in: 0..<40, using: &numbers), UInt64.random(in: 0..<44, using: &numbers))
            let upper = high >= 40 ? nil : high
            let expected = model.filter { pair in pair.key >= low && upper.map { pair.key < $0 } ?? true }.keys.sorted()
            for isReversed in [false, true] {
                for countMax in [Int.max, 3] {
                    var found: [UInt64] = []
                    let snapshot = ViewSnapshot(base: base, position: .none)
                    snapshot.scan(table, from: Key(low), to: upper.map { Key($0) }, reversed: isReversed) { key, row in
                        #expect(row.value == model[key.uint64(at: 0)])
                        found.append(key.uint64(at: 0))
                        return found.count < countMax
                    }
                    #expect(found == Array((isReversed ? expected.reversed() : expected).prefix(countMax)))
                }
            }
            for key in 0..<40 as Range<UInt64> {
                let row: Word? = base.row(table: table.index, key: Key(key))
                #expect(row?.value == model[key])
            }
        }
        #expect(base.failure == nil)
    }

    private struct Word: StoredRow, Equatable {
        var value: UInt64
        init(value: UInt64) { self.value = value }
        init(bytes: RawSpan) throws(MalformedRow) {
            var reader = ByteReader(bytes)
            value = try reader.readUInt64()
        }
        func encode(into writer: inout ByteWriter) { writer.write(value) }
    }
}
