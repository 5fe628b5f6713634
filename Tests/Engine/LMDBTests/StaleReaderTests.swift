import Foundation
import TestSupport
import Testing

@testable import LMDB

@Suite struct StaleReaderTests {
    @Test("the reader slot of a dead process is cleared once") func readerOfADeadProcessIsCleared() async throws {
        let directory = TemporaryDirectory()
        let path = directory.path
        let environment = try Environment(path: path, configuration: .small())
        await #expect(processExitsWith: .success) { [path = path as String] in
            let environment = try Environment(path: path, configuration: .small())
            try environment.read { _ in _exit(0) }
        }
        #expect(try environment.staleReadersCleared() == 1)
        #expect(try environment.staleReadersCleared() == 0)
    }

    @Test("slots that a dead process filled are taken over") func fullSlotsOfADeadProcessAreTakenOver() async throws {
        let directory = TemporaryDirectory()
        let path = directory.path
        var configuration = Environment.Configuration.small()
        configuration.readersMax = 2
        let environment = try Environment(path: path, configuration: configuration)
        await #expect(processExitsWith: .success) { [path = path as String] in
            let environment = try Environment(path: path, configuration: .small())
            try environment.read { _ in try environment.read { _ in _exit(0) } }
        }
        try environment.read { _ in }
    }

    @Test("reader slots in use are counted, also those at rest") func slotsInUseAreCounted() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        #expect(try environment.readersInUse == 0)
        var counts: [Int] = []
        try environment.read { (_) throws in
            counts.append(try environment.readersInUse)
            try environment.read { (_) throws in counts.append(try environment.readersInUse) }
        }
        #expect(counts == [1, 2])
        #expect(try environment.readersInUse == 2, "a reader at rest keeps its slot")
    }

    @Test("a process that waits frees the slots of its readers at rest") func readersAtRestAreReleased() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        try environment.read { (_) throws in try environment.read { _ in } }
        #expect(try environment.readersInUse == 2)
        environment.releaseIdleReaders()
        #expect(try environment.readersInUse == 0)
        try environment.read { (_) throws in
            environment.releaseIdleReaders()
            #expect(try environment.readersInUse == 1, "a reader at work keeps its slot")
        }
    }

    @Test("a reader waits for a slot while other readers hold all of them") func aReaderWaitsForASlot() throws {
        let directory = TemporaryDirectory()
        var configuration = Environment.Configuration.small()
        configuration.readersMax = 1
        let environment = try Environment(path: directory.path, configuration: configuration)
        let (isReading, goesOn, isDone) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        Thread.detachNewThread {
            try? environment.read { _ in
                isReading.signal()
                goesOn.wait()
            }
            environment.releaseIdleReaders()
            isDone.signal()
        }
        isReading.wait()
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { goesOn.signal() }
        try environment.read { _ in }
        isDone.wait()
    }

    @Test("opening says how many stale reader slots it freed") func openingSaysHowManyItFreed() async throws {
        let directory = TemporaryDirectory()
        let path = directory.path
        // Another process must have it open: otherwise LMDB starts with an empty table of readers.
        let environment = try Environment(path: path, configuration: .small())
        await #expect(processExitsWith: .success) { [path = path as String] in
            let environment = try Environment(path: path, configuration: .small())
            try environment.read { _ in _exit(0) }
        }
        await #expect(processExitsWith: .success) { [path = path as String] in
            let environment = try Environment(path: path, configuration: .small())
            precondition(environment.staleReadersAtOpening == 1)
        }
        #expect(try environment.readersInUse == 0)
    }
}
