import Foundation
import TestSupport
import Testing

/// `export`, as people run it.
@Suite struct ExportTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory

    /// r3 and r4 of Ada, r5 deleted.
    init() throws {
        directory = DataDirectory(scratch.path("data"))
        try directory.become("exports") { directory throws in
            #expect(try directory.run("register", "ada").status == 0)
            for title in ["Pea Soup", "Toast & <jam>", "Away"] {
                let run = try directory.run(
                    "post", "--title", title, "--ingredient", "1 l water", "--step", "Boil & \"wait\" \\@ home.",
                    "--as",
                    "@ada",
                    "--diet", "vegan=no", "--servings", "4", "--difficulty", "easy", "--total-minutes", "30")
                #expect(run.status == 0)
            }
            #expect(try directory.run("delete", "r5", "--as", "@ada").status == 0)
        }
    }

    @Test("exported recipes are imported elsewhere without a change")
    func whatIsExportedIsTakenInAgainUnchanged() throws {
        let archive = try scratch.write(try directory.text("export", "jsonld", "--all"), to: "all.ndjson")
        #expect(try String(contentsOfFile: archive, encoding: .utf8).split(separator: "\n").count == 2)
        let folder = scratch.path("folder")
        #expect(try directory.json("export", "jsonld", "--all", "--to", folder)["exported"] as? Int == 2)

        let other = DataDirectory(scratch.path("other"))
        #expect(try other.run("register", "bo").status == 0)
        let taken = try other.json("import", "jsonld", archive, "--as", "@bo")
        #expect(taken["appended"] as? Int == 2 && (taken["refused"] as? [String: Int])?.isEmpty == true)
        #expect(try other.json("import", "jsonld", folder, "--as", "@bo")["unchanged"] as? Int == 2)
        for (there, here) in [("r3", "r3"), ("r4", "r4")] {
            var (old, new) = (try directory.json("recipe", there), try other.json("recipe", here))
            for key in ["position", "author", "externalID", "postedAt"] { (old[key], new[key]) = (nil, nil) }
            #expect(try DataDirectory.text(old) == DataDirectory.text(new))
        }
    }

    @Test("exported recipes that return to their community are recognised")
    func whatIsExportedIsKnownWhereItLeft() throws {
        let archive = try scratch.write(try directory.text("export", "jsonld", "--all"), to: "all.ndjson")
        let events = try directory.events
        let again = try directory.json("import", "jsonld", archive, "--as", "@ada")
        #expect(again["appended"] as? Int == 0 && again["unchanged"] as? Int == 2 && again["lost"] == nil)
        #expect((again["recipes"] as? [[String: Any]])?.compactMap { $0["id"] as? String } == ["r3", "r4"])
        #expect(try directory.events == events)

        #expect(try directory.run("edit", "r3", "--title", "Green soup", "--as", "@ada").status == 0)
        #expect(try directory.run("delete", "r4", "--as", "@ada").status == 0)
        let later = try directory.run("import", "jsonld", archive, "--as", "@ada")
        #expect(later.status == 0 && later.output.hasPrefix("r4\tunchanged\tToast & <jam>\n"), "\(later.output)")
        #expect(
            later.output.contains("unchanged\t1\n  not here any more\t1\nrefused: conflict\t1\n"), "\(later.output)")
        #expect(
            later.errors.contains(
                "recipe 1: conflict: it was exported from here as r3, which has other content now: edit"))
        #expect(later.errors.contains("recipe 2: lost: it was posted here as r4 and deleted since: restore it"))
    }

    /// What a log and its branch have in common has one name in both; what came after has not.
    @Test("a branch recognises exported recipes that it shares with its origin")
    func aBranchKnowsWhatItShares() throws {
        let (backup, copy) = (scratch.path("backup"), DataDirectory(scratch.path("copy")))
        #expect(try directory.run("backup", backup).status == 0)
        #expect(try directory.run("restore", backup, "--to", copy.path, "--at", "4").status == 0)
        #expect(try copy.run("branch", "--yes").status == 0)
        #expect(try copy.run("post", "--title", "Pie", "--step", "Bake.", "--as", "@ada").status == 0)
        for (here, there, appended) in [(copy, directory, 0), (directory, copy, 1)] {
            let archive = try scratch.write(try there.text("export", "jsonld", "--all"), to: "all.ndjson")
            for expected in [appended, 0] {
                let taken = try here.json("import", "jsonld", archive, "--as", "@ada")
                #expect(taken["appended"] as? Int == expected && (taken["refused"] as? [String: Int])?.isEmpty == true)
            }
        }
    }

    @Test("a recipe exported as Cooklang is imported with its ingredients and steps") func cooklangComesBack() throws {
        let folder = scratch.path("cook")
        #expect(try directory.json("export", "cooklang", "r3", "r4", "--to", folder)["exported"] as? Int == 2)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
                "pea-soup-r3.cook", "toast-jam-r4.cook",
            ])
        let taken = try directory.json("import", "cooklang", folder, "--as", "@ada")
        #expect(taken["appended"] as? Int == 2)
        let id = try #require((taken["recipes"] as? [[String: Any]])?.first?["id"] as? String)
        let recipe = try directory.json("recipe", id)
        #expect(recipe["title"] as? String == "Pea Soup" && recipe["totalMinutes"] as? Int == 30)
        #expect((recipe["steps"] as? [[String: Any]])?.first?["text"] as? String == "Boil & \"wait\" \\@ home.")
        #expect((recipe["diet"] as? [String: String]) == ["vegan": "no"])
    }

    @Test("export of one recipe writes it to standard output") func oneOnStandardOutput() throws {
        #expect(try directory.text("export", "markdown", "r4").hasPrefix("# Toast \\& \\<jam\\>\n"))
        #expect(try directory.text("export", "cooklang", "r3").hasPrefix("---\ntitle: \"Pea Soup\"\n"))
        #expect(try directory.json("export", "markdown", "r3")["format"] as? String == "markdown")
    }

    @Test("export refuses unknown recipes and wrong options with the right exit code") func refusals() throws {
        let file = try scratch.write("mine", to: "file")
        for (arguments, status) in [
            (["jsonld"], 2), (["jsonld", "r3", "--all"], 2), (["markdown", "--all"], 2), (["word", "r3"], 2),
            (["jsonld", "r5"], 3), (["jsonld", "r3", "r99"], 3), (["jsonld", "@ada"], 2),
            (["jsonld", "r3", "--to", file], 8), (["jsonld", "r3", "--to", scratch.path("data/log")], 5),
        ] as [([String], Int32)] {
            let run = try directory.start(["export"] + arguments).wait()
            #expect(run.status == status && run.output.isEmpty, "\(arguments): \(run.errors)")
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    }

    @Test("what was read up to a like with an origin of its own is submitted whole elsewhere")
    func marksOfReadingFindWhatTheyPointTo() throws {
        let scratch = TemporaryDirectory()
        let (here, there) = (DataDirectory(scratch.path("here")), DataDirectory(scratch.path("there")))
        for name in ["ada", "bo"] { #expect(try here.run("register", name).status == 0) }
        #expect(try here.run("post", "--title", "Soup", "--step", "Boil.", "--as", "@ada").status == 0)
        let events = [
            #"{"specversion":"1.0","type":"larder.recipe.liked","source":"app","id":"l1","actor":"@bo","subject":"r4"}"#,
            #"{"specversion":"1.0","type":"larder.recipe.bookmarked","source":"app","id":"b1","actor":"@bo","subject":"r4"}"#,
            #"{"specversion":"1.0","type":"larder.member.followed","source":"app","id":"f1","actor":"@bo","subject":"@ada"}"#,
        ]
        for (index, event) in events.enumerated() {
            let file = try scratch.write(event, to: "events-\(index)")
            #expect(try here.json("submit", file)["appended"] as? Int == 1)
            #expect(try here.run("read", "--as", "@ada").status == 0)
            #expect(try here.run("seen", "--as", "@ada").status == 0)
        }
        let export = try scratch.write(try here.text("log", "export"), to: "export")
        #expect(try String(contentsOfFile: export, encoding: .utf8).contains(#""cause":"external:app:f1""#))
        let answer = try there.json("submit", export)
        #expect((answer["refused"] as? [String: Any])?.isEmpty != false, "\(answer)")
        #expect(try there.json("notifications", "@ada")["unread"] as? Int == 0)
    }
}
