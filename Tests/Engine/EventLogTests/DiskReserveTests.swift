import Decisions
import Foundation
import LMDB
import Layout
import TestSupport
import Testing

@testable import EventLog
@testable import Events

@Suite struct DiskReserveTests {
    private let scratch = TemporaryDirectory()

    @Test("the reserve is given up in steps and taken back whole") func itIsGivenUpAndTakenBack() throws {
        let reserve = DiskReserve(log: scratch.path)
        #expect(reserve.keptBytes == nil && reserve.refill() && !reserve.release())
        reserve.begin()
        try #require(reserve.keptBytes == DiskReserve.bytes)
        var steps = 0
        while reserve.release() { steps += 1 }
        #expect(steps == DiskReserve.bytes / DiskReserve.stepBytes && reserve.keptBytes == 0)
        // Another opening does not take a reserve in use for a missing one.
        reserve.begin()
        #expect(reserve.keptBytes == 0)
        #expect(reserve.refill() && reserve.keptBytes == DiskReserve.bytes)
    }

    @Test("a small disk gets a small reserve, and a disk that has room for no step gets none") func smallDisks() {
        func disk(_ megabytes: Int, free: Int) -> DiskReserve.Disk {
            DiskReserve.Disk(bytes: megabytes << 20, freeBytes: free << 20)
        }
        #expect(disk(1 << 20, free: 8).reserveBytes == DiskReserve.bytes)
        #expect(disk(48, free: 48).reserveBytes == 3 << 20)
        #expect(disk(8, free: 8).reserveBytes == DiskReserve.stepBytes)
        #expect(disk(7, free: 7).reserveBytes == 0 && !disk(7, free: 7).hasRoom)
        #expect(disk(48, free: 6).hasRoom && !disk(48, free: 5).hasRoom)
    }

    @Test("a missing reserve is begun by the next write, and its lack is told until then")
    func aMissingReserveIsBegun() throws {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        defer { log.close() }
        #expect(log.reserveShortage == nil)
        try FileManager.default.removeItem(atPath: log.reserve.path)
        #expect(log.reserveShortage?.hasPrefix("no room is kept back") == true)
        _ = try log.write { try $0.append([Drafts.registration("ada")], origin: nil) }
        #expect(log.reserve.keptBytes == DiskReserve.bytes && log.reserveShortage == nil)
        #expect(log.reserve.release())
        #expect(
            log.reserveShortage
                == "only 3.5 MiB of 4.0 MiB are kept back for deleting accounts and logging in on a full disk: free some space"
        )
        log.makeUp()
        #expect(log.reserveShortage == nil)
    }

    @Test("an act without room runs again with each step of the reserve, which is whole afterwards")
    func anActRunsAgain() throws {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        defer { log.close() }
        try #require(log.reserve.keptBytes == DiskReserve.bytes)
        let full = Refusal(.unavailable, "full").lackingRoom
        var kept: [Int?] = []
        let answer = try log.usingReserve {
            kept.append(log.reserve.keptBytes)
            if kept.count < 3 { throw full }
            return "done"
        }
        #expect(answer == "done")
        #expect(kept == (0..<3).map { DiskReserve.bytes - $0 * DiskReserve.stepBytes })
        #expect(log.reserve.keptBytes == DiskReserve.bytes)
        // It ends when nothing is left to give.
        var tries = 0
        let refusal = #expect(throws: Refusal.self) {
            try log.usingReserve {
                tries += 1
                throw full
            }
        }
        #expect(refusal == full && tries == DiskReserve.bytes / DiskReserve.stepBytes + 1)
        // What is no lack of room is no reason to run again.
        tries = 0
        #expect(throws: Refusal.self) {
            try log.usingReserve {
                tries += 1
                throw Refusal(.unavailable, "another reason")
            }
        }
        #expect(tries == 1 && log.reserve.keptBytes == DiskReserve.bytes)
    }

    @Test("an ordinary append fills the reserve before it commits") func anAppendFillsIt() throws {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        defer { log.close() }
        #expect(log.reserve.release())
        _ = try log.write { try $0.append([Drafts.registration("ada")], origin: nil) }
        #expect(log.reserve.keptBytes == DiskReserve.bytes)
    }

    @Test("in a group that finds no room, the urgent request alone runs again and is durable")
    func theUrgentRequestRunsAgain() throws {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        let appender = Appender(log)
        defer { log.close() }
        var calls = 0
        let position = try appender.append(urgent: true) { batch in
            calls += 1
            if calls == 1 { throw Refusal(.unavailable, "full").lackingRoom }
            return try batch.append([Drafts.registration("ada")], origin: nil)
        }
        #expect(try log.head() == position && calls == 2)
        let refusal = #expect(throws: Refusal.self) {
            try appender.append { _ in throw Refusal(.unavailable, "full").lackingRoom }
        }
        #expect(refusal?.lacksRoom == true)
        appender.stop()
    }

    @Test("in a full map an ordinary append is refused, and an urgent one is durable and found again")
    func aFullMapHasRoomForUrgentActs() async throws {
        await #expect(processExitsWith: .success) { [path = scratch.path as String] in
            unsafe setenv(MapSize.variable, "1M", 1)
            let log = try EventLog.open(.community, directory: path, create: true)
            var refusal: Refusal?
            for number in 0..<20_000 where refusal == nil {
                do throws(Refusal) {
                    _ = try log.write { try $0.append([Drafts.registration("cook\(number)")], origin: nil) }
                } catch {
                    refusal = error
                }
            }
            #expect(refusal?.code == .unavailable && refusal?.lacksRoom == true)
            let head = try log.head()
            let position = try log.write(urgent: true) {
                try $0.append([Drafts.registration("urgent")], origin: nil)
            }
            #expect(position == head.next)
            // What was allowed for it is not for others: they go on as long as freed pages hold them.
            var late: Refusal?
            for number in 0..<2_000 where late == nil {
                do throws(Refusal) {
                    _ = try log.write { try $0.append([Drafts.registration("late\(number)")], origin: nil) }
                } catch {
                    late = error
                }
            }
            #expect(late?.lacksRoom == true)
            let end = try log.head()
            log.close()
            let again = try EventLog.open(.community, directory: path, create: false)
            #expect(try again.head() == end && end >= position)
            again.close()
        }
    }
}
