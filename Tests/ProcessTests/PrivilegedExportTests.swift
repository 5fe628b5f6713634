import Foundation
import TestSupport
import Testing

/// What admins and moderators did counts elsewhere too: a plain export gives the same boards.
@Suite struct PrivilegedExportTests {
    @Test("bans, removals and rules of an export hold elsewhere")
    func bansRemovalsAndRulesAreCarriedOutElsewhereAsWell() throws {
        let scratch = TemporaryDirectory()
        let (home, elsewhere) = (DataDirectory(scratch.path("home")), DataDirectory(scratch.path("elsewhere")))
        for name in ["ada", "bo", "cy", "di"] { _ = try home.text("register", name) }
        for (author, title) in [("cy", "Soup"), ("di", "Stew"), ("bo", "Bread")] {
            _ = try home.text("post", "--title", title, "--step", "Cook.", "--as", "@\(author)")
        }
        _ = try home.text("role", "@bo", "moderator", "--as", "@ada")
        _ = try home.text("ban", "@cy", "--reason", "spam", "--as", "@bo")
        _ = try home.text("delete", "r7", "--reason", "copied", "--as", "@bo")
        let rules = try scratch.write(
            try home.text("rules", "show").replacingOccurrences(of: "\"points\" : 10", with: "\"points\" : 7"),
            to: "rules.json")
        _ = try home.text("rules", "set", rules, "--as", "@ada")
        let export = try scratch.write(try home.text("log", "export"), to: "export.ndjson")
        let submitted = try elsewhere.start(["submit", export, "--json"]).wait().json()
        #expect((submitted["refused"] as? [String: Int]) == [:], "\(submitted)")
        let again = try elsewhere.start(["submit", export, "--json"]).wait().json()
        #expect(again["appended"] as? Int == 0)

        func board(_ directory: DataDirectory) throws -> [String] {
            let entries = try directory.json("leaderboard")["entries"] as? [[String: Any]] ?? []
            return entries.map { "\($0["username"] ?? "") \($0["engagement"] ?? "")" }
        }
        #expect(try board(home) == ["bo 7"])
        #expect(try board(elsewhere) == board(home))
        #expect(try elsewhere.json("profile", "@ada")["role"] as? String == "admin")
        #expect(try elsewhere.json("profile", "@bo")["role"] as? String == "moderator")
        let log = try elsewhere.json("modlog")["entries"] as? [[String: Any]] ?? []
        #expect(log.map { $0["kind"] as? String }.contains("member.banned"))
    }
}
