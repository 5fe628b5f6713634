import Foundation
import TestSupport
import Testing

@testable import LMDB

@Suite struct DamageTests {
    /// LMDB 0.9.24 checks pages that a cursor walks onto with an assertion only, and would abort.
    @Test("a cursor that meets a damaged page ends the process with exit code 7")
    func aWalkOntoADamagedPageEndsTheProcessWithAClearCode() async {
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

    /// The length of a key in a damaged page must not be taken for eight.
    @Test("an integer key of another length is reported as damage") func aNumberOfAnotherLengthIsDamage() throws {
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

    /// Each page is sound, and one of them is in the place of another: the newest records are never lost silently.
    @Test("a page in the place of another is refused and loses no records silently")
    func aPageInAnothersPlaceMakesNoEarlierState() throws {
        let directory = TemporaryDirectory()
        let file = URL(fileURLWithPath: directory.path + "/data.mdb")
        let environment = try Environment(path: directory.path, configuration: .small())
        let (one, other) = (try environment.table("one"), try environment.table("other"))
        let last: UInt64 = 130
        for number in 1...last {
            try environment.write { (txn) throws in
                try txn.put(one, bigEndian(number), record(number))
                if number % 20 == 0 { try txn.put(other, bigEndian(number), record(number)) }
            }
        }
        let pageBytes = try environment.info.pageSizeBytes
        try environment.close()
        let healthy = try Data(contentsOf: file)
        let places = stride(from: 2 * pageBytes, to: healthy.count, by: pageBytes)
        var refused = 0
        for place in places {
            for source in places where source != place {
                var bytes = healthy
                bytes.replaceSubrange(place..<place + pageBytes, with: healthy[source..<source + pageBytes])
                try bytes.write(to: file)
                do {
                    let damaged = try Environment(path: directory.path, configuration: .small())
                    defer { try? damaged.close() }
                    for (name, key) in [("one", last), ("other", last / 20 * 20)] {
                        let table = try damaged.table(name)
                        let found: Bool = try damaged.read { (txn) throws in
                            try txn.get(table, bigEndian(key)) != nil
                        }
                        #expect(found, "page \(source / pageBytes) over \(place / pageBytes): \(name) has lost its end")
                    }
                } catch let error as LMDBError {
                    #expect(error.code == .corrupted)
                    refused += 1
                }
            }
        }
        #expect(refused > 0)
    }
}
