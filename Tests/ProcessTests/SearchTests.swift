import Foundation
import TestSupport
import Testing

/// `larder search`, as people and programs use it.
@Suite(.serialized) struct SearchCommandTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        try directory.become("search") { directory throws in
            for name in ["ada", "bo"] { #expect(try directory.run("register", name).status == 0) }
            for (title, tag) in [("Leek soup", "quick"), ("Crème brûlée", "sweet"), ("Cold soup", "quick")] {
                let arguments = ["post", "--title", title, "--step", "Stir in leek.", "--tag", tag, "--as", "@ada"]
                #expect(try directory.start(arguments).wait().status == 0)
            }
        }
    }

    private func titles(_ arguments: String...) throws -> [String] {
        let run = try directory.start(["search"] + arguments + ["--json"]).wait()
        #expect(run.status == 0, "\(run.errors)")
        return try #require(try run.json()["recipes"] as? [[String: Any]]).compactMap { $0["title"] as? String }
    }

    @Test("a file in the place of the search index is named in the refusal")
    func aFileInTheIndexsPlaceIsNamed() throws {
        let place = "\(directory.path)/search"
        try Data().write(to: URL(filePath: place))
        let run = try directory.run("search", "soup")
        #expect(run.status == 8 && run.errors.hasPrefix("larder: unavailable: \(place): "), "\(run.errors)")
        #expect(try directory.run("feed").status == 0)
        try FileManager.default.removeItem(atPath: place)
        #expect(try titles("leek", "soup") == ["Leek soup", "Cold soup", "Crème brûlée"])
    }

    @Test("search answers with recipes and members") func itAnswersWithRecipesAndMembers() throws {
        let answer = try directory.json("search", "leek soup")
        #expect(Set(answer.keys) == ["position", "recipes", "members", "matches"])
        #expect(answer["position"] as? Int == 6)
        let recipes = try #require(answer["recipes"] as? [[String: Any]])
        // The last one has leek in a step, and no soup.
        #expect(recipes.map { $0["title"] as? String } == ["Leek soup", "Cold soup", "Crème brûlée"])
        let feed = try #require(try directory.json("feed")["items"] as? [[String: Any]])
        let shown = feed.compactMap { $0["recipe"] as? [String: Any] }
        #expect(try shown.map(DataDirectory.text).contains(DataDirectory.text(recipes[0])), "the shape of the feed's")
        let members = try #require(try directory.json("search", "AD")["members"] as? [[String: Any]])
        #expect(try members.map(DataDirectory.text) == [#"{"id":"m2","name":"ada","username":"ada"}"#])
        #expect(try directory.text("search", "creme").hasPrefix("r5\tCrème brûlée\t@ada\t0\t0\t0\t"))
        #expect(try directory.text("search", "bo") == "m3\t@bo\tbo\n")
        #expect(try directory.text("search", "nothing") == "")
        #expect(try titles("leek", "soup", "--tag", "quick", "--author", "@ada") == ["Leek soup", "Cold soup"])
        #expect(try titles("leek", "--tag", "sweet") == ["Crème brûlée"])
        #expect(try titles("\"cold soup\"") == ["Cold soup"])
        let page = try directory.json("search", "soup", "--limit", "1")
        let next = try #require(page["next"] as? String)
        #expect(try titles("soup", "--limit", "1", "--after", next).count == 1)
    }

    @Test("search refuses words that it cannot look for") func whatCannotBeSearchedForIsRefused() throws {
        for (text, code, status) in [
            ("", "invalid", 6), ("*", "invalid", 6), (String(repeating: "x", count: 1_001), "invalid", 6),
        ] {
            let run = try directory.run("search", text)
            #expect(run.status == status && run.output.isEmpty)
            #expect(run.errors.hasPrefix("larder: \(code): "), "\(run.errors)")
        }
        #expect(try directory.run("search").status == 2)
        #expect(try directory.run("search", "soup", "--difficulty", "odd").status == 2)
        #expect(try directory.run("search", "soup", "--bookmarked").status == 4)
        #expect(try directory.run("search", "soup", "--as", "@nobody").status == 3)
        #expect(try directory.run("search", "soup", "--at-least", "99").status == 8)
        // Nothing but separators and words to SQLite.
        for text in ["soup\" OR \"x", "title:soup", "soup*", "NEAR(soup", "'; DROP TABLE recipes; --"] {
            #expect([0, 6].contains(try directory.run("search", text).status), "\(text)")
        }
        #expect(try titles("soup").count == 2)
    }

    @Test("search answers with --as-of and is explained by why") func itLooksBackAndExplainsItself() throws {
        #expect(try titles("soup") == ["Cold soup", "Leek soup"])
        #expect(try titles("soup", "--as-of", "5") == ["Leek soup"])
        #expect(try titles("soup", "--at-least", "6").count == 2)
        #expect(try directory.run("delete", "r6", "--as", "@ada").status == 0)
        #expect(try titles("soup") == ["Leek soup"])
        #expect(try titles("soup", "--as-of", "6") == ["Cold soup", "Leek soup"])
        let why = try directory.json("why", "search", "soup", "r6")
        let kinds = try #require(why["reasons"] as? [[String: Any]]).map { $0["kind"] as? String }
        #expect(kinds == ["recipe.posted", "recipe.deleted"])
    }

    /// `kill -9` while the index is made or brought on: nothing wrong is ever found.
    @Test("a search after a killed search answers in full", .seeded) func killedSearches() throws {
        let directory = DataDirectory(scratch.path("demo"))
        #expect(
            try directory.start(["demo", "--members", "30", "--weeks", "3", "--seed", "1", "--quiet"]).wait().status
                == 0)
        let begin = ContinuousClock.now
        let expected = try directory.text("search", "soup with", "--limit", "0", "--json")
        let longest = begin.duration(to: .now)
        var numbers = SeededGenerator.ofTest()
        for round in 0..<Tier.rounds(2, long: 24) {
            if round % 2 == 0 { try FileManager.default.removeItem(atPath: "\(directory.path)/search") }
            let program = try directory.start(["search", "soup with", "--limit", "0", "--json"])
            try KillTests.sleep(below: longest, &numbers)
            program.send(SIGKILL)
            _ = try program.wait()
            #expect(try directory.text("search", "soup with", "--limit", "0", "--json") == expected, "round \(round)")
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/search")
        #expect(left.filter { $0 != "lock" }.count == 1, "\(left)")
        try directory.expectVerified()
        #expect(try directory.run("doctor").status == 0)
    }

    @Test("a new community is for its owner alone, whatever the umask", arguments: ["0", "022", "077"])
    func privacy(umask: String) throws {
        let scratch = TemporaryDirectory()
        let run = try Program(
            [
                "-c",
                """
                umask \(umask)
                "$0" --data "$1" register ada && "$0" --data "$1" post --title Soup --step Boil. --as @ada &&
                "$0" --data "$1" search soup && "$0" --data "$1" post --title Stew --step Boil. --as @ada &&
                "$0" --data "$1" search stew && "$0" --data "$1" feed --as-of 2 || exit 1
                find "$1/search" -perm /077 >&2
                find "$1" -type d ! -perm 700 >&2
                find "$1" -type f ! -perm 600 >&2
                """,
                try #require(Program.location).path, scratch.path("data"),
            ],
            executable: URL(filePath: "/bin/bash")
        ).wait()
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }
}
