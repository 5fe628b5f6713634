import Foundation
import TestSupport
import Testing

/// The pictures of imported communities: in base64, and behind URLs.
@Suite struct ImportPicturesTests {
    private let scratch = TemporaryDirectory()
    private var directory: DataDirectory { DataDirectory(scratch.path("data")) }
    private let png = Pictures.png(Pictures.scene(width: 60, height: 40))
    private let other = Pictures.png(Pictures.scene(width: 30, height: 50))

    init() throws { #expect(try directory.run("init").status == 0) }

    private func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    private func isStored(_ id: String) -> Bool {
        id.count == 64
            && FileManager.default.fileExists(atPath: "\(directory.path)/media/\(id.prefix(2))/\(id)/original.jpg")
    }

    /// A recipe without images has no such field.
    private func images(_ recipe: String) throws -> [String] {
        try directory.json("recipe", recipe)["images"] as? [String] ?? []
    }

    @Test("pictures in base64 are stored with their recipes and members, and unreadable ones are reported by row")
    func base64Pictures() throws {
        let file = try scratch.write(
            #"""
            {"_User":[{"objectId":"u1","username":"ada","profileImage":{"__type":"File","name":"a.png","base64":"\#(base64(png))"}}],
            "Post":[
            {"objectId":"r1","title":"Soup","directions":"Boil.","author":"u1","image":"data:image/png;base64,\#(base64(png))"},
            {"objectId":"r2","title":"Stew","directions":"Boil.","author":"u1","imageUrl":"https://x.example/a.png","legacyImageData":"\#(base64(other))"},
            {"objectId":"r3","title":"Bread","directions":"Bake.","author":"u1","image":"data:image/png;base64,%%%"},
            {"objectId":"r4","title":"Cake","directions":"Bake.","author":"u1","legacyImageData":"\#(base64(Array("no picture at all".utf8)))"},
            {"objectId":"r5","title":"Pie","directions":"Bake.","author":"u1","image":{"__type":"File","name":"p.png"}}]}
            """#, to: "all.json")
        let rehearsed = try directory.json("import", "parse", file, "--dry-run")
        #expect(rehearsed["appended"] as? Int == 6)
        #expect(!FileManager.default.fileExists(atPath: "\(directory.path)/media"))
        let errors = scratch.path("errors")
        let answer = try directory.json("import", "parse", file, "--errors", errors)
        #expect(answer["appended"] as? Int == 6 && (answer["refused"] as? [String: Int])?.isEmpty == true)
        let soup = try images("external:parse:r1")
        #expect(soup.count == 1 && isStored(soup[0]))
        #expect(try directory.json("profile", "@ada")["avatar"] as? String == soup[0])
        let stew = try images("external:parse:r2")
        #expect(stew.count == 2 && stew[0] == "https://x.example/a.png" && isStored(stew[1]) && stew[1] != soup[0])
        for recipe in ["r3", "r4", "r5"] { #expect(try images("external:parse:\(recipe)").isEmpty) }
        let lines = try String(contentsOfFile: errors, encoding: .utf8)
        for (row, part) in [
            (3, "image: dropped, because its base64 is invalid"), (4, "image: dropped, because it is not a picture"),
            (5, "image: «p.png» dropped, because it is a file without an address"),
        ] {
            #expect(lines.contains("all.json: Post: row \(row): changed: \(part)"), "\(lines)")
        }
        let again = try directory.json("import", "parse", file)
        #expect(again["appended"] as? Int == 0 && again["unchanged"] as? Int == 6)
    }

    @Test("--fetch-images stores what URLs show once, and a picture that fails keeps its URL")
    func fetchedPictures() throws {
        let server = try LoopbackServer([
            "/a.png": LoopbackServer.Answer(type: "application/octet-stream", body: png),
            "/b.png": LoopbackServer.Answer(type: "image/png", body: other),
            "/page": LoopbackServer.Answer(body: Array("<html>no picture</html>".utf8)),
        ])
        defer { server.stop() }
        let (a, b, page, absent) = (
            server.url("/a.png"), server.url("/b.png"), server.url("/page"), server.url("/absent")
        )
        let file = try scratch.write(
            #"""
            {"__collections__":{"users":{"u1":{"name":"Ada","profileImage":"\#(b)"}},
            "recipes":{"r1":{"title":"Soup","steps":["Boil."],"userId":"u1","images":["\#(a)","\#(page)","\#(absent)"]},
            "r2":{"title":"Stew","steps":["Boil."],"userId":"u1","imageUrl":"\#(a)"}}}}
            """#, to: "backup.json")
        // Without the option URLs stay, and nothing is asked.
        #expect(try directory.json("import", "firestore", file)["appended"] as? Int == 3)
        #expect(try images("external:firestore:r1") == [a, page, absent] && server.paths.isEmpty)
        // This machine is asked only if the command says so.
        let refused = try directory.json("import", "firestore", file, "--fetch-images")
        #expect(refused["picturesFetched"] as? Int == 0 && server.paths.isEmpty)
        #expect(try images("external:firestore:r2") == [a])

        let arguments = ["import", "firestore", file, "--fetch-images", "--allow-private", "--json"]
        let run = try directory.start(arguments + ["--errors", scratch.path("errors")]).wait()
        #expect(run.status == 0, "\(run.errors)")
        let answer = try run.json()
        #expect(answer["picturesFetched"] as? Int == 3 && answer["picturesUnfetched"] as? Int == 2)
        #expect(
            answer["appendedByKind"] as? [String: Int] == ["recipe.edited": 2, "member.profileChanged": 1])
        let soup = try images("external:firestore:r1")
        #expect(isStored(soup[0]) && soup.dropFirst() == [page, absent])
        #expect(try images("external:firestore:r2") == [soup[0]])
        let avatar = try #require(try directory.json("profile", "@ada")["avatar"] as? String)
        #expect(isStored(avatar) && avatar != soup[0])
        #expect(server.paths.count { $0 == "/a.png" } == 1)
        let lines = try String(contentsOfFile: scratch.path("errors"), encoding: .utf8)
        let unfetched = "recipes/r1: unfetched: \(absent) stays: 127.0.0.1 answered 404, not with a picture"
        #expect(lines.contains(unfetched), "\(lines)")
        #expect(lines.contains("recipes/r1: unfetched: \(page) stays: it is not a picture"), "\(lines)")

        // The next run asks only for what is missing, and appends nothing.
        let events = try directory.events
        let asked = server.paths.count
        let again = try directory.start(arguments).wait()
        let second = try again.json()
        #expect(again.status == 0 && second["picturesFetched"] as? Int == 0)
        #expect(server.paths.dropFirst(asked).sorted() == ["/absent", "/page"])
        #expect(try directory.events == events)
        #expect(try directory.run("import", "firestore", file, "--allow-private").status == 2)
        try directory.expectVerified()
    }

    @Test("what a member has changed is not fetched, and their edit stays") func editedRecipes() throws {
        let server = try LoopbackServer(["/a.png": LoopbackServer.Answer(type: "image/png", body: png)])
        defer { server.stop() }
        let a = server.url("/a.png")
        let file = try scratch.write(
            #"{"users":{"u1":{"name":"Ada"}},"recipes":{"r1":{"title":"Soup","steps":["Boil."],"userId":"u1","imageUrl":"\#(a)"}}}"#,
            to: "backup.json")
        _ = try directory.json("import", "firestore", file)
        _ = try directory.json(
            "edit", "external:firestore:r1", "--image", "https://mine.example/b.png", "--as", "@ada")
        let answer = try directory.json("import", "firestore", file, "--fetch-images", "--allow-private")
        #expect(answer["picturesFetched"] as? Int == 0 && server.paths.isEmpty)
        #expect(try images("external:firestore:r1") == ["https://mine.example/b.png"])
    }
}
