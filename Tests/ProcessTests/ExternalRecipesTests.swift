import Foundation
import TestSupport
import Testing

/// Services of the web, for which a server of this machine stands in: looked through with `discover` and `recipe`, and posted
/// with `import`.
@Suite struct ExternalRecipesTests {
    private let scratch = TemporaryDirectory()
    private var directory: DataDirectory { DataDirectory(scratch.path("data")) }
    private static let keys = [
        "EDAMAM_APP_ID": "a1b2c3d4", "EDAMAM_APP_KEY": "s3cretkey", "THEMEALDB_KEY": "s3cretmeal",
    ]

    private func register() throws { #expect(try directory.run("register", "ada").status == 0) }

    /// Runs it, and holds whatever it says against the keys.
    private func run(_ arguments: [String], _ server: LoopbackServer, _ path: String = "/api") throws -> Program.Run {
        let all = ["--data", directory.path] + arguments + ["--base-url", server.url(path), "--allow-private"]
        let run = try Program(all, environment: Self.keys).wait()
        for secret in Self.keys.values {
            #expect(!run.output.contains(secret) && !run.errors.contains(secret), "\(arguments)")
        }
        return run
    }

    private func json(_ arguments: [String], _ server: LoopbackServer) throws -> [String: Any] {
        let run = try run(arguments + ["--json"], server)
        #expect(run.status == 0, "\(arguments): \(run.errors)")
        return try run.json()
    }

    private static func answer(_ text: String) -> LoopbackServer.Answer {
        LoopbackServer.Answer(type: "application/json", body: Array(text.utf8))
    }

    // MARK: TheMealDB

    private static let peaSoup =
        #"{"idMeal":"52001","strMeal":"Pea soup","strCategory":"Starter","strArea":"Dutch","strInstructions":"Soak.\r\nBoil.","#
        + #""strSource":"https://kitchen.example/pea","strIngredient1":"Peas","strMeasure1":"1 cup"}"#
    private static let leekSoup =
        #"{"idMeal":"52002","strMeal":"Leek soup","strInstructions":"Boil.","strIngredient1":"Leek","strMeasure1":"2"}"#
    private static let meals = #"{"meals":[\#(peaSoup),\#(leekSoup)]}"#
    private static let mealPath = "/api/s3cretmeal"

    private static let kitchen = [
        "\(mealPath)/search.php?s=soup": answer(meals),
        "\(mealPath)/search.php?s=nothing": answer(#"{"meals":null}"#),
        "\(mealPath)/lookup.php?i=52001": answer(#"{"meals":[\#(peaSoup)]}"#),
        "\(mealPath)/lookup.php?i=52003": answer(#"{"meals":null}"#),
        "\(mealPath)/lookup.php?i=52005": answer(#"{"meals":null}"#),
        "\(mealPath)/lookup.php?i=52004": answer(#"{"meals":[\#(peaSoup)]}"#),
    ]

    private static func ids(_ answer: [String: Any]) -> [String] {
        (answer["recipes"] as? [[String: Any]] ?? []).compactMap { $0["externalID"] as? String }
    }

    @Test("external recipes are shown without a community, and none is created")
    func lookingAroundTakesNoCommunityAndMakesNone() throws {
        let server = try LoopbackServer(Self.kitchen)
        defer { server.stop() }
        let found = try json(["discover", "--external", "themealdb", " soup "], server)
        #expect(found["position"] as? Int == 0)
        #expect(found["source"] as? String == "themealdb" && found["query"] as? String == "soup")
        #expect(Self.ids(found) == ["themealdb:52001", "themealdb:52002"] && found["next"] == nil)
        let first = try #require((found["recipes"] as? [[String: Any]])?.first)
        #expect(first["title"] as? String == "Pea soup" && first["cuisine"] as? String == "Dutch")
        #expect(first["ingredients"] == nil && first["adoptedAs"] == nil)
        let whole = try json(["recipe", "external:themealdb:52001", "--external", "--units", "metric"], server)
        #expect(whole["position"] as? Int == 0)
        #expect(whole["sourceURL"] as? String == "https://kitchen.example/pea")
        #expect((whole["steps"] as? [[String: Any]])?.compactMap { $0["text"] as? String } == ["Soak.", "Boil."])
        #expect((whole["ingredients"] as? [[String: Any]])?.first?["unit"] as? String == "ml")
        let text = try run(["recipe", "external:themealdb:52001", "--external"], server)
        #expect(
            text.output == """
                Pea soup
                external:themealdb:52001
                from https://kitchen.example/pea

                Dutch · Starter

                Ingredients
                - 1 cup Peas

                Steps
                1. Soak.
                2. Boil.

                """)
        let nothing = try json(["discover", "--external", "themealdb", "nothing"], server)
        #expect(Self.ids(nothing).isEmpty)
        let table = try run(["discover", "--external", "themealdb", "soup"], server)
        #expect(table.output.hasPrefix("external:themealdb:52001\tPea soup\tDutch\tStarter\t\t\n"))
        #expect(!FileManager.default.fileExists(atPath: directory.path))
    }

    @Test("an imported external recipe is the same from a file and from the service")
    func whatIsAdoptedIsTheSameFromFilesAndLive() throws {
        try register()
        let server = try LoopbackServer(Self.kitchen)
        defer { server.stop() }
        let file = try scratch.write(#"{"meals":[\#(Self.peaSoup)]}"#, to: "meal.json")
        let before = try directory.events
        let rehearsed = try json(["import", "themealdb", "--search", "soup", "--as", "@ada", "--dry-run"], server)
        #expect(try rehearsed["appended"] as? Int == 2 && directory.events == before)
        #expect(try directory.json("import", "themealdb", file, "--as", "@ada")["appended"] as? Int == 1)
        let ids = ["--id", "52001", "--id", "external:themealdb:52001"]
        let again = try json(["import", "themealdb", "--as", "@ada"] + ids, server)
        #expect(again["read"] as? Int == 1 && again["unchanged"] as? Int == 1)
        let found = try json(["discover", "--external", "themealdb", "soup"], server)
        let recipes = try #require(found["recipes"] as? [[String: Any]])
        let id = try #require(recipes[0]["adoptedAs"] as? String)
        #expect(try directory.json("recipe", "external:themealdb:52001")["id"] as? String == id)
        #expect(recipes[1]["adoptedAs"] == nil)
        #expect(try json(["recipe", "external:themealdb:52001", "--external"], server)["adoptedAs"] as? String == id)
        #expect(try directory.events == before + 1)
        let rest = try json(["import", "themealdb", "--search", "soup", "--as", "@ada"], server)
        #expect(rest["appended"] as? Int == 1 && rest["unchanged"] as? Int == 1)
        let leek = try directory.json("recipe", "external:themealdb:52002")
        #expect(leek["sourceURL"] as? String == "https://www.themealdb.com/meal/52002")
        #expect(try directory.text("recipe", id).contains("\nfrom https://kitchen.example/pea\n"))
        // What was deleted here stays deleted.
        #expect(try directory.run("delete", id, "--as", "@ada").status == 0)
        let gone = try json(["discover", "--external", "themealdb", "soup", "--limit", "1"], server)
        #expect((gone["recipes"] as? [[String: Any]])?.first?["adoptedAs"] == nil)
        #expect(gone["position"] as? Int == (try directory.events))
        let log = try directory.text("log", "export")
        for secret in Self.keys.values { #expect(!log.contains(secret)) }
    }

    @Test("a list of external recipes continues where it ended") func aListGoesOnWhereItEnded() throws {
        let server = try LoopbackServer(Self.kitchen)
        defer { server.stop() }
        let first = try json(["discover", "--external", "themealdb", "soup", "--limit", "1"], server)
        let next = try #require(first["next"] as? String)
        let second = try json(["discover", "--external", "themealdb", "soup", "--after", next], server)
        #expect(Self.ids(first) == ["themealdb:52001"] && Self.ids(second) == ["themealdb:52002"])
        #expect(second["next"] == nil)
        for (words, after) in [("nothing", next), ("soup", "AAAA"), ("soup", "?")] {
            let run = try run(["discover", "--external", "themealdb", words, "--after", after], server)
            #expect(run.status == 6 && run.errors.hasPrefix("larder: invalid: «\(after)»"), "\(run.errors)")
        }
    }

    @Test("known external ids are imported, unknown ones are reported") func someIDsAreThereAndSomeAreNot() throws {
        try register()
        let server = try LoopbackServer(Self.kitchen)
        defer { server.stop() }
        let report = scratch.path("report.txt")
        let ids = ["--id", "52003", "--id", "52001", "--id", "52004", "--id", "52005"]
        let answer = try json(["import", "themealdb", "--as", "@ada", "--errors", report] + ids, server)
        #expect(answer["appended"] as? Int == 1)
        #expect(answer["refused"] as? [String: Int] == ["not-found": 2, "unreadable": 1])
        #expect(
            try String(contentsOfFile: report, encoding: .utf8) == """
                themealdb 52003: not-found: TheMealDB has no recipe 52003
                themealdb 52004: unreadable: TheMealDB answered with another recipe
                themealdb 52005: not-found: TheMealDB has no recipe 52005

                """)
        let none = try run(["import", "themealdb", "--as", "@ada", "--id", "52003"], server)
        #expect(none.status == 3 && none.errors.contains("larder: not-found: there was no recipe to import"))
        let nothing = try run(["import", "themealdb", "--as", "@ada", "--search", "nothing"], server)
        #expect(nothing.status == 0, "\(nothing.errors)")
    }

    @Test("a recipe that a service lists twice is shown and imported once") func oneIDTwiceIsOneRecipe() throws {
        try register()
        let twice =
            #"{"meals":[\#(Self.leekSoup),\#(Self.leekSoup),\#(Self.leekSoup.replacing("Leek soup", with: "Leeks"))]}"#
        let server = try LoopbackServer(["\(Self.mealPath)/search.php?s=leek": Self.answer(twice)])
        defer { server.stop() }
        let run = try run(["discover", "--external", "themealdb", "leek", "--json"], server)
        #expect(try Self.ids(run.json()) == ["themealdb:52002"])
        #expect(
            run.errors
                == "larder: warning: themealdb «leek»: meal 3: invalid: external:themealdb:52002 is there twice, and says something else\n"
        )
        let answer = try json(["import", "themealdb", "--search", "leek", "--as", "@ada"], server)
        #expect(answer["appended"] as? Int == 1 && answer["unchanged"] as? Int == 1)
        #expect(answer["refused"] as? [String: Int] == ["conflict": 1])
    }

    @Test("as many as are wanted are shown if there are so many, and what cannot be read is told beside them")
    func unreadableOnesDoNotCount() throws {
        let meals =
            #"{"meals":[{"idMeal":"52009","strMeal":"","strInstructions":"x"},\#(Self.peaSoup),\#(Self.leekSoup)]}"#
        let server = try LoopbackServer(["\(Self.mealPath)/search.php?s=soup": Self.answer(meals)])
        defer { server.stop() }
        let first = try run(["discover", "--external", "themealdb", "soup", "--limit", "1", "--json"], server)
        let answer = try first.json()
        #expect(Self.ids(answer) == ["themealdb:52001"])
        #expect(first.errors.contains("meal 1: recipe-without-title"), "\(first.errors)")
        let rest = ["discover", "--external", "themealdb", "soup", "--after", try #require(answer["next"] as? String)]
        #expect(try Self.ids(json(rest, server)) == ["themealdb:52002"])
    }

    @Test("an unknown --as member is refused before a service is asked")
    func unknownMember() throws {
        let server = try LoopbackServer(Self.kitchen)
        defer { server.stop() }
        let questions = [
            ["discover", "--external", "themealdb", "soup"], ["recipe", "external:themealdb:52001", "--external"],
        ]
        for question in questions {
            let absent = try run(question + ["--as", "@adda"], server)
            #expect(absent.status == 3 && absent.errors.contains("there is no community"), "\(absent.errors)")
        }
        try register()
        for question in questions {
            let unknown = try run(question + ["--as", "@adda"], server)
            #expect(unknown.status == 3 && unknown.output.isEmpty)
            #expect(unknown.errors == "larder: not-found: there is no member @adda: did you mean @ada?\n")
            #expect(server.paths.isEmpty)
        }
        for question in questions { #expect(try run(question + ["--as", "@ada"], server).status == 0) }
    }

    // MARK: Edamam

    private static func hit(_ hash: String, _ label: String) -> String {
        #"{"recipe":{"uri":"http://www.edamam.com/ontologies/edamam.owl#recipe_\#(hash)","label":"\#(label)","source":"A Kitchen","#
            + #""url":"https://kitchen.example/\#(hash)","yield":4,"totalTime":50,"ingredientLines":["1 cup peas"]}}"#
    }

    @Test("an import follows the next pages of its own service only") func pagesAreTurnedHereAndNowhereElse() throws {
        try register()
        let elsewhere = try LoopbackServer([:])
        defer { elsewhere.stop() }
        let keys = "app_id=a1b2c3d4&app_key=s3cretkey"
        let next = elsewhere.url("/api?\(keys)&_cont=CHc%3D")
        let one =
            #"{"_links":{"next":{"href":"\#(next)"}},"hits":[\#(Self.hit("a1", "Pea soup")),\#(Self.hit("a2", "Pea pie"))]}"#
        let two = #"{"_links":{},"hits":[\#(Self.hit("a3", "Pea stew"))]}"#
        let server = try LoopbackServer([
            "/api?type=public&q=pea&\(keys)": Self.answer(one),
            "/api?type=public&q=pea&\(keys)&_cont=CHc%3D": Self.answer(two),
            "/api/a3?type=public&\(keys)": Self.answer(Self.hit("a3", "Pea stew")),
        ])
        defer { server.stop() }
        let all = try json(["discover", "--external", "edamam", "pea"], server)
        #expect(Self.ids(all) == ["edamam:recipe_a1", "edamam:recipe_a2", "edamam:recipe_a3"])
        #expect((all["recipes"] as? [[String: Any]])?.first?["totalMinutes"] as? Int == 50)
        let first = try json(["discover", "--external", "edamam", "pea", "--limit", "2"], server)
        let cursor = try #require(first["next"] as? String)
        let padded = cursor.replacing("-", with: "+").replacing("_", with: "/")
        let bytes = Data(base64Encoded: padded + String(repeating: "=", count: (4 - cursor.count % 4) % 4))
        #expect(String(decoding: try #require(bytes), as: UTF8.self).hasSuffix("0 CHc="))
        let rest = try json(["discover", "--external", "edamam", "pea", "--after", cursor], server)
        #expect(Self.ids(rest) == ["edamam:recipe_a3"])
        let adopted = try run(["import", "edamam", "--search", "pea", "--limit", "1", "--as", "@ada"], server)
        #expect(
            adopted.status == 0 && adopted.errors.contains("larder: warning: there are more: --limit 0 imports all"))
        #expect(try directory.json("recipe", "external:edamam:recipe_a1")["title"] as? String == "Pea soup")
        let byID = try json(["import", "edamam", "--id", "recipe_a3", "--id", "a3", "--as", "@ada"], server)
        #expect(byID["appended"] as? Int == 1 && byID["read"] as? Int == 1)
        let recipe = try directory.json("recipe", "external:edamam:recipe_a3")
        #expect(recipe["sourceURL"] as? String == "https://kitchen.example/a3")
        #expect(recipe["description"] as? String == "Recipe by A Kitchen, found through Edamam.")
        let hits = try scratch.write(two, to: "hits.json")
        #expect(try directory.json("import", "edamam", hits, "--as", "@ada")["unchanged"] as? Int == 1)
        let scaled = try json(["recipe", "external:edamam:recipe_a3", "--external", "--servings", "8"], server)
        #expect((scaled["ingredients"] as? [[String: Any]])?.first?["quantity"] as? Int == 2)
        #expect(elsewhere.paths.isEmpty)
        let log = try directory.text("log", "export")
        for secret in Self.keys.values { #expect(!log.contains(secret)) }
    }

    @Test("external recipes found before a failure are shown") func whatWasFoundBeforeAFailureIsShown() throws {
        let keys = "app_id=a1b2c3d4&app_key=s3cretkey"
        let one = #"{"_links":{"next":{"href":"http://x.example/?_cont=c2"}},"hits":[\#(Self.hit("a1", "Pea soup"))]}"#
        let server = try LoopbackServer([
            "/api?type=public&q=pea&\(keys)": Self.answer(one),
            "/api?type=public&q=pea&\(keys)&_cont=c2": LoopbackServer.Answer(status: "429 Too Many Requests"),
        ])
        defer { server.stop() }
        let run = try run(["discover", "--external", "edamam", "pea", "--json"], server)
        #expect(
            run.status == 8 && run.errors.hasPrefix("larder: unavailable: edamam «pea»: Edamam was asked too often"))
        let found = try run.json()
        #expect(Self.ids(found) == ["edamam:recipe_a1"])
        let rest = ["discover", "--external", "edamam", "pea", "--after", try #require(found["next"] as? String)]
        #expect(try self.run(rest, server).status == 8 && server.paths.last == server.paths.dropLast().last)
        try register()
        let taken = try self.run(
            ["import", "edamam", "--search", "pea", "--limit", "0", "--as", "@ada", "--json"], server)
        #expect(taken.status == 8 && !taken.errors.contains("--limit 0"), "\(taken.errors)")
        let report = try taken.json()
        #expect(report["appended"] as? Int == 1 && report["refused"] as? [String: Int] == ["unreachable": 1])
    }

    @Test("Edamam gets the account user if one is set")
    func whoIsAskedForIsToldWhereThatIsWanted() throws {
        let server = try LoopbackServer([:])
        defer { server.stop() }
        let arguments = ["discover", "--external", "edamam", "pea", "--base-url", server.url("/"), "--allow-private"]
        for user in ["", "ada"] {
            _ = try Program(arguments, environment: Self.keys.merging(["EDAMAM_ACCOUNT_USER": user]) { $1 }).wait()
        }
        #expect(server.heads.map { $0.contains("Edamam-Account-User: ada\r\n") } == [false, true])
        for (missing, status) in [("EDAMAM_APP_ID", Int32(2)), ("EDAMAM_APP_KEY", 2), ("THEMEALDB_KEY", 8)] {
            let run = try Program(arguments, environment: Self.keys.filter { $0.key != missing }).wait()
            #expect(run.status == status && (status == 8 || run.errors.contains("$\(missing)")), "\(run.errors)")
        }
        #expect(server.paths.count == 3)
    }

    // MARK: What goes wrong

    private static let endless = Array(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
    private static let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x20, count: 65_536) + Array("\r\n".utf8)

    /// What the server answers, how the command ends, and what it says.
    private static let failures: [(answer: LoopbackServer.Answer, status: Int32, words: String)] = [
        (LoopbackServer.Answer(status: "401 Unauthorized"), 4, "refuses the key: check $"),
        (LoopbackServer.Answer(status: "403 Forbidden"), 4, "refuses the key: check $"),
        (LoopbackServer.Answer(status: "404 Not Found"), 8, "404"),
        (LoopbackServer.Answer(status: "429 Too Many Requests"), 8, "was asked too often: try again later"),
        (LoopbackServer.Answer(status: "500 s3cretkey"), 8, "answered 500"),
        (LoopbackServer.Answer(body: Array("<!DOCTYPE html><p>s3cretkey s3cretmeal".utf8)), 6, "a page for people"),
        (LoopbackServer.Answer(type: "image/png"), 6, "it is image/png"),
        (answer(#"{"meals":[{"idMeal":"s3cretmeal"#), 6, "invalid JSON at byte "),
        (answer(#"{"meals":7,"hits":7}"#), 6, "are no list"),
        (answer(""), 6, "invalid JSON at byte 1"),
        (
            LoopbackServer.Answer(bytes: endless + Array(repeatElement(chunk, count: 90).joined()), hangs: true), 6,
            "longer than"
        ),
        (.redirect(to: "/api/loop?s3cretkey"), 8, "redirected more than 5 times"),
        (.redirect(to: "http://s3cretmeal.example/s3cretkey"), 4, "redirects to another server"),
        (.redirect(to: "file:///s3cretkey"), 4, "its address is not an http or https URL"),
        (LoopbackServer.Answer(bytes: Array("nonsense\r\n\r\n".utf8)), 8, "could not be asked"),
    ]

    @Test(
        "a failing external service is reported in one line",
        arguments: Tier.share(of: Array(failures.indices), oneIn: 3))
    func whatGoesWrongIsToldInOneLine(index: Int) throws {
        let failure = Self.failures[index]
        let keys = "app_id=a1b2c3d4&app_key=s3cretkey"
        let paths = [
            "\(Self.mealPath)/search.php?s=pea", "\(Self.mealPath)/lookup.php?i=52001",
            "/api?type=public&q=pea&\(keys)",
            "/api/a1?type=public&\(keys)", "/api/loop?s3cretkey",
        ]
        let server = try LoopbackServer(Dictionary(uniqueKeysWithValues: paths.map { ($0, failure.answer) }))
        defer { server.stop() }
        try register()
        let events = try directory.events
        for service in ["themealdb", "edamam"] {
            let id = service == "edamam" ? "recipe_a1" : "52001"
            for (arguments, isLookup) in [
                (["discover", "--external", service, "pea"], false),
                (["recipe", "external:\(service):\(id)", "--external"], true),
                (["import", service, "--search", "pea", "--as", "@ada", "--quiet"], false),
                (["import", service, "--id", id, "--as", "@ada", "--quiet"], true),
            ] {
                let run = try run(arguments, server)
                // Where one recipe is asked for, that it is not there is an answer, and an object may be one.
                let isAbsent = isLookup && service == "edamam" && failure.words == "404"
                #expect(run.status == (isAbsent ? 3 : failure.status), "\(arguments): \(run.errors)")
                #expect(run.errors.contains(isAbsent ? "has no recipe \(id)" : failure.words), "\(run.errors)")
                #expect(
                    run.errors.split(separator: "\n").count == 1 && run.errors.hasPrefix("larder: "), "\(run.errors)")
            }
        }
        #expect(try directory.events == events)
    }

    @Test("an unreachable external service and a private address are refused")
    func nobodyThereAndNobodyWhoMayBeAsked() throws {
        try register()
        let server = try LoopbackServer([:])
        server.stop()
        let gone = try run(["discover", "--external", "themealdb", "pea"], server)
        #expect(
            gone.status == 8 && gone.errors.hasPrefix("larder: unavailable: themealdb «pea»: 127.0.0.1"),
            "\(gone.errors)")
        let there = try LoopbackServer([:])
        defer { there.stop() }
        let within = try directory.start(["discover", "--external", "themealdb", "pea", "--base-url", there.url("/")])
            .wait()
        #expect(within.status == 4 && within.errors.contains("--allow-private") && there.paths.isEmpty)
        // An unauthorized request is not retried.
        let door = try LoopbackServer(["\(Self.mealPath)/lookup.php?i=1": LoopbackServer.Answer(status: "401 No")])
        defer { door.stop() }
        let ids = ["--id", "1", "--id", "2", "--id", "3"]
        let run = try run(["import", "themealdb", "--as", "@ada"] + ids, door)
        #expect(run.status == 4 && door.paths.count == 1, "\(run.errors)")
        #expect(run.errors.contains("themealdb 3: forbidden: TheMealDB refuses the key"))
    }

    @Test(
        "contradictory options for external recipes are refused",
        arguments: [
            ["discover", "--external", "themealdb"], ["discover", "--external", "themealdb", " "],
            ["discover", "--external", "spoon", "pea"], ["discover", "--external", "themealdb", "pea", "--trending"],
            ["discover", "--external", "themealdb", "pea", "--as-of", "1"],
            ["discover", "--external", "themealdb", "pea", "--at-least", "1"],
            ["discover", "--external", "themealdb", "pea", "--base-url", "ftp://x"],
            ["discover", "--base-url", "http://127.0.0.1:9"], ["discover", "--allow-private"],
            ["recipe", "r2", "--external"], ["recipe", "external:themealdb:x", "--external"],
            ["recipe", "external:foodcom:1", "--external"], ["recipe", "r2", "--base-url", "http://127.0.0.1:9"],
            ["recipe", "external:themealdb:1", "--external", "--versions"],
            ["recipe", "external:themealdb:1", "--external", "--as-of", "1"],
            ["import", "themealdb", "--as", "@ada"], ["import", "themealdb", "meal.json", "--id", "1", "--as", "@ada"],
            ["import", "themealdb", "--search", "pea", "--id", "1", "--as", "@ada"],
            ["import", "themealdb", "meal.json", "--base-url", "http://127.0.0.1:9", "--as", "@ada"],
            ["import", "themealdb", "--id", "1/2", "--as", "@ada"], ["import", "themealdb", "--id", "1"],
            ["import", "themealdb", "--id", "external:edamam:1", "--as", "@ada"],
            ["why", "discover", "--external", "themealdb", "pea"],
            ["why", "recipe", "external:themealdb:1", "--external"],
        ])
    func whatMakesNoSenseIsRefused(arguments: [String]) throws {
        try register()
        let run = try directory.start(arguments).wait()
        #expect(run.status == 2 && run.errors.hasPrefix("larder: usage: "), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1 && run.output.isEmpty)
    }
}
