import Foundation
import LMDB
import Layout
import TestSupport
import Testing

@testable import Projections

/// A record that the disk has changed is not returned.
@Suite struct StoredTableTests {
    /// Two tables with the same keys and different rows, on one page or many.
    private final class Shelf {
        private let directory = TemporaryDirectory()
        let count: UInt64
        private(set) var healthy = Data()
        private var file: URL { URL(fileURLWithPath: directory.path("data.mdb")) }

        init(count: UInt64) throws {
            self.count = count
            try withTables { environment, tables in
                try environment.write { transaction in
                    for (number, table) in tables.enumerated() {
                        for place in 0..<count {
                            try table.put(Self.key(place).bytes, Self.row(place, in: number), in: &transaction)
                        }
                    }
                }
            }
            healthy = try Data(contentsOf: file)
        }

        func withTables<R>(_ body: (Environment, [StoredTable]) throws -> R) throws -> R {
            let environment = try Environment(
                path: directory.path, configuration: .init(tablesMax: 2, durability: .disposable))
            defer { try? environment.close() }
            let tables = try ["one", "two"].map { name in
                StoredTable(try #require(try environment.openTable(name, create: true)))
            }
            return try body(environment, tables)
        }

        /// Even numbers only, so that there is a gap between any two.
        static func key(_ place: UInt64) -> Key { Key(0x4B45_5900_0000_0000 + 2 * place) }
        static func between(_ place: UInt64) -> Key { Key(0x4B45_5900_0000_0001 + 2 * place) }
        static func row(_ place: UInt64, in table: Int) -> [UInt8] {
            Array("row \(place) of \(table)".utf8) + [UInt8](repeating: UInt8(truncatingIfNeeded: place), count: 24)
        }

        /// All kinds of reads of the damaged first table: an answer without an error equals that of the sound table.
        /// `near`: what must be an error for every reader.
        func ask(
            _ harm: (inout Data) -> Void, near: UInt64?, places: Range<UInt64>, _ comment: Comment
        ) throws {
            var bytes = healthy
            harm(&bytes)
            try bytes.write(to: file)
            try withTables { environment, tables in
                func withBase(_ mustFail: Bool, _ question: (StoredViewBase) -> Bool) throws {
                    let base = StoredViewBase(snapshot: try Snapshot(environment), meta: tables[0], tables: tables)
                    let isRight = question(base)
                    #expect(isRight || base.failure != nil, comment)
                    if mustFail { #expect(base.failure as? DamagedTable == DamagedTable("one"), comment) }
                }
                for place in places {
                    try withBase(place == near) { base in
                        var row: [UInt8]?
                        _ = base.withRow(table: 0, key: Self.key(place)) { row = $0.copied }
                        return row == Self.row(place, in: 0)
                    }
                    try withBase(false) { base in
                        !base.withRow(table: 0, key: Self.between(place)) { _ in }
                    }
                    for reversed in [false, true] {
                        // One row, and the gap between two.
                        for (lower, length) in [(Self.key(place), 1), (Self.between(place), 0)] as [(Key, Int)] {
                            try withBase(length == 1 && place == near) { base in
                                var found = 0
                                let end = Self.key(place + 1)
                                base.scan(table: 0, from: lower, to: end, reversed: reversed) { key, row in
                                    if key == Self.key(place), row.copied == Self.row(place, in: 0) { found += 1 }
                                    return true
                                }
                                return found == length
                            }
                        }
                    }
                }
                for reversed in [false, true] {
                    try withBase(near != nil) { base in
                        var next: UInt64 = 0
                        base.scan(table: 0, from: Key(), to: nil, reversed: reversed) { key, row in
                            let place = reversed ? self.count - 1 - next : next
                            guard key == Self.key(place), row.copied == Self.row(place, in: 0) else { return false }
                            next += 1
                            return true
                        }
                        return next == self.count
                    }
                }
                // The other table is not affected.
                let base = StoredViewBase(snapshot: try Snapshot(environment), meta: tables[0], tables: tables)
                #expect(base.recount(table: 1).rows == Int(self.count))
                #expect(base.failure == nil)
            }
        }

        /// The separating key of two pages of the first table, if there is one: it has no row.
        func separator(at place: UInt64) -> Range<Int>? {
            var start = 0
            while let key = healthy.range(of: Data(Self.key(place).bytes), in: start..<healthy.count) {
                if healthy[key.upperBound...].prefix(3) != Data("row".utf8) { return key }
                start = key.upperBound
            }
            return nil
        }

        func leaf(of place: UInt64) throws -> Range<Int> {
            let record = Data(Self.key(place).bytes + Self.row(place, in: 0))
            let range = try #require(healthy.range(of: record))
            return range.lowerBound..<range.upperBound + 4
        }
    }

    @Test("every row of a sound table is found") func whatIsSoundIsFound() throws {
        for count in [0, 1, 2, 400] as [UInt64] {
            let shelf = try Shelf(count: count)
            try shelf.ask({ _ in }, near: nil, places: 0..<count, "\(count) rows")
        }
    }

    /// Each bit of a key, of a row and of a checksum: first, middle and last of a page.
    @Test("a flipped bit near a record is reported as damage or changes no answer", arguments: [0, 9, 19] as [UInt64])
    func aChangedBitOfARecordIsFound(place: UInt64) throws {
        let shelf = try Shelf(count: 20)
        for byte in try shelf.leaf(of: place) {
            for bit in 0..<8 {
                let near = max(place, 2) - 2..<min(place + 3, shelf.count)
                try shelf.ask({ $0[byte] ^= 1 << UInt8(bit) }, near: place, places: near, "bit \(bit) of byte \(byte)")
            }
        }
    }

    /// A key that decides to which page a search goes.
    @Test("a changed separator between two pages never leads to a wrong answer")
    func aChangedKeyBetweenTwoPagesMisleadsNobody() throws {
        let shelf = try Shelf(count: 400)
        var separators = 0
        for place in 8..<shelf.count - 8 where separators < 3 {
            guard let separator = shelf.separator(at: place) else { continue }
            separators += 1
            for byte in separator {
                for bit in [0, 1, 7] as [UInt8] {
                    try shelf.ask(
                        { $0[byte] ^= 1 << bit }, near: nil, places: place - 8..<place + 8,
                        "bit \(bit) of byte \(byte) of the separator at row \(place)")
                }
            }
        }
        #expect(separators == 3)
    }

    @Test("a row of another key or table is reported as damage") func aRowOfAnotherKeyOrTableIsNone() throws {
        let shelf = try Shelf(count: 20)
        try shelf.withTables { environment, tables in
            try environment.write { transaction in
                let keys = (0..<3 as Range<UInt64>).map { Shelf.key($0).bytes }
                let other = try #require(try transaction.get(tables[1].table, keys[0])?.copied)
                let next = try #require(try transaction.get(tables[0].table, keys[2])?.copied)
                try transaction.put(tables[0].table, keys[0], other)
                try transaction.put(tables[0].table, keys[1], next)
            }
            for place in 0..<3 as Range<UInt64> {
                let base = StoredViewBase(snapshot: try Snapshot(environment), meta: tables[0], tables: tables)
                #expect(base.withRow(table: 0, key: Shelf.key(place)) { _ in } == (place == 2))
                #expect((base.failure == nil) == (place == 2))
            }
        }
    }
}
