import Foundation
import TestSupport
import Testing

/// Imports of recipes that others keep in files, as people run them.
@Suite struct ImportFormatsTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        try directory.become("ada") { directory throws in #expect(try directory.run("register", "ada").status == 0) }
    }

    /// Root may look into everything, so another user tries.
    @Test("an unreadable folder in an import is reported") func aFolderThatMayNotBeLookedIntoIsNotPassedOver() throws {
        let files = FileManager.default
        let program = try #require(Program.location).path
        func otherUser(_ arguments: [String]) throws -> Program.Run {
            try Program(
                ["--reuid=65534", "--clear-groups", program] + arguments, executable: URL(filePath: "/usr/bin/setpriv")
            ).wait()
        }
        guard files.fileExists(atPath: "/usr/bin/setpriv"), try otherUser(["--version"]).status == 0 else {
            print("SKIPPED: no other user can run the program here, so every folder is readable")
            return
        }
        let folder = scratch.path("recipes")
        try files.createDirectory(atPath: "\(folder)/secret", withIntermediateDirectories: true)
        _ = try scratch.write("Boil the @leek{1}.", to: "recipes/soup.cook")
        for (path, mode) in [(scratch.path(""), 0o755), (folder, 0o755), ("\(folder)/secret", 0o700)] {
            try files.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        let run = try otherUser(["--data", directory.path, "import", "cooklang", folder, "--as", "@ada"])
        #expect(
            run.status == 8
                && run.errors == "larder: unavailable: cannot read «\(folder)/secret»; check its permissions\n")
    }

    @Test("a folder of Cooklang recipes is imported once") func aFolderOfCooklangIsTakenOnce() throws {
        let folder = scratch.path("book")
        try FileManager.default.createDirectory(atPath: "\(folder)/soups/.hidden", withIntermediateDirectories: true)
        _ = try scratch.write("Boil @water{1%l}.\n", to: "book/soups/Pea Soup.cook")
        _ = try scratch.write(
            "---\ntitle: Toast\nservings: 2\n---\nToast @bread{2%slices}(thick).\n", to: "book/a.COOK")
        _ = try scratch.write("Boil.", to: "book/soups/.hidden/secret.cook")
        _ = try scratch.write("no recipe", to: "book/notes.txt")
        _ = try scratch.write("", to: "book/empty.cook")
        let before = try directory.events

        let rehearsed = try directory.json("import", "cooklang", folder, "--as", "@ada", "--dry-run")
        #expect(rehearsed["appended"] as? Int == 2 && rehearsed["refused"] as? [String: Int] == ["invalid": 1])
        #expect(try directory.events == before)

        let answer = try directory.json(
            "import", "cooklang", folder, "--as", "@ada", "--errors", scratch.path("errors"))
        #expect(answer["read"] as? Int == 3 && answer["appended"] as? Int == 2)
        let ids = try #require(answer["recipes"] as? [[String: Any]]).compactMap { $0["id"] as? String }
        #expect(ids.count == 2)
        let errors = try String(contentsOfFile: scratch.path("errors"), encoding: .utf8)
        #expect(errors == "\(folder)/empty.cook: invalid: it has neither an ingredient nor a step\n")
        let toast = try directory.json("recipe", ids[0])
        #expect(toast["title"] as? String == "Toast" && toast["servings"] as? Int == 2)
        let bread = try #require((toast["ingredients"] as? [[String: Any]])?.first)
        #expect(bread["original"] as? String == "2 slices bread, thick" && bread["quantity"] as? Double == 2)
        #expect(bread["unit"] as? String == "slices" && bread["name"] as? String == "bread")
        #expect((toast["externalID"] as? String)?.hasPrefix("cooklang:sha256:") == true)
        #expect(try directory.json("recipe", ids[1])["title"] as? String == "Pea Soup")

        let again = try directory.json("import", "cooklang", folder, "--as", "@ada")
        #expect(again["appended"] as? Int == 0 && again["unchanged"] as? Int == 2)
        #expect(try directory.events == before + 2)
    }

    @Test("an import reports rejected recipes by reason") func dirtyRecipesAreReportedByReason() throws {
        let file = try scratch.write(
            #"[{"id":"a","title":"A","ingredients":[{"name":"egg","quantity":2}],"servings":"many"},{"id":"b"},{"id":"c","title":"C"}]"#,
            to: "recipes.json")
        let run = try directory.start(["import", "recime", file, "--as", "@ada", "--json"]).wait()
        let answer = try run.json()
        #expect(run.status == 0 && answer["appended"] as? Int == 1)
        #expect(answer["refused"] as? [String: Int] == ["recipe-without-title": 1, "invalid": 1])
        #expect(run.errors.contains("\(file): recipe 1: changed: servings: dropped"))
        #expect(run.errors.contains("\(file): recipe 2: recipe-without-title: it has no title"))
        #expect(try directory.json("recipe", "external:recime:a")["title"] as? String == "A")
    }

    @Test("recipes of TheMealDB are imported with credit") func mealsComeWithCredit() throws {
        let meals = #"{"meals":[{"idMeal":"52767","strMeal":"Tart","strIngredient1":"Flour","strMeasure1":"2 cups"}]}"#
        let file = try scratch.write(meals, to: "meals.json")
        #expect(try directory.json("import", "themealdb", file, "--as", "@ada")["appended"] as? Int == 1)
        let recipe = try directory.json("recipe", "external:themealdb:52767")
        #expect(recipe["sourceURL"] as? String == "https://www.themealdb.com/meal/52767")
        #expect((recipe["ingredients"] as? [[String: Any]])?.first?["original"] as? String == "2 cups Flour")
        let none = try scratch.write(#"{"meals":null}"#, to: "none.json")
        let both = try directory.json("import", "themealdb", none, file, "--as", "@ada")
        #expect(both["refused"] as? [String: Int] == ["no-recipe": 1] && both["unchanged"] as? Int == 1)
    }

    @Test("cookbooks of other apps are imported once") func cookbooksOfOtherAppsAreTakenOnce() throws {
        let soup =
            #"{"uid":"A1","name":"Soup","ingredients":"1 leek","directions":"Boil.","notes":"Hm.","created":"2012-09-05 13:03:36"}"#
        let bread = #"{"id":"b1","slug":"bread","name":"Bread","recipe_instructions":[{"text":"Bake."}]}"#
        let pie =
            #"{"hits":[{"recipe":{"uri":"x#recipe_p1","label":"Pie","url":"https://kitchen.example/pie","ingredientLines":["1 egg"]}}]}"#
        let book = scratch.path("book.paprikarecipes")
        try Data(Packing.zip([Packing.File("Soup.paprikarecipe", Packing.gzip(Array(soup.utf8)))]))
            .write(to: URL(filePath: book))
        let backup = scratch.path("mealie.zip")
        try Data(Packing.zip([Packing.File("m/recipes/bread/bread.json", Array(bread.utf8))]))
            .write(to: URL(filePath: backup))
        let hits = try scratch.write(pie, to: "hits.json")
        for (format, file, id, title) in [
            ("paprika", book, "external:paprika:A1", "Soup"), ("mealie", backup, "external:mealie:b1", "Bread"),
            ("edamam", hits, "external:edamam:recipe_p1", "Pie"),
        ] {
            let before = try directory.events
            let rehearsed = try directory.json("import", format, file, "--as", "@ada", "--dry-run")
            #expect(try rehearsed["appended"] as? Int == 1 && directory.events == before)
            #expect(try directory.json("import", format, file, "--as", "@ada")["appended"] as? Int == 1)
            #expect(try directory.json("recipe", id)["title"] as? String == title)
            #expect(try directory.json("import", format, file, "--as", "@ada")["unchanged"] as? Int == 1)
        }
        #expect(
            try directory.json("recipe", "external:paprika:A1")["postedAt"] as? String == "2012-09-05T13:03:36Z")
        // As many bytes as an archive may have, and more unpacked: refused in memory that is bounded.
        let bomb = scratch.path("bomb.paprikarecipes")
        let zeros = Packing.gzip([UInt8](repeating: 0x20, count: 64 << 20))
        try Data(Packing.zip((0..<20).map { Packing.File("\($0).paprikarecipe", zeros) })).write(
            to: URL(filePath: bomb))
        let run = try directory.start(["import", "paprika", bomb, "--as", "@ada", "--quiet"]).waitWatchingMemory()
        #expect(run.status == 6 && run.errors.contains("it unpacks to more than 16777216 bytes"), "\(run.errors)")
        #expect(run.peakBytes < 300 << 20)
    }

    @Test(
        "an unreadable file is refused in one line",
        arguments: ["cooklang", "recime", "themealdb", "mealie", "paprika", "edamam"])
    func whatCannotBeReadIsRefusedInOneLine(_ format: String) throws {
        let cut = try scratch.write("[{\"title\":\"A", to: "cut.json")
        let bytes = scratch.path("bytes.cook")
        try Data([0x40, 0xFF, 0x00]).write(to: URL(filePath: bytes))
        let long = scratch.path("long.json")
        try Data(repeating: 0x20, count: (16 << 20) + 1).write(to: URL(filePath: long))
        let empty = scratch.path("folder")
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        for (path, status) in [
            (format == "cooklang" ? bytes : cut, 6), (long, 6), (empty, 3), (scratch.path("absent"), 3),
            (format == "cooklang" ? bytes : "/dev/null", 6),
        ] as [(String, Int32)] {
            let run = try directory.run("import", format, path, "--as", "@ada", "--quiet")
            #expect(run.status == status, "\(path): \(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1 && run.errors.hasPrefix("larder: "), "\(run.errors)")
        }
        #expect(try directory.run("import", format, cut).status == 2)
    }
}
