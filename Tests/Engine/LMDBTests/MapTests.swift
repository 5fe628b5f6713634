import Glibc
import TestSupport
import Testing

@testable import LMDB

@Suite struct MapTests {
    @Test("a full map loses nothing and opens again with a larger size")
    func fullMapLosesNothingAndOpensLarger() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small(mapSizeBytes: 1 << 20))
        let table = try environment.table("t", .integerKey)
        let value = [UInt8](repeating: 1, count: 1_000)
        try environment.write { (txn) throws in
            for number in 0..<100 as Range<UInt64> { try txn.put(table, number, value) }
        }
        func overflow(swallowing: Bool) -> LMDBError? {
            #expect(throws: LMDBError.self) {
                try environment.write { (txn) throws in
                    for number in 100..<2_000 as Range<UInt64> {
                        do { try txn.put(table, number, value) } catch { if !swallowing { throw error } else { break } }
                    }
                }
            }
        }
        #expect(overflow(swallowing: false)?.code == .mapFull)
        // A body that ignores the error cannot commit half of its work.
        #expect(overflow(swallowing: true)?.code == .mapFull)
        #expect(environment.fatalError == nil)
        try environment.read { (txn) throws in
            #expect(try txn.count(table) == 100)
        }
        try environment.close()
        let larger = try Environment(path: directory.path, configuration: .small(mapSizeBytes: 4 << 20))
        let same = try larger.table("t", .integerKey)
        try larger.write { (txn) throws in
            for number in 100..<2_000 as Range<UInt64> { try txn.put(same, number, value) }
        }
        try larger.read { (txn) throws in #expect(try txn.count(same) == 2_000) }
    }

    @Test("an enlarged map takes more, says so, and ends at the reserve") func anEnlargedMapHasABound() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small(mapSizeBytes: 1 << 20))
        let table = try environment.table("t", .integerKey)
        var number: UInt64 = 0
        func fill() throws {
            while true {
                try environment.write { try $0.put(table, number, [UInt8](repeating: 1, count: 100_000)) }
                number += 1
            }
        }
        #expect(throws: LMDBError.self) { try fill() }
        #expect(try !environment.isBeyondMapSize)
        var steps = 0
        while try environment.enlargeMap() {
            steps += 1
            let before = number
            let full = #expect(throws: LMDBError.self) { try fill() }
            #expect(full?.code == .mapFull && number > before)
            #expect(try environment.isBeyondMapSize)
        }
        #expect(steps == Environment.mapReserveBytesMax / Environment.mapStepBytes)
        #expect(environment.fatalError == nil)
        try environment.read { (txn) throws in #expect(try txn.count(table) == Int(number)) }
    }

    @Test("a lock file has all its blocks") func theLockFileIsWhole() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        try environment.read { _ in }
        #expect(Environment.hasLockFile(directory.path))
        #expect(try environment.info.readersMax >= 512)
    }

    @Test("a process follows another one that grew the map") func followsAnotherProcessThatGrewTheMap() async throws {
        let directory = TemporaryDirectory()
        let path = directory.path
        let environment = try Environment(path: path, configuration: .small(mapSizeBytes: 1 << 20))
        let table = try environment.table("t", .integerKey)
        try environment.write { try $0.put(table, 0, [1]) }
        await #expect(processExitsWith: .success) { [path = path as String] in
            let environment = try Environment(path: path, configuration: .small(mapSizeBytes: 16 << 20))
            let table = try environment.table("t", .integerKey)
            try environment.write { (txn) throws in
                for number in 1...2_000 as ClosedRange<UInt64> {
                    try txn.put(table, number, [UInt8](repeating: 2, count: 1_000))
                }
            }
        }
        try environment.read { (txn) throws in #expect(try txn.count(table) == 2_001) }
        try environment.write { try $0.put(table, 5_000, [1]) }
        #expect(try environment.info.mapSizeBytes == 16 << 20)
    }

    /// The map must not move under a snapshot, so the writer gives up after its wait.
    @Test("the map stays in place while a snapshot lives, and the writer gives up")
    func mapStaysWhileASnapshotLives() async throws {
        let directory = TemporaryDirectory()
        let path = directory.path
        let environment = try Environment(path: path, configuration: .small(mapSizeBytes: 1 << 20))
        let table = try environment.table("t", .integerKey)
        try environment.write { try $0.put(table, 0, [1]) }
        let snapshot = try begin(environment)
        await #expect(processExitsWith: .success) { [path = path as String] in
            let environment = try Environment(path: path, configuration: .small(mapSizeBytes: 16 << 20))
            let table = try environment.table("t", .integerKey)
            try environment.write { (txn) throws in
                try txn.put(table, 1, [UInt8](repeating: 2, count: 4 << 20))
            }
        }
        let refusal = #expect(throws: LMDBError.self) { try environment.write { _ in } }
        #expect(refusal?.code == .mapResized)
        try check(snapshot, table)
        try environment.write { try $0.put(table, 2, [2]) }
    }

    private func begin(_ environment: Environment) throws -> ReadTransaction { try environment.beginRead() }

    private func check(_ snapshot: consuming ReadTransaction, _ table: Table) throws {
        #expect(try snapshot.get(table, 0)?.array == [1])
        #expect(try snapshot.count(table) == 1)
    }
}
