import Foundation
import Testing

@testable import LMDB

@Suite struct DamageTests {
    /// LMDB 0.9.24 checks pages that a cursor walks onto with an assertion only, and would abort.
    @Test func aWalkOntoADamagedPageEndsTheProcessWithAClearCode() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let directory = TemporaryDirectory()
            let file = directory.path + "/data.mdb"
            let environment = try Environment(path: directory.path, configuration: .small())
            let table = try environment.table("t")
            try environment.write { (txn) throws in
                for number in 0..<2_000 as Range<UInt64> { try txn.put(table, bigEndian(number), record(number)) }
            }
            let pageSize = try environment.info.pageSizeBytes
            try environment.close()
            var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            let place = try #require(bytes.firstRange(of: Data(record(1_000))))
            let page = place.lowerBound / pageSize * pageSize
            bytes.replaceSubrange(page..<page + pageSize, with: Data(repeating: 0, count: pageSize))
            try bytes.write(to: URL(fileURLWithPath: file))
            let damaged = try Environment(path: directory.path, configuration: .small())
            let again = try damaged.table("t")
            try damaged.read { (txn) throws in
                var cursor = try txn.cursor(again)
                while try cursor.next() {}
            }
        }
    }

    /// A page's own word for how long a key is must not be taken for a number of eight bytes.
    @Test func aNumberOfAnotherLengthIsDamage() throws {
        let directory = TemporaryDirectory()
        let file = directory.path + "/data.mdb"
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try environment.table("t", .integerKey)
        try environment.write { (txn) throws in
            for number in 1...3 as ClosedRange<UInt64> { try txn.put(table, number, record(number)) }
        }
        try environment.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        // Before each key lie its node's flags and its length.
        let key = unsafe withUnsafeBytes(of: UInt64(2)) { unsafe Data($0) } + Data(record(2))
        let place = try #require(bytes.firstRange(of: key)).lowerBound
        #expect(bytes[place - 2] == 8)
        bytes[place - 2] = 5
        try bytes.write(to: URL(fileURLWithPath: file))
        let damaged = try Environment(path: directory.path, configuration: .small())
        let again = try damaged.table("t", .integerKey)
        #expect(throws: LMDBError(code: .corrupted, operation: "mdb_cursor_get", path: directory.path)) {
            try damaged.read { (txn) throws in
                var cursor = try txn.cursor(again)
                var sum: UInt64 = 0
                while try cursor.next() { sum += cursor.integerKey }
            }
        }
    }
}
