import Foundation
import TestSupport
import Testing

/// Malformed files: what can be read goes in, the rest is counted by reason.
@Suite struct HostileRowTests {
    private static func recipe(_ name: String, _ id: Int, date: String = "2008-01-02") -> String {
        "\(name),\(id),10,1,\(date),\"['easy']\",[],1,\"['stir']\",,\"['water']\",1\n"
    }

    @Test("hostile rows of an import are refused one by one, and the rest is imported")
    func hostileRowsAreRefusedOneByOne() throws {
        let scratch = TemporaryDirectory()
        var recipes = Data(
            "name,id,minutes,contributor_id,submitted,tags,nutrition,n_steps,steps,description,ingredients,n_ingredients\n"
                .utf8)
        let before = [
            Self.recipe("good", 1), "too,few\n", Self.recipe("bad date", 3, date: "2008-02-30"), Self.recipe("", 4),
            Self.recipe("again", 1), Self.recipe("\"two\nlines\"", 6), Self.recipe("nul\0in", 7),
        ]
        recipes.append(Data(before.joined().utf8))
        recipes.append(Data([0xFF, 0xFE]) + Data(Self.recipe("bad", 8).utf8))
        recipes.append(Data("huge,9,10,1,2008-01-02,\"['easy']\",[],1,\"['stir']\",".utf8))
        recipes.append(Data(repeating: UInt8(ascii: "x"), count: 100_000_000))
        recipes.append(Data((",\"['water']\",1\n" + Self.recipe("after", 10)).utf8))
        var interactions = Data("user_id,recipe_id,date,rating,review\n".utf8)
        let rows = [
            "2,1,2008-01-03,5,fine\n", "2,1,2008-01-04,9,\n", "2,99,2008-01-04,5,\n", "2,1,2008-13-04,5,\n", "2,1\n",
            "2,9,2008-01-05,5,\n", "2,10,2008-01-05,4,\"two\nlines\"\n", "2,1,2008-01-06,4,nul\0here\n",
        ]
        interactions.append(Data(rows.joined().utf8))
        interactions.append(Data("2,1,2008-01-07,4,".utf8) + Data([0xFF, 0xFF, 0x0A]))
        let paths = (scratch.path("recipes.csv"), scratch.path("interactions.csv"))
        try recipes.write(to: URL(filePath: paths.0))
        try interactions.write(to: URL(filePath: paths.1))

        let directory = DataDirectory(scratch.path("data"))
        let arguments = ["import", "foodcom", "--recipes", paths.0, "--interactions", paths.1, "--json"]
        let run = try directory.start(arguments).waitWatchingMemory()
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.peakBytes > 0 && run.peakBytes < 1 << 30)
        let report = try run.json()
        let refused = try #require(report["refused"] as? [String: Int])
        #expect(
            refused == [
                "duplicate-recipe-id": 1, "invalid": 5, "rating-out-of-range": 1, "recipe-without-title": 1,
                "unknown-recipe": 2, "unreadable-date": 2, "wrong-number-of-columns": 2,
            ])
        #expect(report["read"] as? Int == 19)
        let kinds = try #require(report["appendedByKind"] as? [String: Int])
        #expect(kinds["recipe.posted"] == 3 && kinds["recipe.rated"] == 2 && kinds["comment.posted"] == 2)
        _ = try directory.wholeLog()
        try directory.expectVerified()
    }
}
