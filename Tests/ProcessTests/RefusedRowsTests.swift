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
        let reason = "wrong-number-of-columns: it has 3 columns, not 12"
        let summary = """
            larder: invalid: nothing was accepted: 1,500 of 1,500 rows were refused: \(recipes):2: \(reason); \
            \(recipes):3: \(reason); \(recipes):4: \(reason)
            """
        #expect(kept.status == 6 && kept.errors == "\(summary). \(scratch.path("errors")) has the reasons\n")
        let lines = try String(contentsOfFile: scratch.path("errors"), encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 1500)
        #expect(lines.last == "\(recipes):1501: wrong-number-of-columns: it has 3 columns, not 12")

        for quiet in [[], ["--quiet"]] {
            let run = try directory.start(arguments + quiet).wait()
            #expect(run.status == 6 && run.errors == "\(summary). --errors FILE writes each refusal into a file\n")
        }
    }

    @Test("a submission that refused some lines exits 0 with one line, also with --quiet; one that refused all exits 6")
    func refusalsAreNeverSilent() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        let event =
            #"{"specversion":"1.0","type":"larder.member.registered","source":"t","id":"1","#
            + #""data":{"username":"ada","name":"Ada"}}"#
        let mixed = try scratch.write("\(event)\nnonsense\n[]\n{\n7\n", to: "mixed.ndjson")
        let nonsense = try scratch.write("nonsense\n", to: "nonsense.ndjson")
        for arguments in [["submit", mixed], ["submit", mixed, "--quiet"], ["submit", mixed, "--json"]] {
            let run = try directory.start(arguments).wait()
            #expect(run.status == 0 && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
            #expect(
                run.errors.hasPrefix("larder: warning: 4 of 5 lines were refused: line 2: invalid: "), "\(run.errors)")
            #expect(run.errors.contains("; line 4: ") && !run.errors.contains("line 5: "), "\(run.errors)")
            #expect(run.errors.hasSuffix(". --errors FILE writes each refusal into a file\n"), "\(run.errors)")
        }
        let all = try directory.start(["submit", nonsense, "--quiet"]).wait()
        #expect(all.status == 6, "\(all.errors)")
        #expect(
            all.errors.hasPrefix("larder: invalid: nothing was accepted: 1 of 1 line was refused: line 1: "),
            "\(all.errors)")
        #expect(try directory.start(["submit", scratch.write("", to: "empty")]).wait().status == 0)
    }

    @Test("refused lines are corrected in the errors file and submitted again")
    func refusedLinesCanBeMendedAndSentAgain() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("register", "ada").status == 0)
        let event = #"{"specversion":"1.0","type":"larder.member.followed","source":"t","id":"1","actor":"@ada""#
        let file = try scratch.write("\(event),\"subject\":\"@bo\"}\nnonsense\n", to: "events.ndjson")
        let errors = scratch.path("errors.ndjson")
        let all = try directory.run("submit", file, "--errors", errors, "--json")
        #expect(try all.status == 6 && all.json()["appended"] as? Int == 0)
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
