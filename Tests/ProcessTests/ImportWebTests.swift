import Foundation
import TestSupport
import Testing

/// `import html` and `import jsonld`, as people and programs call them.
@Suite struct ImportWebTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory

    private static let page = #"""
        <html><head><link rel="canonical" href="https://kitchen.example/soup"></head><body>
        <script type="application/ld+json">{"@type":"Recipe","name":"Pea soup","recipeIngredient":["1 l water","500 g peas"],
        "recipeInstructions":"Boil.
        Serve.","recipeYield":"4-6","totalTime":"PT45M","keywords":"winter, soup"}</script></body></html>
        """#

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        try directory.become("ada") { directory throws in #expect(try directory.run("register", "ada").status == 0) }
    }

    @Test("a web page is imported as a recipe once") func aPageBecomesARecipeOnce() throws {
        let file = try scratch.write(Self.page, to: "soup.html")
        let rehearsed = try directory.json("import", "html", file, "--as", "@ada", "--dry-run")
        #expect(rehearsed["dryRun"] as? Bool == true && rehearsed["appended"] as? Int == 1)
        #expect((rehearsed["recipes"] as? [[String: Any]])?.first?["id"] == nil)
        let before = try directory.events

        let answer = try directory.json("import", "html", file, "--as", "@ada")
        #expect(answer["read"] as? Int == 1 && answer["appended"] as? Int == 1 && answer["unchanged"] as? Int == 0)
        #expect((answer["refused"] as? [String: Int])?.isEmpty == true && answer["seconds"] is Double)
        #expect(answer["position"] as? Int == before + 1)
        let recipes = try #require(answer["recipes"] as? [[String: Any]])
        #expect(recipes.count == 1 && recipes.first?["from"] as? String == file)
        #expect(recipes.first?["changes"] as? [String] == ["yield: the lower end of a range, 4, taken"])
        let id = try #require(recipes.first?["id"] as? String)

        let recipe = try directory.json("recipe", id)
        #expect(recipe["title"] as? String == "Pea soup" && recipe["totalMinutes"] as? Int == 45)
        #expect(recipe["externalID"] as? String == "kitchen.example:https://kitchen.example/soup")
        #expect((recipe["steps"] as? [[String: Any]])?.compactMap { $0["text"] as? String } == ["Boil.", "Serve."])
        #expect((recipe["author"] as? [String: Any])?["username"] as? String == "ada")
        #expect(
            try directory.json("recipe", "external:kitchen.example:https://kitchen.example/soup")["id"] as? String == id
        )

        let again = try directory.json("import", "html", file, "--as", "@ada")
        #expect(again["appended"] as? Int == 0 && again["unchanged"] as? Int == 1)
        #expect((again["recipes"] as? [[String: Any]])?.first?["id"] as? String == id)
        #expect(try directory.events == before + 1)
    }

    @Test("many files and standard input are imported in their order")
    func manyFilesAndStandardInputAreReadInOrder() throws {
        let soup = try scratch.write(
            #"{"@type":"Recipe","name":"Soup","recipeIngredient":["water"],"recipeInstructions":"Boil."}"#, to: "1.json"
        )
        let empty = try scratch.write(#"{"@graph":[]}"#, to: "2.json")
        let broken = try scratch.write(#"{"@type":"Recipe","#, to: "3.json")
        let input = try scratch.write(
            #"[{"@type":"Recipe","name":"Bread","recipeIngredient":"flour","recipeInstructions":"Bake."},{"@type":"Recipe","recipeIngredient":"x"}]"#,
            to: "input")
        let run = try Program(
            [
                "--data", directory.path, "import", "jsonld", soup, empty, "-", broken, "--as", "@ada", "--errors",
                scratch.path("report"),
            ],
            input: try FileHandle(forReadingFrom: URL(filePath: input))
        ).wait()
        #expect(
            run.status == 0 && run.errors.hasPrefix("larder: warning: 3 of 5 items were refused: "), "\(run.errors)")
        #expect(run.output.hasPrefix("r3\trecipe.posted\tSoup\nr4\trecipe.posted\tBread\nread"))
        let lines = try String(contentsOfFile: scratch.path("report"), encoding: .utf8).split(separator: "\n")
        #expect(
            lines == [
                "\(empty): no-recipe: there is no schema.org/Recipe in it",
                "standard input: recipe 2: recipe-without-title: it has no title",
                "\(broken): unreadable: invalid JSON at byte 19: the JSON text ends too early",
            ])
    }

    @Test("a page without a recipe is reported and imports nothing")
    func nothingIsImportedFromWhatHoldsNoRecipe() throws {
        let file = try scratch.write("<html><p>Hello</p></html>", to: "page.html")
        let before = try directory.events
        let run = try directory.run("import", "html", file, "--as", "@ada", "--json")
        #expect(run.status == 6)
        #expect(try run.json()["refused"] as? [String: Int] == ["no-recipe": 1])
        #expect(
            run.errors.contains(
                "larder: invalid: there was no recipe to import: \(file): there is no schema.org/Recipe"))
        #expect(try directory.events == before)
    }

    @Test("a file beyond the limit is refused with a sentence") func whatIsTooLongIsRefusedWithASentence() throws {
        let path = scratch.path("huge.html")
        _ = FileManager.default.createFile(atPath: path, contents: Data("<html>".utf8))
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.truncate(atOffset: 100 << 20)
        try handle.close()
        for kind in ["html", "jsonld"] {
            let run = try directory.start(["import", kind, path, "--as", "@ada"]).waitWatchingMemory()
            #expect(run.status == 6 && run.errors.contains("it is longer than 16777216 bytes"), "\(run.errors)")
            #expect(run.peakBytes < 300 << 20)
        }
    }

    @Test("an import needs a member that may act") func whoImportsMustBeSaidAndMayActHere() throws {
        let file = try scratch.write(Self.page, to: "soup.html")
        #expect(try directory.run("import", "html", file).status == 2)
        #expect(try directory.run("import", "html", "--as", "@ada").status == 2)
        #expect(try directory.run("import", "html", "-", "-", "--as", "@ada").status == 2)
        let unknown = try directory.run("import", "html", file, "--as", "@adda")
        #expect(unknown.status == 3 && unknown.errors.contains("did you mean @ada"), "\(unknown.errors)")
        #expect(try directory.run("import", "html", file, scratch.path("absent"), "--as", "@ada").status == 3)
        #expect(try directory.run("register", "bo").status == 0)
        #expect(try directory.run("ban", "@bo", "--as", "@ada").status == 0)
        #expect(try directory.run("import", "html", file, "--as", "@bo").status == 4)
        let over = try directory.run("import", "html", file, "--as", "@ada", "--errors", file)
        #expect(over.status == 2)
        #expect(try directory.json("import", "html", file, "--as", "@ada")["appended"] as? Int == 1)
        // Another page under the same address, and another member's import of the same one: nothing is overwritten.
        let changed = try scratch.write(Self.page.replacing("Pea soup", with: "Bean soup"), to: "changed.html")
        let refused = try directory.run("import", "html", changed, "--as", "@ada", "--json")
        #expect(refused.status == 6 && refused.errors.contains("nothing was accepted"), "\(refused.errors)")
        let conflict = try refused.json()
        #expect(conflict["refused"] as? [String: Int] == ["conflict": 1])
    }
}
