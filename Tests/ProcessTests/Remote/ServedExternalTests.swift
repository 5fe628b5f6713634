import Foundation
import TestSupport
import Testing

/// Recipes of another service, for which a server of this machine stands in, through `larder serve` and its clients.
@Suite(.serialized) struct ServedExternalTests {
    private let scratch = TemporaryDirectory()
    private static let key = "s3cretmeal"

    private static let meal =
        #"{"idMeal":"52001","strMeal":"Pea soup","strArea":"Dutch","strInstructions":"Boil.","strIngredient1":"Peas","#
        + #""strMeasure1":"1 cup"}"#

    private static let kitchen = ["search.php?s=soup", "lookup.php?i=52001"].reduce(
        into: [String: LoopbackServer.Answer]()
    ) { answers, path in
        answers["/api/\(key)/\(path)"] = LoopbackServer.Answer(
            type: "application/json", body: Array(#"{"meals":[\#(meal)]}"#.utf8))
    }

    /// Runs a command with the key in its environment, or without.
    private func run(_ arguments: [String], key: String? = Self.key) throws -> Program.Run {
        try Program(arguments, environment: key.map { ["THEMEALDB_KEY": $0] } ?? [:]).wait()
    }

    @Test("a service's own key serves its clients' searches, and no client and no log sees it")
    func servedToClients() throws {
        let kitchen = try LoopbackServer(Self.kitchen)
        defer { kitchen.stop() }
        let log = scratch.path("served.log")
        let program = try Program(
            [
                "-c", "exec \"$0\" \"$@\" 2> '\(log)'", try #require(Program.location).path, "serve", "--data",
                scratch.path("data"), "--address", "127.0.0.1:0", "--external-url",
                "themealdb=\(kitchen.url("/api"))", "--external-private",
            ], executable: URL(filePath: "/bin/bash"), environment: ["THEMEALDB_KEY": Self.key])
        var said = ""
        for _ in 0..<3_600 where program.isRunning {
            said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            if said.contains("serving at ") { break }
            usleep(50_000)
        }
        let url = String(try #require(said.firstMatch(of: /serving at (https?:\/\/\S+)/)?.output.1, "\(said)"))
        let search = ["discover", "--external", "themealdb", "soup", "--server", url]
        let found = try run(search + ["--json"], key: nil)
        #expect(found.status == 0, "\(found.errors)")
        let recipes = try #require(try found.json()["recipes"] as? [[String: Any]])
        #expect(recipes.map { $0["externalID"] as? String } == ["themealdb:52001"])
        let table = try run(search, key: nil)
        #expect(table.output == "external:themealdb:52001\tPea soup\tDutch\t\t\t\n", "\(table.output)")
        let shown = try run(
            ["recipe", "external:themealdb:52001", "--external", "--units", "metric", "--server", url, "--json"],
            key: nil)
        let ingredients = try #require(try shown.json()["ingredients"] as? [[String: Any]])
        #expect(ingredients.first?["unit"] as? String == "ml", "\(shown.output)\(shown.errors)")
        let absent = try run(["discover", "--external", "edamam", "soup", "--server", url], key: nil)
        #expect(absent.status == 3 && absent.errors.contains("there are themealdb"), "\(absent.errors)")
        let based = try run(search + ["--base-url", kitchen.url("/api"), "--allow-private"])
        #expect(based.status == 2 && based.errors.contains("asks the other service itself"), "\(based.errors)")
        #expect(kitchen.paths.count == 2)
        program.send(SIGTERM)
        #expect(try program.wait().status == 0)
        let lines = try String(contentsOfFile: log, encoding: .utf8)
        for text in [found.output, table.output, shown.output, absent.errors, based.errors, lines] {
            #expect(!text.contains(Self.key))
        }
    }

    @Test("sources are those whose keys are set, and no setting shows a key") func settings() throws {
        let config = ["config", "--data", scratch.path("data"), "--json"]
        func values(_ name: String, _ run: Program.Run) throws -> [String]? {
            let settings = try #require(try run.json()["settings"] as? [[String: Any]])
            return settings.first { $0["name"] as? String == name }?["values"] as? [String]
        }
        let without = try run(config, key: nil)
        #expect(try values("external", without) == ["none"])
        let set = try run(config + ["--rate-limit", "guest-fetches=5/7h"])
        #expect(try values("external", set) == ["themealdb"] && !set.output.contains(Self.key))
        #expect(try values("rate-limit", set)?.contains("guest-fetches=5/7h") == true)
        #expect(try values("external", try run(config + ["--external", "none"])) == ["none"])
        for (more, words) in [
            (["--external", "edamam"], "$EDAMAM_APP_ID"), (["--external", "spoon"], "spoon"),
            (["--external-url", "themealdb"], "themealdb=https"),
            (["--external-url", "themealdb=ftp://x"], "base URL"),
        ] {
            let refused = try run(config + more)
            #expect(refused.status == 2 && refused.errors.contains(words), "\(more): \(refused.errors)")
        }
        // Half a key is a mistake.
        let half = try Program(config, environment: ["EDAMAM_APP_ID": "a1b2c3d4"]).wait()
        #expect(half.status == 2 && half.errors.contains("$EDAMAM_APP_KEY"), "\(half.errors)")
    }
}
