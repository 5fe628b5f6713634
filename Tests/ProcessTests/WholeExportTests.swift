import Foundation
import TestSupport
import Testing

/// A plain export says everything: where it is submitted, the community answers as it did at home.
@Suite struct WholeExportTests {
    private let scratch = TemporaryDirectory()
    private let home: DataDirectory
    private let elsewhere: DataDirectory

    init() throws {
        (home, elsewhere) = (DataDirectory(scratch.path("home")), DataDirectory(scratch.path("elsewhere")))
        try home.becomeSampleCommunity()
    }

    /// Everything that the sample community lacks: acts without an origin of their own, plans, lists, cookbooks, a moderator made and
    /// deleted, a name changed.
    private func addActs() throws {
        let items = try #require(try home.json("feed", "--limit", "2")["items"] as? [[String: Any]])
        let recipes = items.compactMap { ($0["recipe"] as? [String: Any])?["id"] as? String }
        try #require(recipes.count == 2)
        let (soup, pie) = (recipes[0], recipes[1])
        for name in ["zoe", "yan"] { #expect(try home.run("register", name).status == 0) }
        _ = try home.json("role", "@yan", "moderator")
        _ = try home.json("profile", "edit", "--username", "zed", "--as", "@zoe")
        func id(_ arguments: String...) throws -> String {
            try #require(try home.json(arguments + ["--as", "@zed"])["id"] as? String)
        }
        let book = try id("cookbook", "create", "Soups", "--public")
        let mine = try id("cookbook", "create", "Mine")
        let item = try id("shop", "add", "2 lemons")
        let toast = try id("post", "--title", "Toast", "--step", "Toast.")
        for arguments in [
            ["cookbook", "add", book, soup], ["cookbook", "add", book, pie], ["cookbook", "move", book, pie, "1"],
            ["cookbook", "remove", book, soup], ["cookbook", "change", mine, "--name", "Kept"],
            ["plan", "set", soup, "2026-11-24", "dinner", "--servings", "4"],
            ["plan", "set", pie, "2026-11-25", "lunch"], ["plan", "clear", pie, "2026-11-25", "lunch"],
            ["shop", "check", item], ["shop", "add", "--recipe", soup, "--servings", "2"],
        ] { _ = try home.json(arguments + ["--as", "@zed"]) }
        _ = try home.json("like", toast, "--as", "@yan")
        _ = try home.json("read", "--as", "@zed")
        _ = try home.json("bookmark", toast, "--as", "@yan")
        _ = try home.json("seen", "--as", "@zed")
        let comment = try #require(try home.json("comment", toast, "Nice", "--as", "@yan")["id"] as? String)
        _ = try home.json("report", comment, "--reason", "spam", "--as", "@zed")
        _ = try home.json("delete", soup, "--reason", "copied", "--as", "@yan")
        #expect(try home.run("delete", "account", "--as", "@yan", "--yes").status == 0)
    }

    @Test("an export submitted to its own log appends nothing, before a deletion and after it") func ownLog() throws {
        try addActs()
        // Names change their owners.
        #expect(try home.run("register", "zoe").status == 0)
        func submit(_ export: String) throws {
            let run = try home.run("submit", try scratch.write(export, to: "own"))
            #expect(run.status == 0 && run.output.contains("appended\t0\n"), "\(run)")
            // An event with an origin of its own may have left its subject to be understood, which the export writes out: its
            // line is another command. Events without one are known by the log.
            let others = run.output.firstMatch(of: /refused: conflict\t(\d+)/).flatMap { Int($0.output.1) } ?? 0
            #expect(others < 240 && !run.errors.contains("larder/"), "\(run)")
        }
        let before = try home.text("log", "export")
        try submit(before)
        #expect(try home.run("delete", "account", "--as", "@zed", "--yes").status == 0)
        try submit(before)
        try submit(try home.text("log", "export"))
        let line = try #require(before.split(separator: "\n").first { $0.contains(#""title":"Toast""#) })
        let changed = try home.run(
            "submit", try scratch.write(line.replacing("Toast", with: "Boast") + "\n", to: "changed"))
        #expect(
            changed.status == 0 && changed.output.contains("unchanged\t1\n"), "an erased text cannot differ: \(changed)"
        )
    }

    @Test("an export of everything is submitted whole elsewhere, which answers alike and exports the same")
    func everythingIsSubmittedWhole() throws {
        try addActs()
        let export = try home.text("log", "export")
        let report = try elsewhere.json("submit", try scratch.write(export, to: "export"))
        #expect((report["refused"] as? [String: Int]) == [:], "\(report)")
        #expect(report["appended"] as? Int == report["read"] as? Int && report["unchanged"] as? Int == 0)
        let again = try elsewhere.text("log", "export")
        #expect(Self.unnamed(again) == Self.unnamed(export))

        let members = try #require(try home.json("members", "--limit", "0")["members"] as? [[String: Any]])
        let names = members.compactMap { card in
            (card["username"] ?? (card["member"] as? [String: Any])?["username"]) as? String
        }
        #expect(names.count >= 20)
        var questions = [
            ["members", "--limit", "0"], ["tags"], ["feed", "--limit", "0"], ["feed", "--sort", "hot", "--limit", "0"],
            ["reports", "--limit", "0"], ["modlog", "--limit", "0"], ["plan", "--as", "@zed"],
            ["shop", "--as", "@zed"],
            ["cookbook", "--as", "@zed"],
        ]
        for name in ["zed"] + names.prefix(6) {
            questions += [
                ["profile", "@\(name)", "--as", "@\(name)"], ["notifications", "@\(name)", "--limit", "0"],
                ["bookmarks", "--as", "@\(name)", "--limit", "0"],
            ]
        }
        for question in questions {
            #expect(try Self.told(home.json(question)) == Self.told(elsewhere.json(question)), "\(question)")
        }
        #expect(try home.boards() == elsewhere.boards())
    }

    /// The export without the id of the log, which names the origins of deleted members' events.
    private static func unnamed(_ export: String) -> [Substring] {
        export.replacing(#/larder\/[0-9a-f]{32}/#, with: "larder/LOG").split(separator: "\n")
    }

    /// An answer without what differs between logs that tell the same: ids, positions, and origins that the export names.
    private static func told(_ answer: [String: Any]) throws -> String { try DataDirectory.text(stripped(answer)) }

    private static func stripped(_ value: Any) -> Any {
        if let object = value as? [String: Any] {
            return object.filter { name, value in
                !["position", "externalID", "next", "id"].contains(name)
                    && (value as? String)?.wholeMatch(of: #/[a-z][0-9]+/#) == nil
            }.mapValues(stripped)
        }
        return (value as? [Any])?.map(stripped) ?? value
    }
}
