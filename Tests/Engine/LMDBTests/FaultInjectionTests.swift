import TestSupport
import Testing

@testable import LMDB

#if DEBUG
    @Suite struct FaultInjectionTests {
        @Test("after a failed commit every write is refused until reopening") func failedCommitPoisons() throws {
            let directory = TemporaryDirectory()
            let environment = try Environment(path: directory.path, configuration: .small(durability: .synced))
            let table = try environment.table("t")
            // The calls are begin, put, commit.
            let outcome = FaultInjector.fail(callNumber: 3, with: .io) {
                try environment.write { try $0.put(table, [1], [1]) }
            }
            #expect(outcome.fired)
            let first = #expect(throws: LMDBError.self) { try outcome.result.get() }
            #expect(first?.code == .io)
            #expect(first?.operation == "mdb_txn_commit")
            let later = #expect(throws: LMDBError.self) { try environment.write { try $0.put(table, [2], [2]) } }
            #expect(later == first)
            #expect(throws: LMDBError.self) { try environment.sync() }
            try environment.read { (txn) throws in #expect(try txn.count(table) == 0) }
            // Closing and opening again is the way out.
            try environment.close()
            let again = try Environment(path: directory.path, configuration: .small())
            try again.write { _ in }
        }

        @Test("after a failed sync every write is refused") func failedSyncPoisons() throws {
            let directory = TemporaryDirectory()
            let environment = try Environment(path: directory.path, configuration: .small())
            let outcome = FaultInjector.fail(callNumber: 1, with: .io) { try environment.sync() }
            #expect(throws: LMDBError.self) { try outcome.result.get() }
            let later = #expect(throws: LMDBError.self) { try environment.write { _ in } }
            #expect(later?.operation == "mdb_env_sync")
        }

        /// A thin volume accepts bytes that it has no room for, and reports that at the sync. The file system has room.
        @Test("a commit that fails for want of room, where there is room, ends all writing of this process")
        func thinVolumePoisons() throws {
            let directory = TemporaryDirectory()
            let environment = try Environment(path: directory.path, configuration: .small(durability: .synced))
            let table = try environment.table("t")
            // The calls are begin, put, commit.
            let outcome = FaultInjector.fail(callNumber: 3, with: .noSpace) {
                try environment.write { try $0.put(table, [1], [1]) }
            }
            let first = #expect(throws: LMDBError.self) { try outcome.result.get() }
            let later = #expect(throws: LMDBError.self) { try environment.write { try $0.put(table, [2], [2]) } }
            #expect(later == first)
            #expect(first?.code == .noSpace)
        }

        @Test("only a full disk, not a sync that finds no room, leaves an environment intact")
        func intactAfterNoSpace() {
            #expect(LMDBError.Code.noSpace.leavesEnvironmentIntact(isDiskFull: true))
            #expect(!LMDBError.Code.noSpace.leavesEnvironmentIntact(isDiskFull: false))
            #expect(!LMDBError.Code.io.leavesEnvironmentIntact(isDiskFull: false))
        }

        @Test(
            "a full map, or a full disk before the commit, does not end writing",
            arguments: [
                (LMDBError.Code.noSpace, 2), (.mapFull, 3),
            ])
        func fullDiskDoesNotPoison(code: LMDBError.Code, lastCall: Int) throws {
            let directory = TemporaryDirectory()
            let environment = try Environment(path: directory.path, configuration: .small())
            let table = try environment.table("t")
            for callNumber in 1...lastCall {
                let outcome = FaultInjector.fail(callNumber: callNumber, with: code) {
                    try environment.write { try $0.put(table, [1], [1]) }
                }
                #expect(throws: LMDBError.self) { try outcome.result.get() }
                #expect(environment.fatalError == nil)
                try environment.read { (txn) throws in #expect(try txn.count(table) == 0) }
            }
            try environment.write { try $0.put(table, [1], [1]) }
        }

        @Test("an injected fault also reaches the writer thread") func injectionFollowsWorkToTheWriterThread() throws {
            let directory = TemporaryDirectory()
            let environment = try Environment(path: directory.path, configuration: .small())
            let thread = WriterThread()
            let outcome = FaultInjector.fail(callNumber: 1, with: .noSpace) {
                try thread.run { try environment.write { _ in } }
            }
            #expect(outcome.fired)
            #expect(throws: LMDBError.self) { try outcome.result.get() }
            thread.stop()
        }

        /// Every call of a whole run fails once; committed records stay, and nothing is leaked or locked.
        @Test(
            "whichever storage call fails, committed records stay and nothing leaks",
            arguments: [LMDBError.Code.io, .noSpace, .noMemory, .corrupted],
            [Environment.Durability.disposable, .synced])
        func everyCallFailsOnce(code: LMDBError.Code, durability: Environment.Durability) throws {
            var callNumber = 1
            while true {
                let directory = TemporaryDirectory()
                let path = directory.path
                let outcome = FaultInjector.fail(callNumber: callNumber, with: code) { try live(in: path, durability) }
                if !outcome.fired {
                    try outcome.result.get()
                    break
                }
                #expect(throws: LMDBError.self, "call \(callNumber)") { try outcome.result.get() }
                try checkAfterwards(in: path, durability)
                callNumber += 1
            }
            #expect(callNumber > 30)
        }

        private func live(in path: String, _ durability: Environment.Durability) throws {
            let environment = try Environment(path: path, configuration: .small(durability: durability))
            let table = try environment.table("t", [.integerKey, .duplicateFixed])
            // Pairs that must be there together or not at all.
            for number in 1...3 as ClosedRange<UInt64> {
                try environment.write { (txn) throws in
                    try txn.put(table, number, record(1))
                    try txn.put(table, number, record(2))
                }
                try environment.read { (txn) throws in
                    var cursor = try txn.cursor(table)
                    try cursor.forEachPage(of: number, from: bigEndian(2)) { _ in true }
                    _ = try txn.count(table)
                }
            }
            try environment.write { (txn) throws in
                try txn.delete(table, nativeKey(1))
                try txn.put(table, 4, record(1))
                try txn.put(table, 4, record(2))
            }
            try environment.sync()
            try environment.copyCompact(to: path + "/copy")
            try environment.close()
        }

        private func checkAfterwards(in path: String, _ durability: Environment.Durability) throws {
            // Opening works only if the failed run has released the directory.
            let environment = try Environment(path: path, configuration: .small(durability: durability))
            let table = try environment.table("t", [.integerKey, .duplicateFixed])
            try environment.read { (txn) throws in
                var cursor = try txn.cursor(table)
                for number in 1...4 as ClosedRange<UInt64> where try cursor.seekExact(number) {
                    try cursor.readPage()
                    #expect(cursor.page.array == record(1) + record(2))
                }
            }
            try environment.write { try $0.put(table, 99, record(99)) }
        }
    }
#endif
