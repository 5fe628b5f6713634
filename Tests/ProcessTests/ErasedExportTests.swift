import Foundation
import TestSupport
import Testing

/// What a deleted member did stays told in a plain export, and what a block brought about is not told twice.
@Suite struct ErasedExportTests {
    @Test("an export after deletions makes the same boards elsewhere") func theBoardsElsewhereAreTheSame() throws {
        let scratch = TemporaryDirectory()
        let (home, elsewhere) = (DataDirectory(scratch.path("home")), DataDirectory(scratch.path("elsewhere")))
        var events: [String] = []
        func add(_ kind: String, _ actor: String?, _ rest: String = "") {
            let actor = actor.map { #","actor":"@\#($0)""# } ?? ""
            events.append(
                #"{"specversion":"1.0","type":"larder.\#(kind)","source":"t","id":"\#(events.count + 1)""#
                    + #","time":"2026-01-05T08:00:\#(events.count + 10)Z"\#(actor)\#(rest)}"#)
        }
        for name in ["ada", "bo", "cy"] {
            add("member.registered", nil, #","data":{"username":"\#(name)","name":"\#(name)"}"#)
        }
        add("recipe.posted", "ada", #","data":{"title":"Soup","steps":[{"text":"Boil."}]}"#)
        add("recipe.posted", "bo", #","data":{"title":"Stew","steps":[{"text":"Wait."}]}"#)
        add("recipe.liked", "bo", #","subject":"external:t:4""#)
        add("comment.posted", "bo", #","subject":"external:t:4","data":{"text":"Salt?"}"#)
        add("comment.posted", "ada", #","subject":"external:t:4","cause":"external:t:7","data":{"text":"No."}"#)
        add("recipe.liked", "cy", #","subject":"external:t:5""#)
        add("member.followed", "cy", #","subject":"@ada""#)
        add("member.blocked", "ada", #","subject":"@cy""#)
        add("member.deleted", "bo", #","subject":"@bo""#)
        let file = try scratch.write(events.joined(separator: "\n") + "\n", to: "events.ndjson")
        let first = try home.start(["submit", file, "--json"]).wait().json()
        #expect((first["refused"] as? [String: Int]) == [:], "\(first)")
        let export = try scratch.write(try home.text("log", "export"), to: "export.ndjson")
        let second = try elsewhere.start(["submit", export, "--json"]).wait().json()
        #expect((second["refused"] as? [String: Int]) == [:], "\(second)")

        func board(_ directory: DataDirectory) throws -> [[String]] {
            let entries = try directory.json("leaderboard", "--week", "2026-W02")["entries"] as? [[String: Any]] ?? []
            return entries.map { entry in
                ["username", "rank", "engagement", "likesReceived", "comments"].map { "\(entry[$0] ?? "")" }
            }
        }
        #expect(try board(home).first == ["ada", "1", "13", "1", "1"])
        #expect(try board(elsewhere) == board(home))
        #expect(try elsewhere.start(["profile", "@bo"]).wait().status == 3)
    }

    @Test("a note on cooking that was deleted stays deleted where an export is submitted, its cook erased or not")
    func deletedNotesStayDeletedElsewhere() throws {
        let scratch = TemporaryDirectory()
        let (home, elsewhere) = (DataDirectory(scratch.path("home")), DataDirectory(scratch.path("elsewhere")))
        for name in ["ada", "bo", "cy"] { #expect(try home.run("register", name).status == 0) }
        #expect(try home.run("post", "--title", "Soup", "--step", "Boil.", "--as", "@ada").status == 0)
        // 6 to 9.
        for (name, note) in [("bo", "gone"), ("bo", "erased"), ("cy", "taken back"), ("cy", "with leeks")] {
            #expect(try home.run("cook", "r5", "--note", note, "--as", "@\(name)").status == 0)
        }
        for line in [["delete", "6", "--as", "@ada"], ["delete", "8", "--reason", "No leeks", "--as", "@cy"]] {
            #expect(try home.start(line).wait().status == 0)
        }
        #expect(try home.run("delete", "account", "--yes", "--as", "@bo").status == 0)
        let export = try scratch.write(try home.text("log", "export"), to: "export.ndjson")
        let report = try elsewhere.start(["submit", export, "--json"]).wait().json()
        #expect((report["refused"] as? [String: Int]) == [:], "\(report)")
        // There an event of its own makes ada an admin before the recipe.
        for (directory, soup) in [(home, "r5"), (elsewhere, "r6")] {
            let notes = try directory.json("cooked", soup)["notes"] as? [[String: Any]] ?? []
            #expect(notes.map { $0["note"] as? String } == ["with leeks"])
            #expect(try directory.json("recipe", soup)["cooked"] as? Int == 4)
        }
    }
}
