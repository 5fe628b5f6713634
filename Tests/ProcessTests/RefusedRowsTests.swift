import Foundation
import TestSupport
import Testing

/// What an import or a submission refuses is named, all of it with `--errors FILE`.
@Suite struct RefusedRowsTests {
    private static let recipeColumns =
        "name,id,minutes,contributor_id,submitted,tags,nutrition,n_steps,steps,description,ingredients,n_ingredients"

    @Test("the errors file of an import has every rejected and changed row")
    func theErrorsFileOfAnImportKeepsAll() throws {
        let scratch = TemporaryDirectory()
        let rows = [Self.recipeColumns] + (1...1500).map { "too,few,\($0)" }
        let recipes = try scratch.write(rows.joined(separator: "\n") + "\n", to: "recipes.csv")
        let interactions = try scratch.write("user_id,recipe_id,date,rating,review\n", to: "interactions.csv")
        let directory = DataDirectory(scratch.path("data"))
        let arguments = ["import", "foodcom", "--recipes", recipes, "--interactions", interactions]

        let kept = try directory.start(arguments + ["--errors", scratch.path("errors")]).wait()
        #expect(kept.status == 0 && kept.errors.isEmpty)
        let lines = try String(contentsOfFile: scratch.path("errors"), encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 1500)
        #expect(lines.last == "\(recipes):1501: wrong-number-of-columns: it has 3 columns, not 12")

        let shown = try directory.start(arguments).wait().errors.split(separator: "\n")
        #expect(shown.count == 21)
        #expect(shown.first == "larder: warning: \(recipes):2: wrong-number-of-columns: it has 3 columns, not 12")
        #expect(shown.last == "larder: warning: … and 1480 more: --errors FILE lists them")
    }

    @Test("refused lines are mended in the errors file and submitted again")
    func refusedLinesCanBeMendedAndSentAgain() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("register", "ada").status == 0)
        let event = #"{"specversion":"1.0","type":"larder.member.followed","source":"t","id":"1","actor":"@ada""#
        let file = try scratch.write("\(event),\"subject\":\"@bo\"}\nnonsense\n", to: "events.ndjson")
        let errors = scratch.path("errors.ndjson")
        #expect(try directory.json("submit", file, "--errors", errors)["appended"] as? Int == 0)
        let lines = try String(contentsOfFile: errors, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix(#"{"refusal":"line 1: not-found: "#) == true)
        #expect(lines.last?.hasSuffix(#","text":"nonsense"}"#) == true)
        #expect(try directory.run("register", "bo").status == 0)
        let again = try directory.json("submit", errors, "--errors", scratch.path("still"))
        #expect(again["appended"] as? Int == 1)
        #expect(try String(contentsOfFile: scratch.path("still"), encoding: .utf8).split(separator: "\n").count == 1)
    }

    /// A link, or a device: nothing is put in its place.
    @Test("the errors file is written through a link") func refusedLinesGoWhereTheFileLeads() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        let target = try scratch.write("of before\n", to: "target")
        let link = scratch.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
        let file = try scratch.write("nonsense\n", to: "events.ndjson")
        _ = try directory.run("register", "ada")
        _ = try directory.run("submit", file, "--errors", link)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target")
        #expect(try String(contentsOfFile: target, encoding: .utf8).hasSuffix(#","text":"nonsense"}"# + "\n"))
        let kind = try FileManager.default.attributesOfItem(atPath: "/dev/full")[.type] as? FileAttributeType
        let full = try directory.run("submit", file, "--errors", "/dev/full")
        #expect(full.status == 8, "\(full.errors)")
        #expect(try FileManager.default.attributesOfItem(atPath: "/dev/full")[.type] as? FileAttributeType == kind)
    }

    @Test("an errors file in the place of the input is refused") func whatIsReadIsNotOverwritten() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        let file = try scratch.write("nonsense\n", to: "events.ndjson")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("link"), withDestinationPath: scratch.path("events.ndjson"))
        for errors in [file, scratch.path("./events.ndjson"), scratch.path("link")] {
            let run = try directory.run("submit", file, "--errors", errors)
            #expect(run.status == 2, "\(errors)")
        }
        let run = try directory.run(
            "import", "foodcom", "--recipes", file, "--interactions", scratch.path("other"), "--errors", file)
        #expect(run.status == 2)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "nonsense\n")
    }
}
