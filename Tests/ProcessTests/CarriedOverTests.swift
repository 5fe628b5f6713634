import Foundation
import TestSupport
import Testing

/// Numbers from the time before Larder, as people import and see them.
@Suite struct CarriedOverTests {
    private let scratch = TemporaryDirectory()

    private static let export = #"""
        {"users":{"u1":{"name":"Ada","username":"ada","xp":420,"level":"Master Chef","isAdmin":true},"u2":{"name":"Bo","username":"bo"}},
        "recipes":{"r1":{"title":"Soup","steps":["Boil."],"userId":"u1","likes":12,"createdAt":"2026-01-01T00:00:00Z",
        "__collections__":{"likes":{"u2":{"createdAt":"2026-01-03T00:00:00Z"}}}}}}
        """#

    private func directory(_ name: String) -> DataDirectory { DataDirectory(scratch.path(name)) }

    @Test("an import keeps points and counts, names admins, and shows what is from before")
    func imports() throws {
        let home = directory("home")
        let file = try scratch.write(Self.export, to: "backup.json")
        let unknown = try home.run("import", "firestore", file, "--admin", "nil")
        #expect(unknown.status == 3 && unknown.errors.contains("not-found"), "\(unknown.errors)")
        #expect(!FileManager.default.fileExists(atPath: scratch.path("home")), "a refused import creates nothing")

        let answer = try home.json("import", "firestore", file, "--admin", "ada")
        #expect(
            answer["appendedByKind"] as? [String: Int] == [
                "member.registered": 2, "member.roleChanged": 1, "member.pointsCarriedOver": 1, "recipe.posted": 1,
                "recipe.countsCarriedOver": 1, "recipe.liked": 1,
            ], "\(answer)")
        let profile = try home.json("profile", "@ada")
        #expect(profile["role"] as? String == "admin" && profile["level"] as? String == "Master Chef")
        #expect(profile["xp"] as? Int == 420 && profile["pointsCarriedOver"] as? Int == 408)
        let recipe = try home.json("recipe", "external:firestore:r1")
        #expect(recipe["likes"] as? Int == 1 && recipe["beforeLarder"] as? [String: Int] == ["likes": 11])
        #expect(try home.text("recipe", "external:firestore:r1").contains("11 likes before Larder\n"))
        #expect(try home.text("profile", "@ada").contains("420 (408 carried over from before)"))
        let history = try home.text("xp", "@ada", "--history")
        #expect(history.contains("\tbefore\t408\tmember.pointsCarriedOver\t"), "\(history)")

        let again = try home.json("import", "firestore", file, "--admin", "ada")
        #expect(again["appended"] as? Int == 0 && (again["refused"] as? [String: Int])?.isEmpty == true, "\(again)")
        // A later export of the live app: the numbers stay, until an update replaces them.
        let later = try scratch.write(
            Self.export.replacing(#""xp":420"#, with: #""xp":500"#).replacing(#""likes":12"#, with: #""likes":15"#),
            to: "later.json")
        let newer = try scratch.write(
            try String(contentsOfFile: later, encoding: .utf8).replacing("Soup", with: "Stew"), to: "newer.json")
        let staying = [
            "xp: 500 at the source now; the 408 carried over earlier stay; an import that updates changes that to 488",
            "likes: 15 at the source now; the 11 carried over earlier stay; an import that updates changes that to 14",
        ]
        let replaced = [
            "xp: 500 at the source now; 488 carried over instead of 408",
            "likes: 15 at the source now; 14 carried over instead of 11",
        ]
        for (arguments, appended, expected) in [
            ([later], 0, staying), ([later, "--update", "--dry-run"], 2, replaced), ([later, "--update"], 2, replaced),
            ([later, "--update"], 0, []), ([later], 0, []), ([newer, "--update"], 1, []),
        ] {
            let run = try home.start(["import", "firestore"] + arguments + ["--json"]).wait()
            let answer = try run.json()
            #expect(answer["appended"] as? Int == appended && answer["refused"] as? [String: Int] == [:], "\(answer)")
            for line in staying + replaced {
                let count = expected.contains(line) ? 1 : 0
                #expect(run.errors.split(separator: "\n").count { $0.hasSuffix(line) } == count, "\(run.errors)")
            }
        }
        let grown = try home.json("profile", "@ada")
        #expect(grown["xp"] as? Int == 500 && grown["pointsCarriedOver"] as? Int == 488)
        #expect(try home.json("recipe", "external:firestore:r1")["beforeLarder"] as? [String: Int] == ["likes": 14])
        let both = try home.text("xp", "@ada", "--history")
        #expect(both.contains("\tbefore\t408\t") && both.contains("\tbefore\t80\t"), "\(both)")
        try home.expectVerified()
    }

    @Test("an export that is submitted elsewhere carries the numbers over there") func exports() throws {
        let (home, elsewhere) = (directory("home"), directory("elsewhere"))
        let file = try scratch.write(Self.export, to: "backup.json")
        _ = try home.json("import", "firestore", file)
        let lines = try home.text("log", "export")
        #expect(
            lines.contains(#""type":"larder.member.pointsCarriedOver""#) && lines.contains(#""data":{"points":408}"#))
        let log = try scratch.write(lines, to: "export.ndjson")
        let submitted = try elsewhere.start(["submit", log, "--json"]).wait().json()
        #expect(submitted["refused"] as? [String: Int] == [:], "\(submitted)")
        #expect(try elsewhere.json("profile", "@ada")["xp"] as? Int == 420)
        let recipe = try elsewhere.json("recipe", "external:firestore:r1")
        #expect(recipe["beforeLarder"] as? [String: Int] == ["likes": 11])
        // What a deleted member brought along leaves with the account, and its export is accepted elsewhere, too.
        _ = try home.text("delete", "@ada", "--yes")
        let later = try scratch.write(try home.text("log", "export"), to: "later.ndjson")
        #expect(!(try String(contentsOfFile: later, encoding: .utf8)).contains("CarriedOver"))
        let third = try directory("third").start(["submit", later, "--json"]).wait().json()
        #expect(third["refused"] as? [String: Int] == [:], "\(third)")
    }

    @Test("a submission carries over numbers without an actor, and with one it is refused") func submissions() throws {
        let home = directory("home")
        _ = try home.text("register", "ada")
        func event(_ id: String, _ more: String, points: Int = 7) throws -> String {
            let text =
                #"{"specversion":"1.0","type":"larder.member.pointsCarriedOver","source":"app","id":"\#(id)","subject":"@ada","data":{"points":\#(points)}\#(more)}"#
            return try scratch.write(text, to: "\(id).ndjson")
        }
        func submit(_ file: String) throws -> [String: Any] {
            try home.start(["submit", file, "--json"]).wait().json()
        }
        let named = try submit(try event("1", #","actor":"@ada""#))
        #expect(named["refused"] as? [String: Int] == ["forbidden": 1], "\(named)")
        #expect(try submit(try event("2", ""))["appended"] as? Int == 1)
        #expect(try submit(try event("3", ""))["unchanged"] as? Int == 1)
        #expect(try submit(try event("4", "", points: 8))["appended"] as? Int == 1)
        #expect(try home.json("profile", "@ada")["xp"] as? Int == 8)
        #expect(try submit(try event("2", ""))["unchanged"] as? Int == 1)
        #expect(try submit(try event("2", "", points: 9))["refused"] as? [String: Int] == ["conflict": 1])
        #expect(try home.json("profile", "@ada")["xp"] as? Int == 8)
    }
}
