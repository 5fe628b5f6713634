import CloudEvents
import Community
import Events
import Foundation
import Recipes
import TestSupport
import Testing

/// Other programs' recipes: Cooklang's own, TheMealDB's answers, and what apps keep, clean and spoilt.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence)) struct RecipeFormatsTests {
    private let scratch = TemporaryDirectory()

    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: SharedData.url("recipe-import/\(name)")))
    }

    /// Imports all of it twice.
    private func report(_ items: [FoundItem]) throws -> ImportReport {
        let community = try Community.open(at: scratch.path("community"), mode: .createIfAbsent)
        defer { community.close() }
        var registration = ProtoMemberRegistered()
        (registration.username, registration.name) = ("ada", "Ada")
        _ = try community.submit(Command(.memberRegistered, actor: nil, payload: .registration(registration)))
        func run() throws -> ImportReport {
            var rest: [FoundItem]? = items
            return try RecipeImport(as: .username("ada")).run(
                {
                    defer { rest = nil }
                    return rest
                }, begin: community.stream().begin)
        }
        let first = try run()
        let again = try run()
        #expect(again.appended == 0 && again.unchanged == first.appended + first.unchanged)
        #expect(again.refused == first.refused)
        return first
    }

    @Test("the seed recipes of Cooklang are imported once, with their titles") func cooklangRecipes() throws {
        var items: [FoundItem] = []
        for folder in ["cookcli-seed", "examples"] {
            let path = SharedData.url("recipe-import/cooklang/\(folder)").path
            for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
                items.append(
                    CooklangFile.recipe(
                        in: try bytes("cooklang/\(folder)/\(name)"), name: String(name.dropLast(5)), place: name))
            }
        }
        let report = try report(items)
        #expect(report.read == 16 && report.appended == 16 && report.refused.isEmpty)
        let titles = report.recipes?.map(\.title) ?? []
        #expect(titles.contains("Classic Risotto alla Milanese") && titles.contains("Olivier Salad"))
    }

    @Test(
        "recipes of other apps are imported once, and rejects are counted",
        arguments: [
            ("akkram101-recipes_mock", 50, [:]), ("julesian-recipes", 10, [:]), ("leohsmedeiros-recipes", 10, [:]),
            ("kaizzalainangeles-recipes", 27, ["invalid": 2, "recipe-without-title": 1]),
        ] as [(String, Int, [String: Int])])
    func appsRecipes(_ name: String, _ taken: Int, _ refused: [String: Int]) throws {
        let report = try report(ReciMeFile.recipes(in: try bytes("recime-style/\(name).json"), place: name))
        #expect(report.appended + report.unchanged == taken && report.refused == refused)
    }

    @Test("answers of TheMealDB are imported once, and an empty answer is rejected") func meals() throws {
        let answers = try report(TheMealDBFile.recipes(in: try bytes("themealdb/dev-search.json"), place: "search"))
        #expect(answers.read == 80 && answers.appended == 80 && answers.refused.isEmpty)
        let none = TheMealDBFile.recipes(in: try bytes("themealdb/no-result.json"), place: "none")
        guard case .refused(let refused)? = none.first else {
            Issue.record("taken")
            return
        }
        #expect(refused.reason == .noRecipe)
    }

    @Test("answers of TheMealDB with lists of ingredients are imported once") func mealsInTheNewerShape() throws {
        let path = try SharedData.unzipped(
            "recipe-import/themealdb/bulk-489-ingredients-array.json.gz", in: scratch)
        let items = TheMealDBFile.recipes(
            in: Array(try Data(contentsOf: URL(fileURLWithPath: path))), place: "bulk")
        let report = try report(items)
        #expect(report.read == 489 && report.appended == 489 && report.refused.isEmpty)
    }
}
