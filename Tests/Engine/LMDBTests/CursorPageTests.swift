import TestSupport
import Testing

@testable import LMDB

@Suite struct CursorPageTests {
    /// One, a sub-page, exactly a page of 63, and several pages.
    @Test(
        "pages of fixed-size duplicates hold every record once",
        arguments: [1, 2, 5, 62, 63, 64, 200, 1_024] as [UInt64])
    func pagesHoldEveryRecordOnce(count: UInt64) throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try environment.table("headers", [.integerKey, .duplicateFixed])
        try environment.write { (txn) throws in
            for segment in 1...3 as ClosedRange<UInt64> {
                for number in 0..<count {
                    try txn.put(table, segment, record(segment << 32 | number * 2), flags: .appendDuplicate)
                }
            }
        }
        let base = 2 << 32 as UInt64
        try environment.read { (txn) throws in
            // From each record, and from between records: an 8-byte big-endian prefix names the place.
            for first in 0...(count * 2) {
                var bytes: [UInt8] = []
                var cursor = try txn.cursor(table)
                try cursor.forEachPage(of: 2, from: bigEndian(base + first)) { page in
                    bytes += page.array
                    return true
                }
                let expected = ((first + 1) / 2..<max(count, (first + 1) / 2)).flatMap { record(base + $0 * 2) }
                #expect(bytes == expected, "from \(first)")
            }
            var all: [UInt8] = []
            var cursor = try txn.cursor(table)
            try cursor.forEachPage(of: 2) { page in
                all += page.array
                return true
            }
            #expect(all == (0..<count).flatMap { record(base + $0 * 2) })
            #expect(try !cursor.seekExact(4))
        }
    }

    /// `MDB_GET_MULTIPLE` succeeds with exactly one duplicate, and leaves the data untouched.
    @Test("a single duplicate is read as a page of one record") func singleDuplicate() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try environment.table("t", .duplicateFixed)
        try environment.write { try $0.put(table, [1], record(1)) }
        try environment.read { (txn) throws in
            var cursor = try txn.cursor(table)
            #expect(try cursor.seekExact([1]))
            try cursor.readPage()
            #expect(cursor.page.array == record(1))
            #expect(try !cursor.readNextPage())
        }
    }

    /// After `MDB_LAST_DUP` the data is left untouched as well.
    @Test("after moving to the last duplicate its page is read") func lastDuplicate() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try environment.table("t", .duplicateFixed)
        try environment.write { (txn) throws in
            for number in 0..<100 as Range<UInt64> { try txn.put(table, [1], record(number)) }
        }
        try environment.read { (txn) throws in
            var cursor = try txn.cursor(table)
            #expect(try cursor.seekExact([1]))
            #expect(try cursor.lastDuplicate())
            try cursor.readPage()
            #expect(cursor.page.array == record(99))
            #expect(try !cursor.readNextPage())
        }
    }

    /// `MDB_GET_MULTIPLE` starts at the page's first record, whatever `MDB_GET_BOTH_RANGE` found.
    @Test("reading pages after a search starts with the record found") func skipsToTheRecordFound() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try environment.table("t", .duplicateFixed)
        try environment.write { (txn) throws in
            for number in 0..<200 as Range<UInt64> { try txn.put(table, [1], record(number)) }
        }
        try environment.read { (txn) throws in
            var cursor = try txn.cursor(table)
            #expect(try cursor.seekDuplicate([1], bigEndian(10)))
            #expect(cursor.value.array == record(10))
            try cursor.readPage()
            #expect(Array(cursor.page.array.prefix(64)) == record(10))
            #expect(cursor.page.array.suffix(64) == cursor.value.array[...])
        }
    }
}
