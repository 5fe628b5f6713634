import Foundation
import TestSupport
import Testing

/// What is kept of earlier positions: how much, for how long, and what becomes of it when something goes wrong.
@Suite struct AsOfTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory
    private var kept: String { scratch.path("data/views/as-of") }

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        try directory.becomeSampleCommunity()
    }

    private func board(asOf position: Int) throws -> String {
        try directory.text("feed", "--limit", "0", "--json", "--as-of", "\(position)")
    }

    private func names() throws -> [String] {
        guard FileManager.default.fileExists(atPath: kept) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: kept).sorted()
    }

    private func positionsKept() throws -> [Int] {
        let answer = try directory.json("views", "status")
        let kept = answer["asOf"] as? [[String: Any]] ?? []
        for one in kept { #expect(one["bytes"] as? Int ?? 0 > 0 && one["usedAt"] as? String != nil) }
        return kept.compactMap { $0["position"] as? Int }
    }

    @Test("the eight as-of views asked last are kept") func theLastOnesAskedAreKept() throws {
        for position in [100, 900, 200, 300, 400, 500, 600, 700] { _ = try board(asOf: position) }
        #expect(try positionsKept() == [100, 200, 300, 400, 500, 600, 700, 900])
        _ = try board(asOf: 100)
        _ = try board(asOf: 800)
        // 900 was asked longest ago, for 100 was asked again.
        #expect(try positionsKept() == [100, 200, 300, 400, 500, 600, 700, 800])
        #expect(try directory.text("views", "status").contains("\n800\t"))
        // The log's end is what serves.
        _ = try board(asOf: try directory.events)
        #expect(try names().count == 8)
        #expect(try directory.run("views", "rebuild").status == 0)
        #expect(try positionsKept().isEmpty)
    }

    /// Whatever they were folded on from.
    @Test("an as-of answer does not depend on the views that it was folded from")
    func fromWhereverTheyWereFoldedTheyAreTheSame() throws {
        let positions = [50, 1500, 700, 3000, 2999, 701, 4000]
        let chained = try positions.map { try board(asOf: $0) }
        for (position, answer) in zip(positions, chained) {
            try FileManager.default.removeItem(atPath: scratch.path("data/views"))
            #expect(try board(asOf: position) == answer)
        }
    }

    @Test("several processes ask as of several positions at once and get the right answers")
    func severalProcessesAskAtOnce() throws {
        let positions = [500, 1000, 500, 2000, 1000, 500, 2000, 3000]
        let alone = try positions.map { try board(asOf: $0) }
        try FileManager.default.removeItem(atPath: scratch.path("data/views"))
        let programs = try positions.map {
            try directory.start(["feed", "--limit", "0", "--json", "--as-of", "\($0)"])
        }
        for (program, expected) in zip(programs, alone) {
            let run = try program.wait()
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output == expected)
        }
        #expect(try names() == ["at-1000", "at-2000", "at-3000", "at-500"])
    }

    @Test("a damaged as-of view is folded again and answers as before") func damagedOnesAreMadeAnew() throws {
        let answer = try board(asOf: 2000)
        let file = URL(filePath: "\(kept)/at-2000/data.mdb")
        for damage in ["no LMDB file", ""] {
            try Data(damage.utf8).write(to: file)
            #expect(try board(asOf: 2000) == answer)
        }
        try FileManager.default.removeItem(atPath: "\(kept)/at-2000/erasures")
        #expect(try board(asOf: 2000) == answer)
        try FileManager.default.removeItem(at: file)
        #expect(try board(asOf: 2000) == answer)
    }

    @Test("a killed as-of query is begun again and leaves no half-made file", .seeded) func killedQueries() throws {
        var numbers = SeededGenerator.ofTest()
        let position = try directory.events - 10
        let begin = ContinuousClock.now
        let answer = try board(asOf: position)
        var longest = begin.duration(to: .now)
        var kills = 0
        while kills < Tier.rounds(2, long: 16) {
            try? FileManager.default.removeItem(atPath: kept)
            // Half of them are folded on from earlier ones.
            if kills % 2 == 0 { _ = try board(asOf: 100) }
            let program = try directory.start(["feed", "--json", "--as-of", "\(position)"])
            try KillTests.sleep(below: longest, &numbers)
            program.send(SIGKILL)
            if try program.wait().wasKilled { kills += 1 } else { longest = longest * 0.7 }
            #expect(try directory.run("log", "show", "1").status == 0)
            #expect(try names().allSatisfy { $0.hasPrefix("at-") }, "the next opening sweeps what is half made")
            #expect(try board(asOf: position) == answer)
        }
    }
}

/// «As-of caches are rewritten so that no freed page keeps the text.»
@Suite struct AsOfErasureTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory
    private let words = ["Zanzibaria", "quuxberry", "xylophagous"]
    private var kept: String { scratch.path("data/views/as-of") }

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        for line in [
            ["register", "ada"], ["register", "zed", "--name", words[0]],
            ["post", "--title", words[1], "--step", "Boil.", "--as", "@zed"],
            ["comment", "r4", words[2], "--as", "@zed"], ["like", "r4", "--as", "@ada"],
            ["cook", "r4", "--as", "@ada"], ["bookmark", "r4", "--as", "@ada"],
        ] { #expect(try directory.start(line).wait().status == 0) }
    }

    /// The files below the views of earlier positions that hold one of the words, in one case or another.
    private func found() -> [String] {
        guard let files = FileManager.default.enumerator(atPath: kept) else { return [] }
        return files.compactMap { $0 as? String }.filter { name in
            guard let data = FileManager.default.contents(atPath: "\(kept)/\(name)") else { return false }
            let text = String(decoding: data, as: UTF8.self).lowercased()
            return words.contains { text.contains($0.lowercased()) }
        }
    }

    private func look(_ position: Int) throws -> String {
        try ["feed", "profile @ada", "comments r4", "members", "notifications @ada", "recipe r4", "profile m3"].map {
            let arguments = $0.split(separator: " ").map(String.init) + ["--json", "--as-of", "\(position)"]
            let run = try directory.start(arguments).wait()
            return run.output + "\(run.status)"
        }.joined(separator: "\n")
    }

    @Test("a deletion removes the member from kept as-of views, and the next opening from a restored one")
    func whatIsKeptForgetsWithTheRest() throws {
        for position in [5, 6, 7] { #expect(try look(position).contains(words[2])) }
        #expect(!found().isEmpty, "nothing was kept that could be forgotten")
        let aside = scratch.path("aside")
        try FileManager.default.copyItem(atPath: kept, toPath: aside)
        #expect(try directory.run("delete", "account", "--as", "@zed", "--yes").status == 0)
        #expect(!FileManager.default.fileExists(atPath: kept))

        // As after a kill in between: the next opening sweeps, whatever it is for.
        try FileManager.default.copyItem(atPath: aside, toPath: kept)
        #expect(try directory.run("log", "show", "1").status == 0)
        #expect(found().isEmpty)
        try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(aside)/at-7", toPath: "\(kept)/new-7")
        #expect(try directory.run("log", "show", "1").status == 0)
        #expect(found().isEmpty)

        // What was erased since shows as erased, now and when nothing is kept at all.
        for position in [5, 6, 7, 8] {
            let answer = try look(position)
            for word in words { #expect(!answer.contains(word)) }
            try FileManager.default.removeItem(atPath: scratch.path("data/views"))
            #expect(try look(position) == answer)
        }
        #expect(found().isEmpty)
    }

    /// Deletions and as-of queries meet at every moment.
    @Test("an as-of question beside a deletion answers, and leaves no word of the deleted member")
    func deletionsAndLooksBackMeet() throws {
        for round in 1...6 {
            let name = "leaver\(round)"
            #expect(try directory.run("register", name, "--name", words[0]).status == 0)
            #expect(try directory.run("comment", "r4", words[2], "--as", "@\(name)").status == 0)
            let head = try directory.events
            let looks = try (0..<3).map { try directory.start(["comments", "r4", "--as-of", "\(head - $0)"]) }
            usleep(UInt32(round) * 7_000)
            #expect(try directory.run("delete", "account", "--as", "@\(name)", "--yes").status == 0)
            for look in looks {
                let run = try look.wait()
                #expect(run.status == 0, "\(run.errors)")
            }
        }
        #expect(try directory.run("delete", "account", "--as", "@zed", "--yes").status == 0)
        #expect(try directory.run("log", "show", "1").status == 0)
        #expect(found().isEmpty)
    }
}
