import Foundation
import TestSupport
import Testing

/// Pictures in backups, as people see them; and `kill -9` at random moments of a backup and a restoration of many.
@Suite(.serialized) struct ImageBackupTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory
    private var backup: String { scratch.path("backup") }

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        try directory.become("ada") { directory throws in #expect(try directory.run("register", "ada").status == 0) }
    }

    private func post(_ pictures: [StoredPicture]) throws {
        let names = pictures.map { "\"\($0.id)\"" }.joined(separator: ",")
        let recipe = try scratch.write(
            #"{"title":"Soup","steps":[{"text":"Boil."}],"images":[\#(names)]}"#, to: "soup.json")
        #expect(try directory.run("post", recipe, "--as", "@ada").status == 0)
    }

    /// The names of all pictures below a folder.
    private func pictures(_ folder: String) throws -> Set<String> {
        Set(
            ((try? FileManager.default.subpathsOfDirectory(atPath: "\(folder)/media")) ?? [])
                .filter { $0.hasSuffix("/original.jpg") }.map { String($0.dropLast("/original.jpg".count).suffix(64)) })
    }

    @Test("a backup holds the images, and a restore brings them back") func picturesGoAlong() throws {
        let first = try directory.json("backup", backup)
        #expect(first["images"] == nil && first["addedImages"] == nil)
        let (soup, bread) = (
            try StoredPicture(of: "soup", in: directory), try StoredPicture(of: "bread", in: directory)
        )
        try post([soup, bread])
        let second = try directory.json("backup", backup)
        #expect(second["images"] as? Int == 2 && second["addedImages"] as? Int == 2, "\(second)")
        let text = try directory.text("backup", backup)
        #expect(text.contains("holds 3 events, 0 of them new, and 2 pictures, 0 of them new: "), "\(text)")
        // What the list says, other programs can check, too.
        let names = try FileManager.default.contentsOfDirectory(atPath: backup)
        let list = try #require(names.first { $0.hasSuffix(".sha256") })
        let check = try Program(
            ["-c", "cd \"$0\" && sha256sum --check --strict \"$1\"", backup, list],
            executable: URL(filePath: "/bin/bash")
        ).wait()
        #expect(check.status == 0 && check.output.split(separator: "\n").count == 2, "\(check.errors)")
        let dry = try directory.text("restore", backup, "--dry-run")
        #expect(dry.contains("is whole: 3 events and 2 pictures, all verified; nothing was restored"), "\(dry)")
        let restored = DataDirectory(scratch.path("restored"))
        #expect(try restored.text("restore", backup, "--yes").contains("holds 3 events and 2 pictures, all verified"))
        #expect(try pictures(restored.path) == [soup.id, bread.id])
        #expect(try restored.run("doctor").status == 0)
        let copy = DataDirectory(scratch.path("copy"))
        #expect(try copy.json("restore", backup, "--at", "2", "--yes")["images"] as? Int == 2)
        #expect(try copy.run("doctor").status == 0)
        #expect(try copy.run("branch", "--yes").status == 0)
    }

    /// Who deletes an account deletes the pictures that were only theirs, from the next backup on also there.
    @Test("the next backup removes the images of deleted members") func picturesOfTheDeletedGo() throws {
        #expect(try directory.run("register", "bo").status == 0)
        let (soup, own) = (
            try StoredPicture(of: "soup", in: directory, heldBy: "m2"),
            try StoredPicture(of: "bo's", in: directory, heldBy: "m3")
        )
        try post([soup])
        #expect(try directory.json("backup", backup)["images"] as? Int == 2)
        #expect(try directory.run("delete", "account", "--as", "@bo", "--yes").status == 0)
        #expect(!own.isThere)
        #expect(try pictures(backup) == [soup.id, own.id])
        // What is restored of the earlier backup has it no more either.
        let report = try directory.json("restore", backup, "--replace", "--yes")
        #expect((report["deletedAgain"] as? [String])?.count == 1 && report["images"] as? Int == 2)
        #expect(soup.isThere && !own.isThere)
        #expect(try directory.run("doctor").status == 0)
        #expect(try directory.json("backup", backup)["images"] as? Int == 1)
        #expect(try pictures(backup) == [soup.id])
    }

    @Test("a backup exits 7 and reports a damaged image of the community") func damageIsTold() throws {
        let (soup, bread) = (
            try StoredPicture(of: "soup", in: directory), try StoredPicture(of: "bread", in: directory)
        )
        try post([soup, bread])
        try Data("soap".utf8).write(to: URL(filePath: "\(soup.folder)/original.jpg"))
        let run = try directory.start(["backup", backup, "--json"]).wait()
        #expect(run.status == 7 && run.errors.contains("holds all but 1 picture: "), "\(run.errors)")
        #expect(try run.json()["images"] as? Int == 1)
        #expect((try run.json()["damagedImages"] as? [String])?.first?.hasSuffix(soup.id) == true)
        // All the rest is there.
        #expect(try DataDirectory(scratch.path("restored")).run("restore", backup, "--yes").status == 0)
        let file = "\(backup)/media/\(bread.id.prefix(2))/\(bread.id)/original.jpg"
        try Data("brand".utf8).write(to: URL(filePath: file))
        let damaged = try directory.start(["restore", backup, "--replace", "--yes"]).wait()
        #expect(damaged.status == 7 && damaged.errors.contains(file), "\(damaged.errors)")
        #expect(bread.isThere)
    }

    @Test("a backup keeps its image where the community lost its own, and reports it")
    func whatIsLostIsKeptAndTold() throws {
        let soup = try StoredPicture(of: "soup", in: directory)
        _ = try StoredPicture(of: "bread", in: directory)
        try post([soup])
        #expect(try directory.run("backup", backup).status == 0)
        try FileManager.default.removeItem(atPath: "\(directory.path)/media")
        let run = try directory.start(["backup", backup, "--json"]).wait()
        #expect(run.status == 7 && run.errors.contains("has kept 1 picture that the log names"), "\(run.errors)")
        #expect(try run.json()["images"] as? Int == 1)
        #expect(try pictures(backup) == [soup.id])
        // The doctor says where it can be found, and it can.
        #expect(try directory.start(["doctor"]).wait().output.contains(soup.id))
        try FileManager.default.copyItem(atPath: "\(backup)/media", toPath: "\(directory.path)/media")
        #expect(try directory.run("doctor").status == 0)
        #expect(try directory.run("backup", backup).status == 0)
    }

    // MARK: Kills

    /// Every time there is more, and less.
    private func change(_ round: Int, _ stored: inout [StoredPicture]) throws {
        for number in 0..<4 {
            let text = "picture \(round) \(number) " + String(repeating: "x", count: 300_000)
            stored.append(try StoredPicture(of: text, in: directory))
        }
        #expect(try directory.run("register", "guest\(round)").status == 0)
        let gone = stored.removeFirst()
        try FileManager.default.removeItem(atPath: gone.folder)
    }

    @Test("a killed backup of images restores the earlier backup or the new one", .seeded) func killedBackups() throws {
        var numbers = SeededGenerator.ofTest()
        var stored: [StoredPicture] = []
        try change(0, &stored)
        let begin = ContinuousClock.now
        #expect(try directory.run("backup", backup).status == 0)
        let longest = begin.duration(to: .now) * 1.5
        var (kills, old, new) = (0, 0, 0)
        for round in 1...60 where kills < Tier.rounds(2, long: 16) {
            let before = try pictures(backup)
            #expect(before == Set(stored.map(\.id)))
            try change(round, &stored)
            let after = Set(stored.map(\.id))
            let program = try directory.start(["backup", backup])
            try KillTests.sleep(below: longest, &numbers)
            program.send(SIGKILL)
            let run = try program.wait()
            if run.wasKilled { kills += 1 }
            let restored = DataDirectory(scratch.path("restored"))
            let answer = try restored.run("restore", backup, "--yes")
            #expect(answer.status == 0, "\(answer.errors)")
            let found = try pictures(restored.path)
            #expect(found == after || (run.wasKilled && found == before))
            if found == after { new += 1 } else { old += 1 }
            try FileManager.default.removeItem(atPath: restored.path)
            // What was left is no obstacle, and gone.
            #expect(try directory.json("backup", backup)["images"] as? Int == after.count)
            #expect(try pictures(backup) == after)
            let names = try FileManager.default.subpathsOfDirectory(atPath: backup)
            #expect(!names.contains { $0.hasSuffix(".new") || $0.contains(".erased-") })
            #expect(names.count(where: { $0.hasSuffix(".sha256") }) == 1)
        }
        print("killed backups of pictures: \(kills) kills, \(old) times the earlier one, \(new) times the new one")
        #expect(old > 0 || !Tier.isLong)
    }

    @Test("a killed restore of images keeps the old directory or has the whole backup", .seeded)
    func killedRestores() throws {
        var numbers = SeededGenerator.ofTest()
        var stored: [StoredPicture] = []
        for round in 0..<4 { try change(round, &stored) }
        #expect(try directory.run("backup", backup).status == 0)
        let backedUp = Set(stored.map(\.id))
        try change(4, &stored)
        let there = Set(stored.map(\.id))
        let begin = ContinuousClock.now
        #expect(try DataDirectory(scratch.path("whole")).run("restore", backup, "--yes").status == 0)
        let longest = begin.duration(to: .now) * 1.2
        var kills = 0
        for _ in 0..<60 where kills < Tier.rounds(2, long: 10) {
            for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path)
            where name.hasPrefix("data.replaced-") {
                try FileManager.default.removeItem(atPath: scratch.path(name))
            }
            let program = try directory.start(["restore", backup, "--replace", "--yes"])
            try KillTests.sleep(below: longest, &numbers)
            program.send(SIGKILL)
            let run = try program.wait()
            if run.wasKilled { kills += 1 }
            let found = try pictures(directory.path)
            guard found == there else {
                #expect(found == backedUp)
                let doctor = try directory.run("doctor")
                #expect(doctor.status == 0, "\(doctor.output)\(doctor.errors)")
                let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
                let old = try #require(names.first { $0.hasPrefix("data.replaced-") })
                try FileManager.default.removeItem(atPath: directory.path)
                try FileManager.default.moveItem(atPath: scratch.path(old), toPath: directory.path)
                continue
            }
            #expect(run.wasKilled)
        }
        #expect(try directory.run("restore", backup, "--replace", "--yes").status == 0)
        #expect(try pictures(directory.path) == backedUp)
        print("killed restorations of pictures: \(kills) kills")
    }
}
