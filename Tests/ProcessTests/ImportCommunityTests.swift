import Foundation
import TestSupport
import Testing

/// `import parse` and `import firestore`, as people run them.
@Suite struct ImportCommunityTests {
    private let scratch = TemporaryDirectory()
    private var directory: DataDirectory { DataDirectory(scratch.path("data")) }

    private func writeParse() throws -> String {
        try FileManager.default.createDirectory(atPath: scratch.path("export"), withIntermediateDirectories: true)
        _ = try scratch.write(
            #"{"results":[{"objectId":"u1","username":"ada","createdAt":"2021-10-01T08:00:00.000Z","favorites":["r1"]},{"objectId":"u2","username":"b o"}]}"#,
            to: "export/_User.json")
        _ = try scratch.write(
            #"{"results":[{"objectId":"r1","directions":"Boil it. Eat.","author":{"__type":"Pointer","className":"_User","objectId":"u1"},"createdAt":"2021-10-02T08:00:00.000Z"},{"objectId":"r2","title":"Lost","directions":"Wait."}]}"#,
            to: "export/Recipes.json")
        return scratch.path("export")
    }

    @Test("a community from Parse is imported once") func aParseCommunityComesInOnce() throws {
        let folder = try writeParse()
        // A dry run needs neither a member nor a community, and creates nothing.
        let planned = try directory.json("import", "parse", folder, "--dry-run")
        #expect(!FileManager.default.fileExists(atPath: directory.path))
        // What could not create a community is refused in the dry run, too.
        let recipes = "\(folder)/Recipes.json"
        #expect(try directory.run("import", "parse", recipes, "--as", "@ada", "--dry-run").status == 3)
        #expect(!FileManager.default.fileExists(atPath: directory.path))
        #expect(try directory.run("init").status == 0)
        let rehearsed = try directory.json("import", "parse", folder, "--dry-run")
        #expect(rehearsed["dryRun"] as? Bool == true && rehearsed["appended"] as? Int == 4)
        func text(_ report: [String: Any]) throws -> Data {
            try JSONSerialization.data(withJSONObject: report.filter { $0.key != "seconds" }, options: .sortedKeys)
        }
        #expect(try text(planned) == text(rehearsed), "\(planned)")
        #expect(try directory.events == 1)

        let answer = try directory.json("import", "parse", folder, "--errors", scratch.path("errors"))
        #expect(answer["read"] as? Int == 5 && answer["appended"] as? Int == 4)
        #expect(answer["refused"] as? [String: Int] == ["unknown-member": 1])
        let members = try #require(answer["members"] as? [[String: Any]])
        #expect(members.map { $0["username"] as? String } == ["ada", "b_o"])
        #expect(members.map { $0["id"] as? String } == ["m2", "m5"])
        let errors = try String(contentsOfFile: scratch.path("errors"), encoding: .utf8)
        #expect(
            errors == """
                \(folder)/Recipes.json: row 2: unknown-member: it has no author
                \(folder)/Recipes.json: row 1: changed: title: missing: «Boil it», from its first words
                \(folder)/_User.json: row 2: changed: username: «b o» is not a valid username here: @b_o instead

                """)
        let recipe = try directory.json("recipe", "external:parse:r1")
        #expect(recipe["title"] as? String == "Boil it" && recipe["postedAt"] as? String == "2021-10-02T08:00:00Z")
        #expect((recipe["author"] as? [String: Any])?["username"] as? String == "ada")
        #expect(recipe["bookmarks"] as? Int == 1)
        #expect(try directory.json("profile", "@ada")["joinedAt"] as? String == "2021-10-01T08:00:00Z")

        let again = try directory.start(["import", "parse", folder]).wait()
        #expect(again.status == 0)
        #expect(
            again.output.hasPrefix(
                "m2\tunchanged\t@ada\nm5\tunchanged\t@b_o\nr3\tunchanged\tBoil it\nread\t5\nappended\t0\n"))
        try directory.expectVerified()
        // Another app's ids are others, and so are its members.
        let other = try directory.json("import", "parse", folder, "--source", "spice", "--as", "@ada")
        #expect(other["appended"] as? Int == 5)
        #expect(try directory.json("recipe", "external:spice:r2")["title"] as? String == "Lost")
    }

    @Test("a community from Firestore is imported once") func aFirestoreCommunityComesInOnce() throws {
        let file = try scratch.write(
            #"{"__collections__":{"users":{"u1":{"name":"Ada"},"u2":{"name":"Bo","__collections__":{"following":{"u1":{"createdAt":"2026-01-02T00:00:00Z"}}}}},"recipes":{"r1":{"title":"Soup","steps":["Boil."],"userId":"u1","createdAt":"2026-01-01T00:00:00Z","__collections__":{"likes":{"u2":{"createdAt":"2026-01-03T00:00:00Z"}}}}}}}"#,
            to: "backup.json")
        #expect(try directory.run("init").status == 0)
        let answer = try directory.json("import", "firestore", file)
        #expect(answer["appended"] as? Int == 5 && (answer["refused"] as? [String: Int])?.isEmpty == true)
        let recipe = try directory.json("recipe", "external:firestore:r1")
        #expect(recipe["likes"] as? Int == 1 && (recipe["author"] as? [String: Any])?["username"] as? String == "Ada")
        #expect(try directory.json("profile", "@ada")["followers"] as? Int == 1)
        let again = try directory.json("import", "firestore", file)
        #expect(again["appended"] as? Int == 0 && again["unchanged"] as? Int == 5)
        try directory.expectVerified()
    }

    @Test("a file without a community is refused in one line", arguments: ["parse", "firestore"])
    func whatHoldsNoCommunityIsRefusedInOneLine(_ format: String) throws {
        #expect(try directory.run("init").status == 0)
        let cut = try scratch.write(#"{"results":[{"objectId":"#, to: "_User.json")
        let other = try scratch.write("[]", to: "Unknown.json")
        let empty = scratch.path("folder")
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        for (path, status) in [(cut, 6), (other, 6), (empty, 3), (scratch.path("absent"), 3), ("/dev/null", 6)]
            as [(String, Int32)]
        {
            let run = try directory.run("import", format, path, "--quiet")
            #expect(run.status == status, "\(path): \(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1 && run.errors.hasPrefix("larder: "), "\(run.errors)")
        }
        #expect(try directory.events == 1)
        #expect(try directory.run("import", format, other, "--source", "").status == 2)
    }
}
