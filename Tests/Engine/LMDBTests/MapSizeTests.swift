import Glibc
import TestSupport
import Testing

@testable import LMDB

@Suite struct MapSizeTests {
    @Test(
        "a map size is a number with an optional unit",
        arguments: [
            ("1048576", 1 << 20), ("1M", 1 << 20), ("1MiB", 1 << 20), ("64g", 64 << 30), ("64GB", 64 << 30),
            ("8T", 1 << 43),
            ("2048K", 2 << 20), ("2097152B", 2 << 20),
        ] as [(String, Int)])
    func isANumberWithAUnitOrNone(text: String, bytes: Int) {
        #expect(MapSize.bytes(text) == bytes)
    }

    @Test(
        "text that is no map size is not understood",
        arguments: [
            "", "0", "1", "-1M", "+1M", "1.5G", "1M ", "G", "1 M", "0x100000", "１M", "9T", "64T", "8796093022209",
            "1048575",
            "9223372036854775807T", "99999999999999999999", "1P", "1MM",
        ])
    func isNothingElse(text: String) {
        #expect(MapSize.bytes(text) == nil)
    }

    @Test("an invalid map size in the environment opens and creates nothing")
    func whatIsNoSizeOpensNothing() async throws {
        let directory = TemporaryDirectory()
        await #expect(processExitsWith: .success) { [path = directory.path as String] in
            unsafe setenv(MapSize.variable, "much", 1)
            do {
                _ = try Environment(path: path + "/new", configuration: .init())
                Issue.record("it opens")
            } catch let error as LMDBError {
                #expect(error.code == .mapSizeUnknown)
            }
            let isMade = unsafe access(path + "/new", F_OK) == 0
            #expect(!isMade)
        }
    }

    @Test("the map size of the environment applies unless the opener gives one")
    func whatIsSaidCountsWhereTheOpenerSaysNothing() async throws {
        let directory = TemporaryDirectory()
        await #expect(processExitsWith: .success) { [path = directory.path as String] in
            unsafe setenv(MapSize.variable, "8M", 1)
            let (said, own) = (
                try Environment(path: path, configuration: .init()),
                try Environment(path: path + "/own", configuration: .init(mapSizeBytes: 2 << 20))
            )
            #expect(try said.info.mapSizeBytes == 8 << 20)
            #expect(try own.info.mapSizeBytes == 2 << 20)
        }
    }
}
