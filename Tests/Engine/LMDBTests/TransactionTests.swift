import Glibc
import TestSupport
import Testing

@testable import LMDB

@Suite struct TransactionTests {
    /// `MDB_NOTLS`: without it a second read transaction on one thread is refused (`MDB_BAD_RSLOT`).
    @Test("several readers share a thread, and a reader may cross threads")
    func readersShareThreadsAndCrossThem() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try environment.table("t", .integerKey)
        try environment.write { try $0.put(table, 7, [7]) }
        let threads = (0..<4).map { WriterThread(name: "reader-\($0)") }
        defer { for thread in threads { thread.stop() } }
        try environment.read { (outer) throws in
            for thread in threads {
                let seen = try thread.run {
                    try environment.read { (one) throws in
                        try environment.read { (two) throws in
                            try one.get(table, 7)!.array + two.get(table, 7)!.array
                        }
                    }
                }
                #expect(seen == [7, 7])
            }
            #expect(try outer.get(table, 7)?.array == [7])
        }
    }

    @Test("a snapshot does not see later writes") func snapshotDoesNotMove() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try environment.table("t")
        let before = try environment.beginRead()
        try environment.write { try $0.put(table, [1], [1]) }
        #expect(try before.get(table, [1]) == nil)
        let after = try environment.beginRead()
        #expect(try after.get(table, [1])?.array == [1])
        #expect(after.id > before.id)
    }

    @Test("idle readers are used again") func idleReadersAreReused() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        for _ in 0..<100 { try environment.read { _ in } }
        #expect(try environment.info.readersUsed == 1)
        for _ in 0..<3 { try nest(environment, depth: 40) }
        #expect(try environment.info.readersUsed <= 41)
        try environment.close()
    }

    private func nest(_ environment: Environment, depth: Int) throws {
        if depth > 0 { try environment.read { _ in try nest(environment, depth: depth - 1) } }
    }

    @Test("readers beyond the maximum are refused") func readerSlotsRunOut() throws {
        let directory = TemporaryDirectory()
        var configuration = Environment.Configuration.small()
        configuration.readersMax = 4
        let environment = try Environment(path: directory.path, configuration: configuration)
        let refusal = #expect(throws: LMDBError.self) { try nest(environment, depth: 5) }
        #expect(refusal?.code == .readersFull)
        try nest(environment, depth: 4)
    }

    @Test("keys over 511 bytes are refused without harm to the transaction") func keysAbove511BytesAreRefused() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try environment.table("t")
        let duplicates = try environment.table("d", .duplicateSorted)
        let long = [UInt8](repeating: 1, count: 512)
        try environment.write { (txn) throws in
            try txn.put(table, Array(long.dropLast()), long)
            for key in [long, []] {
                do throws(LMDBError) {
                    try txn.put(table, key, [1])
                    Issue.record("a key of \(key.count) bytes was taken")
                } catch {
                    #expect(error.code == .badValueSize)
                }
            }
            do throws(LMDBError) {
                try txn.put(duplicates, [1], long)
                Issue.record("a duplicate of 512 bytes was taken")
            } catch {
                #expect(error.code == .badValueSize)
            }
        }
        // A refusal leaves the transaction intact: the rest was committed.
        try environment.read { (txn) throws in #expect(try txn.count(table) == 1) }
    }

    @Test("put refuses existing keys and duplicates as its flags say") func putFlags() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try environment.table("t", .integerKey)
        let duplicates = try environment.table("d", .duplicateSorted)
        try environment.write { (txn) throws in
            try txn.put(table, 5, [5], flags: .append)
            do throws(LMDBError) {
                try txn.put(table, 4, [4], flags: .append)
                Issue.record("an append out of order was taken")
            } catch {
                #expect(error.code == .keyExists)
            }
            do throws(LMDBError) {
                try txn.put(table, 5, [6], flags: .noOverwrite)
                Issue.record("a key was overwritten")
            } catch {
                #expect(error.code == .keyExists)
            }
            try txn.put(duplicates, [1], [1])
            try txn.put(duplicates, [1], [2], flags: .appendDuplicate)
            #expect(try txn.delete(duplicates, [1]))
            #expect(try !txn.delete(duplicates, [1]))
            #expect(try txn.delete(table, nativeKey(5)))
            #expect(try !txn.delete(table, nativeKey(5)))
        }
        try environment.read { (txn) throws in
            #expect(try txn.get(duplicates, [1]) == nil)
            #expect(try txn.count(table) == 0)
        }
    }

    @Test("a write within a write traps") func nestedWriteTraps() async {
        await #expect(processExitsWith: .failure) {
            let directory = TemporaryDirectory()
            let environment = try Environment(path: directory.path, configuration: .small())
            try environment.write { _ in try environment.write { _ in } }
        }
    }
}
