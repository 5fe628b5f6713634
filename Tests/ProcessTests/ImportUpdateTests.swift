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

    private static let hashParameters =
        #"{"base64_signer_key":"jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==","base64_salt_separator":"Bw==","rounds":1,"mem_cost":4}"#

    @Test("an e-mail of Firebase's users stays in imports without them, and only an update adds one later")
    func emailsOfUsers() throws {
        let backup = try scratch.write(#"{"users":{"u1":{"name":"Eve"},"u2":{"name":"Bob"}}}"#, to: "backup.json")
        let users = [
            "--passwords",
            try scratch.write(#"{"users":[{"localId":"u1","email":"eve@example.org"}]}"#, to: "users.json"),
            "--hash-parameters", try scratch.write(Self.hashParameters, to: "hash.json"),
        ]
        let emailed = "email: the users' file has one, and the first import had none"
        func expect(_ appended: Int, _ options: [String], in home: DataDirectory) throws -> String {
            let run = try home.start(["import", "firestore", backup, "--json"] + options).wait()
            let answer = try run.json()
            #expect(
                answer["appended"] as? Int == appended && answer["refused"] as? [String: Int] == [:],
                "\(options): \(answer)")
            return run.errors
        }
        func email(_ home: DataDirectory) throws -> String? {
            try home.json("profile", "@eve", "--as", "@eve")["email"] as? String
        }
        #expect(try !expect(2, users, in: directory).contains(emailed))
        for options in [[], ["--update"], users, users + ["--update"], ["--update"], []] {
            #expect(try !expect(0, options, in: directory).contains(emailed))
            #expect(try email(directory) == "eve@example.org")
        }
        let later = DataDirectory(scratch.path("later"))
        #expect(try !expect(2, [], in: later).contains(emailed))
        #expect(try expect(0, users, in: later).contains(emailed))
        #expect(try email(later) == nil)
        #expect(try !expect(1, users + ["--update"], in: later).contains(emailed))
        for options in [[], ["--update"], users, users + ["--update"]] {
            _ = try expect(0, options, in: later)
            #expect(try email(later) == "eve@example.org")
        }
        // An e-mail that the member's document has is the member's own: another one is a change.
        let changed = try scratch.write(
            #"{"users":{"u1":{"name":"Eve","email":"eve@example.net"},"u2":{"name":"Bob"}}}"#, to: "new.json")
        let refused = try later.json("import", "firestore", changed)
        #expect(refused["refused"] as? [String: Int] == ["conflict": 1])
        #expect(try later.json("import", "firestore", changed, "--update")["appended"] as? Int == 1)
        #expect(try email(later) == "eve@example.net")
        try later.expectVerified()
    }

    @Test("what is deleted here stays deleted, whatever the source says") func deletedRecipesStayDeleted() throws {
        _ = try directory.json("import", "parse", try file(soup: "Soup"))
        #expect(try directory.run("delete", "external:parse:r1", "--as", "@ada").status == 0)
        let answer = try directory.json("import", "parse", try file(soup: "Stew"), "--update")
        #expect(answer["appended"] as? Int == 0 && answer["lost"] as? Int == 1)
        #expect(try directory.run("recipe", "external:parse:r1").status != 0)
    }
}
