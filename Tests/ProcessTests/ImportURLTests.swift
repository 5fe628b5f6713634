import Foundation
import TestSupport
import Testing

/// `import url`, against a server of this machine.
@Suite struct ImportURLTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        try directory.become("ada") { directory throws in #expect(try directory.run("register", "ada").status == 0) }
    }

    private static func page(_ title: String, _ charset: String = "") -> [UInt8] {
        let html =
            "<html><head>\(charset)<script type=\"application/ld+json\">{\"@type\":\"Recipe\",\"name\":\"\(title)\","
            + "\"recipeIngredient\":[\"water\"],\"image\":\"pea.png\"}</script></head></html>"
        return html.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    @Test("import url fetches each page once and imports its recipe once") func pagesAreFetchedOnce() throws {
        let server = try LoopbackServer([
            "/old": .redirect(to: "/kitchen/soup"),
            "/kitchen/soup": LoopbackServer.Answer(
                type: "text/html; charset=ISO-8859-1", body: Self.page("Soupe à l'oignon")),
            "/meta": LoopbackServer.Answer(type: nil, body: Self.page("Gelée", "<meta charset=windows-1252>")),
            "/data": LoopbackServer.Answer(
                type: "application/ld+json",
                body: Array(#"{"@type":"Recipe","name":"Thé","recipeIngredient":"tea"}"#.utf8)),
        ])
        defer { server.stop() }
        let arguments = [
            "import", "url", server.url("/old"), server.url("/meta"), server.url("/data"), server.url("/absent"),
        ]
        let run = try directory.start(arguments + ["--as", "@ada", "--allow-private", "--json"]).wait()
        #expect(run.status == 0, "\(run.errors)")
        let answer = try run.json()
        #expect(answer["appended"] as? Int == 3 && answer["refused"] as? [String: Int] == ["unreachable": 1])
        let recipes = try #require(answer["recipes"] as? [[String: Any]])
        #expect(recipes.compactMap { $0["title"] as? String } == ["Soupe à l'oignon", "Gelée", "Thé"])
        let absent = "\(server.url("/absent")): unreachable: 127.0.0.1 answered 404, not with a page"
        #expect(run.errors.contains(absent), "\(run.errors)")
        let recipe = try directory.json("recipe", try #require(recipes.first?["id"] as? String))
        // Named by where it was found in the end.
        #expect(recipe["externalID"] as? String == "127.0.0.1:\(server.url("/kitchen/soup"))")
        #expect((recipe["images"] as? [String]) == [server.url("/kitchen/pea.png")])
        let again = try directory.json("import", "url", server.url("/kitchen/soup"), "--as", "@ada", "--allow-private")
        #expect(again["unchanged"] as? Int == 1 && again["appended"] as? Int == 0)
    }

    @Test("import url refuses addresses of this machine without --allow-private")
    func thisMachineIsNotAskedUnlessThatIsSaid() throws {
        let server = try LoopbackServer(["/": LoopbackServer.Answer(body: Self.page("Soup"))])
        defer { server.stop() }
        let run = try directory.run("import", "url", server.url("/"), "--as", "@ada")
        #expect(run.status == 4 && server.paths.isEmpty)
        #expect(
            run.errors.contains(
                "larder: forbidden: there was no recipe to import: \(server.url("/")): 127.0.0.1 is at 127.0.0.1"))
        #expect(try directory.run("import", "url", "file:///etc/passwd", "--as", "@ada").status == 4)
        #expect(try directory.run("import", "url", server.url("/"), "--allow-private").status == 2)
        let absent = try directory.run("import", "url", server.url("/x"), "--as", "@ada", "--allow-private")
        #expect(absent.status == 8, "\(absent.errors)")
    }
}
