import Glibc
import Synchronization
import TestSupport
import Testing

@testable import LMDB

@Suite struct EnvironmentTests {
    @Test("an environment creates its directory, stores records and reads them") func writesAndReads() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path + "/deep/er", configuration: .init())
        let table = try environment.table("members")
        try environment.write { (txn) throws in
            try txn.put(table, [1], [2, 3])
            #expect(try txn.get(table, [1])?.array == [2, 3])
            try txn.snapshot.cursorCheck(table)
        }
        let before = try environment.info
        try environment.read { (txn) throws in
            #expect(try txn.get(table, [1])?.array == [2, 3])
            #expect(try txn.get(table, [9]) == nil)
            #expect(try txn.count(table) == 1)
            #expect(txn.id == before.lastTransactionID)
        }
        #expect(try before.mapSizeBytes == MapSize.bytes(for: directory.path))
        #expect(before.usedBytes < 1 << 20)
        try environment.sync()
    }

    /// LMDB would let other processes use a lock file that a killed process has half written.
    @Test("opening and closing wait for other processes that open the directory")
    func openingAndClosingAreDoneOneAtATime() async throws {
        let directory = TemporaryDirectory()
        let path = directory.path
        try Environment(path: path, configuration: .small()).close()
        let other = try #require(HeldDirectory(path))
        #expect(other.lock() == nil)
        let isOpen = Flag()
        let opening = Task.detached {
            let environment = try Environment(path: path, configuration: .small())
            isOpen.set()
            return environment
        }
        try await Task.sleep(for: .milliseconds(100))
        #expect(!isOpen.isSet)
        other.unlock()
        let environment = try await opening.value
        #expect(other.lock() == nil)
        let isClosed = Flag()
        let closing = Task.detached {
            try environment.close()
            isClosed.set()
        }
        try await Task.sleep(for: .milliseconds(100))
        #expect(!isClosed.isSet)
        other.unlock()
        try await closing.value
        // An opening process unlocks the directory when it is done.
        #expect(other.lock() == nil)
    }

    @Test("opening one directory twice in a process is refused") func doubleOpenIsRefused() throws {
        let directory = TemporaryDirectory()
        let first = try Environment(path: directory.path, configuration: .small())
        let refusal = #expect(throws: LMDBError.self) {
            _ = try Environment(path: directory.path + "/.", configuration: .small())
        }
        #expect(refusal?.code == .alreadyOpen)
        try first.close()
        try first.close()
        let closed = #expect(throws: LMDBError.self) { try first.read { _ in } }
        #expect(closed?.code == .closed)
        _ = try Environment(path: directory.path, configuration: .small())
        // The one above was destroyed, which closed it.
        _ = try Environment(path: directory.path, configuration: .small())
    }

    /// A file system gives the number of a removed file to a new one: the new one must not be taken for the old one.
    @Test("a removed directory is not taken for a new one with its number")
    func aRemovedDirectoryIsNotTakenForTheNextOne() throws {
        let removed = TemporaryDirectory()
        let environment = try Environment(path: removed.path, configuration: .small())
        #expect(environment.isInPlace)
        for file in ["data.mdb", "lock.mdb"] { #expect(unsafe unlink("\(removed.path)/\(file)") == 0) }
        #expect(unsafe rmdir(removed.path) == 0)
        #expect(!environment.isInPlace)
        for _ in 0..<20 {
            let next = TemporaryDirectory()
            try Environment(path: next.path, configuration: .small()).close()
        }
        try environment.close()
    }

    @Test("closing is refused as busy while a reader is active") func closeIsRefusedWhileReading() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        try environment.read { (_) throws in
            let refusal = #expect(throws: LMDBError.self) { try environment.close() }
            #expect(refusal?.code == .busy)
        }
    }

    @Test("a write whose body throws is undone") func throwingBodyAborts() throws {
        struct Refusal: Error {}
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try environment.table("t")
        #expect(throws: Refusal.self) {
            try environment.write { (txn) throws in
                try txn.put(table, [1], [1])
                throw Refusal()
            }
        }
        try environment.read { (txn) throws in #expect(try txn.count(table) == 0) }
    }

    @Test("tables open with their flags, and other flags are refused") func tablesAreOpenedWithTheirFlags() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        #expect(try environment.openTable("t", create: false) == nil)
        let table = try environment.table("t", .integerKey)
        #expect(try environment.openTable("t", flags: .integerKey, create: false) == table)
        let refusal = #expect(throws: LMDBError.self) { _ = try environment.openTable("t", flags: .duplicateFixed) }
        #expect(refusal?.code == .incompatible)
    }

    @Test("clearing a table leaves it empty") func clearsAndDropsTables() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try environment.table("t")
        try environment.write { (txn) throws in
            try txn.put(table, [1], [1])
            try txn.clear(table)
        }
        try environment.read { (txn) throws in #expect(try txn.count(table) == 0) }
    }

    @Test("a read-only environment refuses writes and creates nothing") func readOnlyRefusesWrites() throws {
        let directory = TemporaryDirectory()
        var configuration = Environment.Configuration.small()
        configuration.readOnly = true
        let absent = #expect(throws: LMDBError.self) {
            _ = try Environment(path: directory.path + "/deep", configuration: configuration)
        }
        #expect(absent?.code == .noEntry)
        try Environment(path: directory.path, configuration: .small()).close()
        let environment = try Environment(path: directory.path, configuration: configuration)
        let refusal = #expect(throws: LMDBError.self) { try environment.write { _ in } }
        #expect(refusal?.code == .accessDenied)
        try environment.read { _ in }
    }

    @Test("a compacting copy has all records and no free pages") func copiesWithoutFreePages() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try environment.table("t")
        try environment.write { (txn) throws in
            for number in 0..<1_000 as Range<UInt64> { try txn.put(table, bigEndian(number), record(number)) }
        }
        try environment.write { (txn) throws in
            for number in 1..<1_000 as Range<UInt64> { try txn.delete(table, bigEndian(number)) }
        }
        try environment.copyCompact(to: directory.path + "/copy")
        let again = #expect(throws: LMDBError.self) { try environment.copyCompact(to: directory.path + "/copy") }
        #expect(again?.code == .exists)
        let copy = try Environment(path: directory.path + "/copy", configuration: .small())
        #expect(try copy.info.usedBytes < environment.info.usedBytes)
        let copied = try copy.table("t")
        try copy.read { (txn) throws in #expect(try txn.get(copied, bigEndian(0))?.array == record(0)) }
    }

    @Test("using a table of another environment traps") func foreignTableTraps() async {
        await #expect(processExitsWith: .failure) {
            let directory = TemporaryDirectory()
            let one = try Environment(path: directory.path, configuration: .small())
            let two = try Environment(path: directory.path + "/deep", configuration: .small())
            let table = try one.table("t")
            try two.read { _ = try $0.count(table) }
        }
    }
}

extension ReadTransaction {
    /// Code for reading is written once, and serves write transactions by their `snapshot`.
    fileprivate borrowing func cursorCheck(_ table: Table) throws {
        var cursor = try cursor(table)
        #expect(try cursor.first())
        #expect(cursor.key.array == [1])
        #expect(try !cursor.next())
    }
}

private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
}
