import Foundation
import TestSupport
import Testing

/// `--csv`, `--header` and `--columns`, which spreadsheets and scripts read.
@Suite struct TableStyleTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        try directory.become("tables") { directory throws in
            #expect(try directory.run("register", "ada", "--name", "Ada, \"L.\"").status == 0)
            #expect(try directory.run("post", "--title", "Soup, hot", "--step", "Boil.", "--as", "@ada").status == 0)
            #expect(try directory.run("comment", "r3", "Good", "--as", "@ada").status == 0)
        }
    }

    @Test("--csv writes a header and quoted cells, --header a line above tabs, --columns some of them in that order")
    func styles() throws {
        #expect(
            try directory.text("members", "--csv", "--columns", "username,name")
                == "username,name\n@ada,\"Ada, \"\"L.\"\"\"\n")
        #expect(try directory.text("feed", "--columns", "title,id") == "Soup, hot\tr3\n")
        #expect(try directory.text("feed", "--header", "--columns", "reposted-by,id") == "reposted-by\tid\n\tr3\n")
        #expect(
            try directory.text("comments", "r3", "--csv", "--columns", "id,by,text") == "id,by,text\nc4,@ada,Good\n")
        #expect(try directory.text("bookmarks", "--as", "@ada", "--csv").split(separator: "\n").count == 1)
        #expect(
            try directory.text("log", "history", "r3", "--csv", "--columns", "position,kind").hasPrefix(
                "position,kind\n3,"))
        #expect(
            try directory.text("search", "soup", "--csv", "--columns", "id,title") == "id,title\nr3,\"Soup, hot\"\n")
        #expect(try directory.text("like", "r3", "--as", "@ada", "--csv") == "id,outcome\n5,recipe.liked\n")
        #expect(try directory.text("like", "r3", "--as", "@ada", "--columns", "outcome") == "unchanged\n")
    }

    @Test(
        "every table of an operator's command has one header line, and rows of as many columns",
        arguments: [
            "doctor", "doctor --repair state", "views status", "views verify", "views rebuild", "log stat", "log tail",
            "log export", "leaderboard export", "leaderboard rebuild", "leaderboard rebuild --diff",
            "whatif --without-member @ada", "config", "vault status", "media collect --dry-run", "audit verify --full",
            "comments c4",
        ])
    func operators(line: String) throws {
        let run = try directory.start(line.split(separator: " ").map(String.init) + ["--header"]).wait()
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        // Two tables have a blank line between them.
        for table in run.output.split(separator: "\n\n") {
            let rows = table.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
            #expect(rows[0].count > 1 && rows.allSatisfy { $0.count == rows[0].count }, "\(run.output)")
            #expect(rows[0].allSatisfy { $0 == $0.lowercased() && !$0.isEmpty && !$0.contains(" ") }, "\(rows[0])")
        }
    }

    @Test("an import writes one table: what it imported, or its sums if --columns names their columns")
    func imports() throws {
        let file = try scratch.write(#"[{"@type":"Recipe","name":"Stew","recipeIngredient":["1 leek"]}]"#, to: "r.json")
        let run = try directory.start(["import", "jsonld", file, "--as", "@ada", "--columns", "name,outcome"]).wait()
        #expect(run.status == 0 && run.output == "Stew\trecipe.posted\n", "\(run.output)\(run.errors)")
        let again = try directory.text("import", "jsonld", file, "--as", "@ada", "--csv", "--columns", "what,count")
        #expect(again.hasPrefix("what,count\nread,1\n"), "\(again)")
        for (style, separator) in [("--csv", ","), ("--header", "\t")] {
            let table = try directory.text("import", "jsonld", file, "--as", "@ada", style)
            let rows = [["id", "outcome", "name"], ["r5", "unchanged", "Stew"]].map { $0.joined(separator: separator) }
            #expect(table == rows.joined(separator: "\n") + "\n", "\(table)")
        }
        // An import that lists nothing has its sums alone.
        let nothing = try scratch.write("", to: "none.ndjson")
        #expect(try directory.text("submit", nothing, "--csv").hasPrefix("what,count\n"))
    }

    @Test(
        "every list has a header line",
        arguments: [
            "feed", "members", "tags", "leaderboard", "leaderboard weeks", "xp @ada", "xp @ada --history",
            "followers @ada",
            "forks r3", "discover", "discover --trending", "reports", "modlog", "notifications @ada", "cookbook @ada",
            "profile recipes @ada", "recipe r3 --versions", "why r3 comments", "plan", "shop",
        ])
    func everyList(line: String) throws {
        let run = try directory.start(line.split(separator: " ").map(String.init) + ["--csv", "--as", "@ada"]).wait()
        #expect(run.status == 0 && run.output.prefix { $0 != "\n" }.contains(","), "\(run.output)\(run.errors)")
        #expect(!run.output.contains("\u{1}"))
    }

    @Test(
        "a table that is not there is refused",
        arguments: [
            "feed --columns id,size", "feed --csv --json", "feed --columns ,", "like r3 --as @ada --columns id,size",
            "recipe r3 --csv", "backup b --csv", "restore b --csv", "init --csv", "views rebuild --columns size",
            "delete r3 --as @ada --header --columns title",
        ])
    func refusals(line: String) throws {
        let run = try directory.start(line.split(separator: " ").map(String.init)).wait()
        #expect(run.status == 2 && run.output.isEmpty && run.errors.hasPrefix("larder: usage: "), "\(run.errors)")
        #expect(try directory.events == 4)
    }
}
