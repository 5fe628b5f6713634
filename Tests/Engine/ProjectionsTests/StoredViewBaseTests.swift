import LMDB
import Layout
import TestSupport
import Testing

@testable import Projections

@Suite struct StoredViewBaseTests {
    /// LMDB answers like a sorted array, whatever the range and the direction.
    @Test("scans equal those of a sorted array for any range and direction", arguments: [1, 2, 3] as [UInt64])
    func scansAsASortedArrayDoes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let directory = TemporaryDirectory()
        let environment = try Environment(
            path: directory.path, configuration: .init(tablesMax: 2, durability: .disposable))
        let table = StoredTable(try #require(try environment.openTable("rows", flags: [], create: true)))
        func randomKey(_ least: Int) -> Key {
            Key(
                (0..<Int.random(in: least...4, using: &random)).map { _ in
                    [0, 1, 0x7F, 0xFE, 0xFF].randomElement(using: &random) ?? 0
                })
        }
        let keys = Set((0..<60).map { _ in randomKey(1) }).sorted()
        try environment.write { transaction in
            for key in keys { try table.put(key.bytes, [], in: &transaction) }
        }
        let stored = StoredViewBase(snapshot: try Snapshot(environment), meta: table, tables: [table])
        for _ in 0..<500 {
            let lower = randomKey(0)
            let upper = Int.random(in: 0..<4, using: &random) == 0 ? nil : randomKey(1)
            let reversed = Bool.random(using: &random)
            let limit = Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 1...5, using: &random) : Int.max
            var found: [Key] = []
            stored.scan(table: 0, from: lower, to: upper, reversed: reversed) { key, _ in
                found.append(key)
                return found.count < limit
            }
            let inRange = keys.filter { key in key >= lower && upper.map { key < $0 } ?? true }
            let expected = (reversed ? inRange.reversed() : inRange).prefix(limit)
            #expect(found == Array(expected), "\(lower.bytes) to \(upper?.bytes ?? []), reversed \(reversed)")
            let key = randomKey(1)
            let isThere = stored.withRow(table: 0, key: key) { _ in }
            #expect(isThere == keys.contains(key))
        }
        #expect(stored.failure == nil)
    }
}
