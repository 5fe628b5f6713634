import Glibc
import Synchronization
import TestSupport
import Testing

@testable import LMDB

@Suite struct WriterThreadTests {
    @Test("all writes run on one thread") func writesOnOneThread() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try environment.table("t", .integerKey)
        let thread = WriterThread()
        let seen = Mutex<Set<UInt>>([])
        for number in 0..<50 as Range<UInt64> {
            try thread.run {
                #expect(thread.isCurrent)
                _ = seen.withLock { $0.insert(UInt(pthread_self())) }
                try environment.write { try $0.put(table, number, [1]) }
            }
        }
        thread.stop()
        #expect(seen.withLock { $0.count } == 1)
        try environment.read { (txn) throws in #expect(try txn.count(table) == 50) }
    }

    @Test("writers on several threads wait for each other") func writersOfSeveralThreadsQueueUp() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try environment.table("t", .integerKey)
        let threads = (0..<3).map { _ in WriterThread() }
        for (offset, thread) in threads.enumerated() {
            for number in 0..<20 as Range<UInt64> {
                let isQueued = thread.submit {
                    #expect(throws: Never.self) {
                        try environment.write { try $0.put(table, UInt64(offset) * 100 + number, [1]) }
                    }
                }
                #expect(isQueued)
            }
        }
        for thread in threads { thread.stop() }
        try environment.read { (txn) throws in #expect(try txn.count(table) == 60) }
    }

    @Test("a full queue refuses work, and stopping finishes what is queued")
    func fullQueueRefusesAndStopDrains() throws {
        let thread = WriterThread(queueMax: 3)
        let gate = Mutex(())
        let order = Mutex<[Int]>([])
        let started = Mutex(false)
        gate.withLock { _ in
            #expect(
                thread.submit {
                    started.withLock { $0 = true }
                    gate.withLock { _ in }
                })
            while !started.withLock({ $0 }) { usleep(1_000) }
            for number in 0..<3 { #expect(thread.submit { order.withLock { $0.append(number) } }) }
            #expect(!thread.submit {})
        }
        thread.stop()
        thread.stop()
        #expect(order.withLock { $0 } == [0, 1, 2])
        #expect(!thread.submit {})
        let refusal = #expect(throws: LMDBError.self) { try thread.run {} }
        #expect(refusal?.code == .queueFull)
    }
}
