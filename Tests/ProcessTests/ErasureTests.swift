import Foundation
import TestSupport
import Testing

/// After `delete account` what that member wrote is unreadable: looked for in every byte of the directory.
@Suite struct ErasureTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory

    /// A community in which the leaver has said everything, with views that were folded bit by bit, in more than one
    /// generation, and of several earlier positions, and with a search index that followed.
    init() throws {
        directory = DataDirectory(scratch.path("data"))
        try directory.become("leaver") { directory throws in
            let scratch = TemporaryDirectory()
            for name in ["ada", "bo"] { #expect(try directory.run("register", name).status == 0) }
            let events = Leaver.events().split(separator: "\n").map { $0 + "\n" }
            for (index, part) in [events.prefix(6), events[6..<14], events[14...]].enumerated() {
                let file = try scratch.write(part.joined(), to: "events\(index)")
                let report = try directory.json("submit", file)
                #expect((report["refused"] as? [String: Int]) == [:], "\(report)")
                _ = try directory.text("feed")
                _ = try directory.text("search", "qvtitle")
                if index == 1 { #expect(try directory.run("views", "rebuild").status == 0) }
            }
            // The deleted member uploaded it, and no other member names it.
            let picture = try StoredPicture(of: "qvphoto", in: directory, heldBy: "m4")
            let edit =
                #"{"specversion":"1.0","type":"larder.recipe.edited","source":"qvplace","id":"qvorigin-16","#
                + #""time":"2026-01-06T08:00:00Z","actor":"@qvusername","subject":"external:qvplace:qvorigin-3","#
                + #""data":{"title":"Qvtitle Qvzwölf","steps":[{"text":"Qvsteps more."}],"tags":["qvtag","Qvzwölftag"],"#
                + #""images":["https://example.org/qvphoto.png","\#(picture.id)"]}}"#
            let report = try directory.json("submit", try scratch.write(edit + "\n", to: "edit"))
            #expect(report["appended"] as? Int == 1, "\(report)")
            let rules = try scratch.write(try directory.text("rules", "show"), to: "rules.json")
            #expect(try directory.run("rules", "set", rules, "--as", "@ada").status == 0)
            for position in [6, 12, 20] { #expect(try directory.run("feed", "--as-of", "\(position)").status == 0) }
        }
    }

    private func export(_ directory: DataDirectory) throws -> Data {
        let program = try directory.start(["log", "export", "--verbatim"])
        let run = try program.wait()
        #expect(run.status == 0, "\(run.errors)")
        return try Data(contentsOf: URL(filePath: program.outputPath))
    }

    private func copy(_ from: String, to name: String) throws -> String {
        let path = scratch.path(name)
        let folder = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: from, toPath: path)
        return path
    }

    private func generations() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.path("data/views")).filter { $0.hasPrefix("gen-") }
    }

    /// All that a community answers, the files that it leaves included.
    private func expectNothing(of directory: DataDirectory) throws {
        for arguments in [
            ["feed", "--limit", "0", "--json"], ["comments", "external:app:stew", "--json"], ["members", "--json"],
            ["notifications", "@bo", "--json"], ["reports", "--json"], ["modlog", "--json"], ["log", "export"],
            ["log", "tail", "-n", "0", "--json"], ["tags", "--json"], ["search", "qv", "--json"],
            ["search", "qv", "--as-of", "12", "--json"],
        ] {
            let run = try directory.start(arguments).wait()
            #expect(run.status == 0, "\(arguments): \(run.errors)")
            #expect(Leaver.marks(in: Data(run.output.utf8)) == [], "\(arguments)")
        }
        #expect(try Leaver.found(below: directory.path) == [:])
    }

    @Test("a deletion leaves no word of the member in any file") func nothingIsLeftInAnyByte() throws {
        // As a killed rebuild leaves one, and a killed deletion views of earlier positions.
        _ = try copy(scratch.path("data/views/\(try generations()[0])"), to: "data/views/gen-77")
        _ = try copy(scratch.path("data/views/as-of"), to: "data/views/as-of.erased-1")
        let before = try Leaver.found(below: directory.path)
        for mark in Leaver.shown { #expect(before[mark] != nil, "\(mark) was nowhere to be forgotten") }
        for mark in ["qvtitle", "qvusername"] { #expect(before[mark]?.contains { $0.hasPrefix("search/") } ?? false) }
        #expect(before["qvphoto"]?.contains { $0.hasPrefix("media/") } ?? false)
        let mayBePlain = ["views/", "search/", "media/"]
        #expect(
            before.values.joined().allSatisfy { name in mayBePlain.contains { name.hasPrefix($0) } },
            "only views, index and pictures are plain")
        let (verbatim, log) = (try export(directory), try copy(scratch.path("data/log"), to: "older/log"))
        #expect(Leaver.marks(in: verbatim) == [])

        let deletion = try directory.json("delete", "account", "--as", "@qvusername", "--yes")
        #expect(deletion["changed"] as? Bool == true)
        #expect(try Leaver.found(below: directory.path) == [:])
        #expect(try generations().count == 1)
        try expectNothing(of: directory)
        try directory.expectVerified()
        let doctor = try directory.start(["doctor"]).wait()
        #expect(doctor.status == 0, "\(doctor.output)")

        for kept in ["said of bo", "said to bo"] { #expect(try directory.text("log", "export").contains(kept)) }

        // The same bytes as before, then the deletion; the rest is the end mark.
        let after = try export(directory)
        #expect(after.starts(with: verbatim.dropLast(16)) && after.count > verbatim.count)
        #expect(Leaver.marks(in: after) == [])

        // What was taken before, with the vault as it is now.
        let file = scratch.path("before.larderlog")
        try verbatim.write(to: URL(filePath: file))
        let restored = DataDirectory(scratch.path("restored"))
        #expect(try restored.run("log", "import", "--verbatim", file).status == 0)
        for copied in [restored, DataDirectory(scratch.path("older"))] {
            _ = try copy(scratch.path("data/vault"), to: "\(copied.path.split(separator: "/").last ?? "")/vault")
            try expectNothing(of: copied)
        }
        #expect(FileManager.default.fileExists(atPath: log))
    }

    /// The first deletion continues; several deletions at once cost one fold.
    @Test("many deletions cost one fold of the views") func manyWhoLeaveCostOneFold() throws {
        var events = ""
        for number in 1...9 {
            let (time, name) = ("2026-02-05T08:0\(number):00Z", "guest\(number)")
            events +=
                #"{"specversion":"1.0","type":"larder.member.registered","source":"g","id":"\#(name)","time":"\#(time)","#
                + #""data":{"username":"\#(name)","name":"\#(name)"}}"# + "\n"
        }
        #expect(try directory.start(["submit", try scratch.write(events, to: "guests")]).wait().status == 0)
        _ = try directory.text("feed")
        let before = try directory.json("views", "status")["generation"] as? Int ?? 0
        events =
            #"{"specversion":"1.0","type":"larder.member.deleted","source":"g","id":"last","#
            + #""time":"2026-02-06T08:00:00Z","actor":"@qvusername","subject":"@qvusername"}"# + "\n"
        for number in 1...9 {
            events +=
                #"{"specversion":"1.0","type":"larder.member.deleted","source":"g","id":"end\#(number)","#
                + #""time":"2026-02-06T08:0\#(number):00Z","actor":"@guest\#(number)","subject":"@guest\#(number)"}"#
                + "\n"
        }
        let report = try directory.json("submit", try scratch.write(events, to: "ends"))
        #expect(report["appended"] as? Int == 10, "\(report)")
        #expect(try Leaver.found(below: directory.path) == [:])
        #expect(try directory.json("views", "status")["generation"] as? Int == before + 1)
        try directory.expectVerified()
    }

    /// Views of before that come back, as after a power cut, go with the next command, whatever it is.
    @Test("views with a deleted member that come back are swept at the next opening")
    func whatComesBackIsSweptAtTheNextOpening() throws {
        let views = try copy(scratch.path("data/views"), to: "aside")
        let search = try copy(scratch.path("data/search"), to: "aside-search")
        #expect(try directory.run("delete", "account", "--as", "@qvusername", "--yes").status == 0)
        try FileManager.default.removeItem(atPath: scratch.path("data/views"))
        _ = try copy(views, to: "data/views")
        #expect(try Leaver.found(below: directory.path) != [:])
        let doctor = try directory.start(["doctor"]).wait()
        #expect(doctor.status == 7 && doctor.output.contains("of deleted members"), "\(doctor.output)")
        try comeBack(search)
        #expect(try directory.run("log", "show", "1").status == 0)
        #expect(try Leaver.found(below: directory.path) == [:])
        #expect(try generations() == [])
        try expectNothing(of: directory)

        try FileManager.default.removeItem(atPath: scratch.path("data/views"))
        _ = try copy(views, to: "data/views")
        #expect(try directory.run("doctor", "--repair", "state").status == 0)
        #expect(try Leaver.found(below: directory.path) == [:])
    }

    /// An index of before takes the place of the one that there is.
    private func comeBack(_ search: String) throws {
        try FileManager.default.removeItem(atPath: scratch.path("data/search"))
        _ = try copy(search, to: "data/search")
    }

    /// The search index alone, at the next search or the next opening.
    @Test("a search index with a deleted member that comes back is swept") func anIndexThatComesBackIsSwept() throws {
        let search = try copy(scratch.path("data/search"), to: "aside-search")
        #expect(try directory.run("delete", "account", "--as", "@qvusername", "--yes").status == 0)
        try comeBack(search)
        #expect(try Leaver.found(below: directory.path) != [:])
        let doctor = try directory.start(["doctor"]).wait()
        #expect(doctor.status == 7 && doctor.output.contains("search/index-"), "\(doctor.output)")
        #expect(try directory.run("doctor", "--repair", "state").status == 0)
        #expect(try Leaver.found(below: directory.path) == [:])
        try comeBack(search)
        try expectNothing(of: directory)
    }

    @Test("after a killed deletion the next command finds the whole member or nothing", .seeded)
    func killedDeletions() throws {
        var numbers = SeededGenerator.ofTest()
        let deletion = ["delete", "account", "--as", "@qvusername", "--yes"]
        let whole = DataDirectory(try copy(directory.path, to: "whole"))
        let begin = ContinuousClock.now
        #expect(try whole.start(deletion).wait().status == 0)
        let longest = begin.duration(to: .now)
        let (events, profile) = (try directory.events, try directory.text("profile", "@qvusername", "--json"))
        var (none, all, unfinished) = (0, 0, 0)
        let rounds = Tier.rounds(6, long: 300)
        for round in 0..<rounds {
            let torn = DataDirectory(try copy(directory.path, to: "torn"))
            defer { try? FileManager.default.removeItem(atPath: torn.path) }
            let before = Self.changed(torn)
            let program = try torn.start(deletion)
            // Every other kill comes when the log is already being written.
            while round % 2 == 1, program.isRunning, Self.changed(torn) == before { usleep(100) }
            // The first kill comes at once, before the log is written.
            if round > 0 { try KillTests.sleep(below: round % 2 == 1 ? longest / 2 : longest, &numbers) }
            program.send(SIGKILL)
            _ = try program.wait()
            let left = try Leaver.found(below: torn.path)
            switch try torn.events - events {
            case 0:
                none += 1
                #expect(try torn.text("profile", "@qvusername", "--json") == profile)
            case 1:
                all += 1
                if left != [:] { unfinished += 1 }
                #expect(try Leaver.found(below: torn.path) == [:], "round \(round)")
                #expect(try torn.run("profile", "@qvusername").status == 3)
                if round % 4 == 1 { try torn.expectVerified() }
            default: Issue.record("a deletion is one event")
            }
        }
        #expect(none > 0 && all > 0, "none: \(none), all: \(all)")
        print("killed deletions: \(none) not at all, \(all) wholly, of which \(unfinished) had to be finished")
    }

    /// When the log's file was last written.
    private static func changed(_ directory: DataDirectory) -> [Int] {
        var status = stat()
        _ = unsafe stat("\(directory.path)/log/data.mdb", &status)
        return [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }
}
