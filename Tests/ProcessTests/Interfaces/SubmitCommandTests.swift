import Foundation
import TestSupport
import Testing

/// «Submitting in bulk»: `larder submit [FILE|-]`.
@Suite struct SubmitCommandTests {
    private static let lines = [
        #"{"specversion":"1.0","type":"larder.member.registered","source":"app","id":"u1","time":"2026-01-05T08:00:00Z","actor":"@ada","data":{"username":"ada","name":"Ada"}}"#,
        #"{"specversion":"1.0","type":"larder.recipe.liked","source":"app","id":"a0","actor":"@bo","subject":"external:app:p1"}"#,
        #"{"specversion":"1.0","type":"larder.recipe.posted","source":"app","id":"p1","time":"2026-01-05T09:00:00Z","actor":"@ada","data":{"title":"Soup","ingredients":[{"original":"1 l water"}],"steps":[{"text":"Boil."}],"tags":["quick"]}}"#,
        #"{"specversion":"1.0","type":"larder.member.registered","source":"app","id":"u2","data":{"username":"bo","name":"Bo"}}"#,
        #"{"specversion":"1.0","type":"larder.recipe.rated","source":"app","id":"a1","actor":"@bo","subject":"external:app:p1","data":{"stars":5}}"#,
        #"{"specversion":"1.0","type":"larder.comment.posted","source":"app","id":"c1","actor":"@bo","subject":"external:app:p1","data":{"text":"Lovely!"}}"#,
        #"{"specversion":"1.0","type":"larder.comment.posted","source":"app","id":"c2","actor":"@ada","subject":"external:app:p1","cause":"external:app:c1","data":{"text":"Thank you!"}}"#,
        #"{"specversion":"1.0","type":"larder.recipe.unliked","source":"app","id":"a3","actor":"@bo","subject":"r3"}"#,
        #"{"specversion":"1.0","type":"larder.recipe.rated","source":"app","id":"a4","actor":"@bo","subject":"r3","data":{"stars":5,"colour":"red"}}"#,
        "not JSON",
    ]

    private struct Place {
        let scratch = TemporaryDirectory()
        var directory: DataDirectory { DataDirectory(scratch.path("data")) }

        func write(_ lines: [String]) throws -> String {
            try scratch.write(lines.joined(separator: "\n") + "\n", to: "events.ndjson")
        }
    }

    @Test("lines are decided in file order, each against all before it; the second time nothing is appended")
    func inOrder() throws {
        let place = Place()
        let file = try place.write(Self.lines)
        let first = try place.directory.json("submit", file)
        // The like comes before its recipe and its member; there is no like that a3 could take back.
        #expect(first["read"] as? Int == 10 && first["appended"] as? Int == 6 && first["unchanged"] as? Int == 1)
        #expect(first["refused"] as? [String: Int] == ["not-found": 1, "invalid": 2])
        // One more than was appended: that a3 was unchanged is remembered.
        let events = try place.directory.events
        #expect(events == 1 + 6 + 1)
        let second = try place.directory.json("submit", file)
        // The like finds its recipe now.
        #expect(second["appended"] as? Int == 1 && second["unchanged"] as? Int == 7)
        let third = try place.directory.json("submit", file)
        #expect(third["appended"] as? Int == 0 && third["unchanged"] as? Int == 8)
        #expect(try place.directory.events == events + 1)
        let recipe = try place.directory.json("recipe", "external:app:p1")
        #expect(recipe["likes"] as? Int == 1 && recipe["comments"] as? Int == 2)
    }

    @Test("it reads standard input, and a JSON batch as well as NDJSON", arguments: [true, false])
    func standardInput(isBatch: Bool) throws {
        let place = Place()
        let lines = Self.lines.dropLast()
        let file = try place.write(isBatch ? ["[" + lines.joined(separator: ",\n") + "]"] : Array(lines))
        let input = try #require(FileHandle(forReadingAtPath: file))
        let run = try Program(["--data", place.directory.path, "submit", "-", "--json"], input: input).wait()
        #expect(run.status == 0, "\(run.errors)")
        #expect(try run.json()["appended"] as? Int == 6)
    }

    @Test("it ends with a table: read, appended, unchanged, refused by code; and exits 0 if a line was accepted")
    func table() throws {
        let place = Place()
        let run = try place.directory.run("submit", place.write(Self.lines))
        #expect(run.status == 0)
        let rows = run.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        for row in [["read", "10"], ["appended", "6"], ["unchanged", "1"]] { #expect(rows.contains(row), "\(rows)") }
        for (code, count) in [("invalid", "2"), ("not-found", "1")] {
            #expect(rows.contains { $0.first?.contains(code) == true && $0.last == count }, "\(rows)")
        }
    }

    @Test("--strict stops at the first refusal with its exit code")
    func strict() throws {
        let place = Place()
        let run = try place.directory.run("submit", place.write(Self.lines), "--strict")
        #expect(run.status == 3, "\(run.errors)")
        #expect(try place.directory.events == 2)
        let invalid = try place.directory.run("submit", place.write([Self.lines[0], Self.lines[9]]), "--strict")
        #expect(invalid.status == 6, "\(invalid.errors)")
        #expect(try place.directory.run("submit", place.write([Self.lines[0]]), "--strict").status == 0)
    }

    @Test("--errors FILE: refused lines with their reasons, ready to be mended and sent again")
    func errors() throws {
        let place = Place()
        let errors = place.scratch.path("errors.ndjson")
        #expect(try place.directory.run("submit", place.write(Self.lines), "--errors", errors).status == 0)
        let refused = try String(contentsOfFile: errors, encoding: .utf8).split(separator: "\n")
        #expect(refused.count == 3)
        for (line, reason) in zip(refused, ["line 2: not-found", "line 9: invalid", "line 10: invalid"]) {
            #expect(line.contains(reason), "\(line)")
        }
        #expect(refused.count > 1 && refused[1].contains("colour"))
        // The first can be carried out by now.
        let again = try place.directory.json("submit", errors)
        #expect(again["read"] as? Int == 3 && again["appended"] as? Int == 1)
    }
}
