import Foundation
import TestSupport
import Testing

/// `LARDER_MAP_SIZE`: where a file may not grow further, and where there is no address space for more.
@Suite struct MapSizeTests {
    private let scratch = TemporaryDirectory()
    private var directory: DataDirectory { DataDirectory(scratch.path("data")) }

    private func run(_ arguments: String..., mapSize: String) throws -> Program.Run {
        try Program(["--data", directory.path] + arguments, environment: ["LARDER_MAP_SIZE": mapSize]).wait()
    }

    @Test("a malformed LARDER_MAP_SIZE is refused before anything is created")
    func whatIsNoSizeIsRefusedBeforeAnythingIsMade() throws {
        for command in ["init", "demo", "feed"] {
            #expect(try run(command, mapSize: "much").status == 2)
        }
        #expect(!FileManager.default.fileExists(atPath: directory.path))
        #expect(try run("init", mapSize: "64M").status == 0)
        for command in ["feed", "doctor", "log stat"] {
            let words = command.split(separator: " ").map(String.init)
            let refused = try Program(
                ["--data", directory.path] + words, environment: ["LARDER_MAP_SIZE": "512K"]
            ).wait()
            #expect(refused.status == 2 && refused.output.isEmpty, "\(refused.errors)")
            #expect(refused.errors.hasPrefix("larder: usage: $LARDER_MAP_SIZE is not a size: write bytes, "))
            #expect(refused.errors.filter(\.isNewline).count == 1)
        }
    }

    @Test("an import into a full map exits with a clear line, and continues under a larger map")
    func aFullMapIsSaidAndTheImportGoesOnUnderALargerOne() throws {
        let whole = DataDirectory(scratch.path("whole"))
        _ = try whole.text("demo")
        let events = try scratch.write(try whole.text("log", "export"), to: "events.ndjson")
        #expect(try run("init", mapSize: "1M").status == 0)
        let full = try run("submit", events, mapSize: "1M")
        #expect(full.status == 8, "\(full.errors)")
        #expect(full.errors.contains("larder: unavailable: ") && full.errors.contains("LARDER_MAP_SIZE"))
        // What was acknowledged is there, and can be asked for even under the map that was too small.
        let before = try directory.events
        #expect(before > 1)
        #expect(try run("log", "stat", mapSize: "1M").status == 0)
        let rest = try run("submit", events, mapSize: "64M")
        #expect(rest.status == 0, "\(rest.errors)")
        #expect(try directory.boards(sampling: 4) == whole.boards(sampling: 4))
        #expect(try directory.start(["doctor"]).wait().status == 0)
    }

    @Test("the largest and the smallest documented size work, and a larger one is refused with the limit")
    func theDocumentedSizesWork() throws {
        for size in ["1M", "1048577", "8T"] {
            let directory = DataDirectory(scratch.path(size))
            func run(_ arguments: String...) throws -> Program.Run {
                try Program(["--data", directory.path] + arguments, environment: ["LARDER_MAP_SIZE": size]).wait()
            }
            for command in [["init"], ["register", "ada"], ["feed"], ["views", "rebuild"], ["doctor"]] {
                let run = try Program(
                    ["--data", directory.path] + command, environment: ["LARDER_MAP_SIZE": size]
                ).wait()
                #expect(run.status == 0, "\(size) \(command): \(run.errors)")
            }
            #expect(try run("feed", "--as-of", "1").status == 0)
        }
        for size in ["9T", "64T"] {
            let refused = try run("init", mapSize: size)
            #expect(refused.status == 2 && refused.errors.contains("from 1M to 8T"), "\(refused.errors)")
        }
    }

    @Test("small maps work where address space is limited, and large ones are refused")
    func littleAddressSpaceNeedsSmallMaps() throws {
        let program = try #require(Program.location).path
        func limited(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Program.Run {
            try Program(
                ["-c", "ulimit -v 4194304 && exec \"$@\"", "bash", program] + arguments,
                executable: URL(filePath: "/bin/bash"), environment: environment
            ).wait()
        }
        guard try limited(["--version"]).status == 0 else {
            print(
                "SKIPPED: the program itself does not fit into 4 GiB of address space, so that none can be kept from it"
            )
            return
        }
        _ = try directory.text("init")
        let refused = try limited(["--data", directory.path, "feed"], ["LARDER_MAP_SIZE": "1T"])
        #expect(refused.status == 8 && refused.errors.contains("smaller maps in LARDER_MAP_SIZE"), "\(refused.errors)")
        let answered = try limited(["--data", directory.path, "feed"], ["LARDER_MAP_SIZE": "256M"])
        #expect(answered.status == 0, "\(answered.errors)")
    }
}
