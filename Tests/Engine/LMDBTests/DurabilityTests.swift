import Foundation
import TestSupport
import Testing

@testable import LMDB

/// LMDB's own syncs make a commit durable, and `makeDurable` covers a commit whose process died in its last sync.
@Suite struct DurabilityTests {
    @Test("a synced environment keeps no file but LMDB's own two")
    func files() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small(durability: .synced))
        let table = try environment.table("t")
        for number in 1...50 as ClosedRange<UInt64> {
            try environment.write { try $0.put(table, bigEndian(number), record(number)) }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(names.sorted() == ["data.mdb", "lock.mdb"])
        try environment.close()
    }

    @Test("a data file that is copied while its environment is open has every commit")
    func openDataFileAlone() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small(durability: .synced))
        let table = try environment.table("t")
        for number in 1...20 as ClosedRange<UInt64> {
            try environment.write { try $0.put(table, bigEndian(number), record(number)) }
        }
        try FileManager.default.createDirectory(atPath: directory.path + "/copy", withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: directory.path + "/data.mdb", toPath: directory.path + "/copy/data.mdb")
        let copy = try Environment(path: directory.path + "/copy", configuration: .small(durability: .synced))
        let copied = try copy.table("t")
        try copy.read { (txn) throws in #expect(try txn.count(copied) == 20) }
        try copy.close()
        try environment.close()
    }

    private func bytes(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path + "/data.mdb")[.size] as? Int)
    }

    @Test("commits of a synced environment seldom extend its file, and those of a disposable one always do")
    func room() throws {
        for durability in [Environment.Durability.synced, .disposable] {
            let directory = TemporaryDirectory()
            let environment = try Environment(path: directory.path, configuration: .small(durability: durability))
            let table = try environment.table("t")
            var (sizes, used): (Set<Int>, Set<Int>) = ([], [])
            for number in 0..<400 as Range<UInt64> {
                let value = [UInt8](repeating: 7, count: 1_000)
                try environment.write { try $0.put(table, bigEndian(number), value) }
                sizes.insert(try bytes(directory.path))
                used.insert(try environment.info.usedBytes)
            }
            if durability == .synced {
                #expect(sizes.count < 10 && used.count > 50)
                #expect(try bytes(directory.path) > environment.info.usedBytes)
            } else {
                #expect(sizes.count > 50)
            }
            try environment.close()
        }
    }

    @Test("a transaction that stores nothing leaves the file as it is")
    func noRoomForNothing() throws {
        let directory = TemporaryDirectory()
        let first = try Environment(path: directory.path, configuration: .small())
        _ = try first.table("t")
        try first.close()
        let before = try bytes(directory.path)
        let environment = try Environment(path: directory.path, configuration: .small(durability: .synced))
        try environment.write { _ in }
        #expect(try bytes(directory.path) == before)
        let table = try environment.table("t")
        try environment.write { try $0.put(table, [1], [1]) }
        #expect(try bytes(directory.path) > before)
        try environment.close()
    }

    #if DEBUG
        /// Counted in calls of LMDB: `mdb_env_info`, `mdb_env_stat`, and `mdb_env_sync` if it is needed.
        private func syncs(_ environment: Environment) throws -> Bool {
            let outcome = FaultInjector.fail(callNumber: 1_000, with: .io) { try environment.makeDurable() }
            try outcome.result.get()
            return outcome.calls == 3
        }

        @Test("what this process has committed is known to be durable, and what it has found is synced once")
        func makeDurable() throws {
            let directory = TemporaryDirectory()
            var environment = try Environment(path: directory.path, configuration: .small(durability: .synced))
            var table = try environment.table("t")
            try environment.write { try $0.put(table, [1], [1]) }
            #expect(try !syncs(environment))
            try environment.close()
            environment = try Environment(path: directory.path, configuration: .small(durability: .synced))
            table = try environment.table("t")
            // A transaction that stores nothing is not committed, so it proves nothing.
            try environment.write { _ in }
            #expect(try syncs(environment))
            #expect(try !syncs(environment))
            try environment.write { try $0.put(table, [2], [2]) }
            #expect(try !syncs(environment))
            try environment.close()
        }

        @Test("an environment that was opened for reading only can be made durable")
        func makeDurableReadOnly() throws {
            let directory = TemporaryDirectory()
            let environment = try Environment(path: directory.path, configuration: .small(durability: .synced))
            let table = try environment.table("t")
            try environment.write { try $0.put(table, [1], [1]) }
            try environment.close()
            var configuration = Environment.Configuration.small(durability: .synced)
            configuration.readOnly = true
            let reader = try Environment(path: directory.path, configuration: configuration)
            #expect(try syncs(reader))
            #expect(try !syncs(reader))
            try reader.close()
        }
    #endif
}
