import Glibc
import Testing

@testable import LMDB

@Suite struct StaleReaderTests {
    @Test func readerOfADeadProcessIsCleared() async throws {
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

    @Test func fullSlotsOfADeadProcessAreTakenOver() async throws {
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
}
