import Foundation
import TestSupport
import Testing

/// Imports with `--update`: changes at the source become edits.
@Suite struct ImportUpdateTests {
    private let scratch = TemporaryDirectory()
    private var directory: DataDirectory { DataDirectory(scratch.path("data")) }

    init() throws { #expect(try directory.run("init").status == 0) }

    private func file(soup: String, bio: String = "Cook", comment: String = "Fine", username: String = "ada") throws
        -> String
    {
        try scratch.write(
            #"""
            {"_User":[{"objectId":"u1","username":"\#(username)","bio":"\#(bio)","createdAt":"2021-10-01T08:00:00.000Z"}],
            "Post":[{"objectId":"r1","title":"\#(soup)","directions":"Boil.","author":"u1"}],
            "Comment":[{"objectId":"c1","post":"r1","author":"u1","text":"\#(comment)"}]}
            """#, to: "all.json")
    }

    private func title() throws -> String? { try directory.json("recipe", "external:parse:r1")["title"] as? String }

    @Test("what changed at the source becomes an edit once, back and forth") func changesBecomeEdits() throws {
        #expect(try directory.json("import", "parse", try file(soup: "Soup"))["appended"] as? Int == 3)
        // Without the option it is a conflict, whose message names the option.
        let changed = try file(soup: "Stew", bio: "Baker", comment: "Great", username: "ada_k")
        let refused = try directory.start(["import", "parse", changed, "--json"]).wait()
        #expect(refused.errors.contains("--update makes an edit of it"), "\(refused.errors)")
        #expect(try title() == "Soup")

        let rehearsed = try directory.json("import", "parse", changed, "--update", "--dry-run")
        #expect(rehearsed["appended"] as? Int == 3)
        let answer = try directory.json("import", "parse", changed, "--update")
        #expect(
            answer["appendedByKind"] as? [String: Int]
                == ["recipe.edited": 1, "comment.edited": 1, "member.profileChanged": 1])
        #expect((answer["refused"] as? [String: Int])?.isEmpty == true)
        let recipes = try #require(answer["recipes"] as? [[String: Any]])
        #expect(recipes.first?["updated"] as? Bool == true && recipes.first?["appended"] as? Bool == false)
        #expect(try title() == "Stew")
        #expect(try directory.json("profile", "@ada_k")["bio"] as? String == "Baker")
        #expect(try directory.text("comments", "external:parse:r1").contains("Great"))
        let events = try directory.events
        let third = try directory.json("import", "parse", changed, "--update")
        #expect(third["appended"] as? Int == 0 && third["unchanged"] as? Int == 3)
        #expect(try directory.events == events)
        // Back, and forth again.
        for (name, count) in [("Soup", 1), ("Stew", 1), ("Stew", 0), ("Soup", 1)] {
            let next = try file(soup: name, bio: "Baker", comment: "Great", username: "ada_k")
            #expect(try directory.json("import", "parse", next, "--update")["appended"] as? Int == count, "\(name)")
            #expect(try title() == name)
        }
        try directory.expectVerified()
    }

    @Test("what a member edited stays, and is a conflict only if the source changed too") func membersKeepTheirs()
        throws
    {
        let first = try file(soup: "Soup")
        _ = try directory.json("import", "parse", first)
        _ = try directory.json("edit", "external:parse:r1", "--title", "My soup", "--as", "@ada")
        #expect(try directory.run("profile", "edit", "--bio", "Mine", "--as", "@ada").status == 0)
        // The source has not changed: nothing happens.
        let same = try directory.json("import", "parse", first, "--update")
        #expect(same["appended"] as? Int == 0 && (same["refused"] as? [String: Int])?.isEmpty == true)
        #expect(try title() == "My soup")
        let errors = scratch.path("errors")
        let changed = try file(soup: "Stew", bio: "Baker", comment: "Great")
        let answer = try directory.json("import", "parse", changed, "--update", "--errors", errors)
        #expect(answer["refused"] as? [String: Int] == ["conflict": 2])
        #expect(answer["appendedByKind"] as? [String: Int] == ["comment.edited": 1])
        let lines = try String(contentsOfFile: errors, encoding: .utf8)
        #expect(
            lines.contains(
                "Post: row 1: conflict: it has changed at its source and here since the last import: it stays as it is here"
            ), "\(lines)")
        #expect(try title() == "My soup" && directory.json("profile", "@ada")["bio"] as? String == "Mine")
    }

    @Test("what is deleted here stays deleted, whatever the source says") func deletedRecipesStayDeleted() throws {
        _ = try directory.json("import", "parse", try file(soup: "Soup"))
        #expect(try directory.run("delete", "external:parse:r1", "--as", "@ada").status == 0)
        let answer = try directory.json("import", "parse", try file(soup: "Stew"), "--update")
        #expect(answer["appended"] as? Int == 0 && answer["lost"] as? Int == 1)
        #expect(try directory.run("recipe", "external:parse:r1").status != 0)
    }
}
