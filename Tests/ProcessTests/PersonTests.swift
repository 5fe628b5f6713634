import Foundation
import TestSupport
import Testing

/// What is held about a member, and what is said for sure when nothing is any more.
@Suite struct PersonTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        for name in ["ada", "bo"] { #expect(try directory.run("register", name).status == 0) }
        let report = try directory.json("submit", try scratch.write(Leaver.events(), to: "events"))
        #expect((report["refused"] as? [String: Int]) == [:], "\(report)")
    }

    @Test("export-person exports everything that is held about a member") func everythingHeldIsExported() throws {
        let export = try directory.text("export-person", "@qvusername")
        #expect(
            Set(Leaver.marks(in: Data(export.utf8))).isSuperset(
                of: Leaver.marks.filter { $0 != "qvreported" && $0 != "qvzwolf" }))
        let document = try #require(try JSONSerialization.jsonObject(with: Data(export.utf8)) as? [String: Any])
        #expect(document["position"] as? Int == (try directory.events))
        let account = try #require(document["account"] as? [String: Any])
        #expect(account["email"] as? String == "qvmail@example.org" && account["phone"] as? String == "qvphone")
        #expect((document["experience"] as? [String: Any])?["xp"] as? Int == account["xp"] as? Int)

        let (events, about) = (
            document["events"] as? [[String: Any]] ?? [], document["about"] as? [[String: Any]] ?? []
        )
        let log = try directory.wholeLog().split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        let own = log.filter { $0["actor"] as? String == "@qvusername" }
        #expect(own.count == 16)
        #expect(try DataDirectory.text(events) == DataDirectory.text(own))

        func types(_ events: [[String: Any]]) -> [String] { events.compactMap { $0["type"] as? String }.sorted() }
        #expect(
            types(about) == [
                "larder.comment.posted", "larder.member.banned", "larder.member.followed", "larder.member.unbanned",
                "larder.recipe.bookmarked", "larder.recipe.liked", "larder.report.filed", "larder.report.resolved",
            ])
        // Of a report neither who filed it nor what they wrote; of others' words none.
        let filed = try #require(about.first { $0["type"] as? String == "larder.report.filed" })
        #expect(filed["actor"] == nil && filed["subject"] as? String == "r6")
        // Nor who bookmarked, and which moderator acted.
        func actors(_ kind: String) -> [String?] {
            about.filter { $0["type"] as? String == "larder.\(kind)" }.map { $0["actor"] as? String }
        }
        for kind in ["recipe.bookmarked", "member.banned", "member.unbanned", "report.resolved"] {
            #expect(actors(kind) == [nil], "\(kind)")
        }
        #expect(actors("recipe.liked").allSatisfy { $0 != nil })
        #expect(!export.contains("qvreported") && !export.contains("Good.") && !export.contains("said to bo"))
        #expect(export.contains("qvbanned") && export.contains("qvnoted"))
    }

    @Test("export-person is for the member and the operator only") func itIsForThemAndTheOperatorAlone() throws {
        #expect(try directory.run("export-person", "@qvusername", "--as", "@qvusername").status == 0)
        for other in ["@ada", "@bo"] {
            let run = try directory.run("export-person", "@qvusername", "--as", other)
            #expect(run.status == 4 && run.output.isEmpty, "\(run.errors)")
        }
        #expect(try directory.run("export-person", "@nobody").status == 3)
        #expect(try directory.run("delete", "account", "--as", "@qvusername", "--yes").status == 0)
        let gone = try directory.run("export-person", "m4")
        #expect(gone.status == 3 && gone.errors.hasPrefix("larder: gone: "), "\(gone.errors)")
        #expect(try directory.run("export-person", "@qvusername").status == 3)
    }

    @Test("an erasure receipt names the destroyed events and verifies") func aReceiptSaysWhatWasDestroyed() throws {
        let early = try directory.run("erase-receipt", "@qvusername")
        #expect(early.status == 5 && early.errors.hasPrefix("larder: conflict: "), "\(early.errors)")
        #expect(try directory.run("erase-receipt", "m99").status == 3)
        #expect(try directory.run("delete", "account", "--as", "@qvusername", "--yes").status == 0)
        let (receipt, stat) = (try directory.json("erase-receipt", "m4"), try directory.json("log", "stat"))
        let note = try #require(receipt["note"] as? String)
        let lines = note.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines[0] == stat["logID"] as? String)
        #expect(lines[1] == "\(try directory.events)" && lines[2] == stat["root"] as? String)
        #expect(lines[3] == "erased-member m4")
        #expect(lines[4].hasPrefix("erased-by \(try directory.events) 20"))
        // The third who joined.
        #expect(lines[5] == "erased-key slot 3")
        #expect(lines[6] == "erased-payloads \(receipt["payloads"] ?? "")")
        #expect(lines.contains("erased-kind member.banned 1") && lines.contains("erased-kind report.resolved 1"))
        #expect(lines.contains("erased-kind report.filed 1") && lines.contains("erased-kind comment.posted 2"))
        #expect(lines.contains("") && lines.contains { $0.hasPrefix("\u{2014} \(lines[0]) ") })
        #expect(Leaver.marks(in: Data(note.utf8)) == [])
        #expect(try directory.text("erase-receipt", "m4") == note)
        let verdict = try directory.json("audit", "verify", scratch.write(note, to: "m4.receipt"))
        #expect(verdict["statements"] as? [String] == Array(lines[3..<(try #require(lines.firstIndex(of: "")))]))
    }
}
