import TestSupport
import Testing

@testable import LMDB

@Suite struct CursorTests {
    @Test("a cursor moves to first, last, next and exact keys") func moves() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try environment.table("t", .integerKey)
        try environment.write { (txn) throws in
            for number in [10, 20, 30] as [UInt64] { try txn.put(table, number, [UInt8(number)], flags: .append) }
        }
        try environment.read { (txn) throws in
            var cursor = try txn.cursor(table)
            let isPositioned = cursor.isPositioned
            #expect(!isPositioned)
            var keys: [UInt64] = []
            while try cursor.next() { keys.append(cursor.integerKey) }
            #expect(keys == [10, 20, 30])
            #expect(try cursor.last())
            #expect(cursor.value.array == [30])
            #expect(try cursor.previous())
            #expect(cursor.integerKey == 20)
            #expect(try cursor.seek(11))
            #expect(cursor.integerKey == 20)
            #expect(try !cursor.seek(31))
            #expect(try cursor.seekExact(30))
            #expect(try !cursor.seekExact(31))
            #expect(try cursor.first())
            #expect(cursor.integerKey == 10)
        }
    }

    @Test("a cursor moves within the duplicates of a key") func duplicates() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try environment.table("t", .duplicateSorted)
        try environment.write { (txn) throws in
            for value in 1...3 as ClosedRange<UInt8> { try txn.put(table, [1], [value]) }
            try txn.put(table, [2], [9])
        }
        try environment.read { (txn) throws in
            var cursor = try txn.cursor(table)
            #expect(try cursor.seekExact([1]))
            #expect(try cursor.lastDuplicate())
            #expect(cursor.key.array == [1])
            #expect(cursor.value.array == [3])
            #expect(try cursor.seekDuplicate([1], [2]))
            #expect(cursor.key.array == [1])
            #expect(cursor.value.array == [2])
            #expect(try !cursor.seekDuplicate([1], [4]))
        }
    }

    @Test("reading a cursor without a position traps") func unpositionedCursorTraps() async {
        await #expect(processExitsWith: .failure) {
            let directory = TemporaryDirectory()
            let environment = try Environment(path: directory.path, configuration: .small())
            let table = try environment.table("t")
            try environment.read { (txn) throws in
                let cursor = try txn.cursor(table)
                _ = cursor.key.byteCount
            }
        }
    }
}
