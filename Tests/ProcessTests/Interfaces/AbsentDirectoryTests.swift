import Foundation
import TestSupport
import Testing

/// «`register`, `submit`, `import` and `demo` create an absent or empty directory and its log; `log import --verbatim`
/// needs that there is no log yet and creates it; every other command refuses with `not-found` and says how to begin.»
@Suite struct AbsentDirectoryTests {
    private static let others = [
        "post --title Soup --step Boil. --as @ada", "edit r1 --title Soup --as @ada", "delete r1 --as @ada",
        "restore r1 --as @ada", "fork r1 --as @ada", "like r1 --as @ada", "unlike r1 --as @ada",
        "vote up r1 --as @ada", "rate r1 5 --as @ada", "bookmark r1 --as @ada", "unbookmark r1 --as @ada",
        "repost r1 --as @ada", "cook r1 --as @ada", "comment r1 Fine --as @ada", "follow @bo --as @ada",
        "unfollow @bo --as @ada", "block @bo --as @ada", "unblock @bo --as @ada", "report r1 --reason spam --as @ada",
        "resolve f1 --outcome dismissed", "ban @bo", "unban @bo", "role @bo admin", "profile edit --bio x --as @ada",
        "read --as @ada", "plan --as @ada", "plan set r1 2026-11-24 dinner --as @ada",
        "plan clear r1 2026-11-24 dinner --as @ada", "shop --as @ada", "shop add lemons --as @ada",
        "shop check i1 --as @ada", "shop uncheck i1 --as @ada", "shop remove i1 --as @ada", "cookbook @ada",
        "cookbook show b1", "cookbook create Soups --as @ada",
        "cookbook change b1 --public --as @ada", "cookbook delete b1 --as @ada", "cookbook add b1 r2 --as @ada",
        "cookbook remove b1 r2 --as @ada", "cookbook move b1 r2 1 --as @ada", "seen --as @ada", "feed",
        "recipe r1", "comments r1", "profile @ada", "followers @ada",
        "following @ada", "bookmarks --as @ada", "notifications @ada", "leaderboard", "leaderboard weeks", "xp @ada",
        "discover", "tags", "members", "reports", "dashboard", "modlog", "log tail", "log show 1", "log history r1",
        "log export", "log export --csv", "leaderboard export", "log stat", "views status", "views rebuild",
        "views verify", "leaderboard rebuild",
        "rules show", "doctor", "audit head", "audit key", "audit prove 1", "audit prove --from 1",
        "audit verify --full", "audit export-tiles tiles", "log export --canonical -",
        "backup kitchen.backup", "erasures export", "branch", "vault status", "vault unprotect", "export-person @ada",
        "erase-receipt m2",
    ]

    @Test("every other command refuses with not-found and says how to begin, be the directory absent or empty")
    func othersRefuse() throws {
        let scratch = TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: scratch.path("empty"), withIntermediateDirectories: true)
        for (index, line) in Self.others.enumerated() {
            // The one, the other: what tells them apart is not the command.
            let place = index.isMultiple(of: 2) ? "absent" : "empty"
            let directory = DataDirectory(scratch.path(place))
            let run = try directory.start(line.split(separator: " ").map(String.init)).wait()
            #expect(run.status == 3, "\(line): \(run.errors)")
            #expect(run.errors.hasPrefix("larder: not-found: "), "\(line)")
            #expect(run.errors.contains("begin one with larder --data \(directory.path) init"), "\(line)")
            #expect(run.output.isEmpty, "\(line)")
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.path("absent")))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("empty")).isEmpty)
    }

    @Test("init, register, submit, import and demo create it", arguments: [true, false])
    func theseCreate(isEmpty: Bool) throws {
        let scratch = TemporaryDirectory()
        let events = try scratch.write(
            #"{"specversion":"1.0","type":"larder.member.registered","source":"t","id":"1","#
                + #""data":{"username":"ada","name":"Ada"}}"#, to: "events.ndjson")
        let recipes = try scratch.write(
            "name,id,minutes,contributor_id,submitted,tags,nutrition,n_steps,steps,description,ingredients,"
                + "n_ingredients\nsoup,1,10,1,2008-01-02,[],[],1,\"['stir']\",,\"['water']\",1\n", to: "recipes.csv")
        let interactions = try scratch.write("user_id,recipe_id,date,rating,review\n", to: "interactions.csv")
        for (arguments, events) in [
            (["init"], 1), (["register", "ada"], 2), (["submit", events], 2),
            (["import", "foodcom", "--recipes", recipes, "--interactions", interactions], 3),
            (["demo", "--members", "10", "--weeks", "1", "--seed", "1"], nil),
        ] as [([String], Int?)] {
            let directory = DataDirectory(scratch.path(arguments[0]))
            if isEmpty {
                try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
            }
            let run = try directory.start(arguments).wait()
            #expect(run.status == 0, "\(arguments): \(run.errors)")
            let count = try directory.events
            #expect(events.map { $0 == count } ?? (count > 10), "\(arguments): \(count)")
        }
    }

    @Test("an import by which nothing is appended begins none", arguments: [true, false])
    func fruitlessImports(isEmpty: Bool) throws {
        let scratch = TemporaryDirectory()
        let soup = try scratch.write(
            #"{"@type":"Recipe","name":"Soup","recipeIngredient":["1 l water"]}"#, to: "soup.json")
        let lost = try scratch.write(
            #"{"Recipes":[{"objectId":"r1","title":"Lost","directions":"Wait."}]}"#, to: "lost.json")
        let broken = try scratch.write("{", to: "broken.json")
        let recipes = try scratch.write(
            "name,id,minutes,contributor_id,submitted,tags,nutrition,n_steps,steps,description,ingredients,"
                + "n_ingredients\n,1,10,1,2008-01-02,[],[],1,\"['stir']\",,\"['water']\",1\n", to: "recipes.csv")
        let interactions = try scratch.write("user_id,recipe_id,date,rating,review\n", to: "interactions.csv")
        let directory = DataDirectory(scratch.path("data"))
        if isEmpty {
            try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        }
        for (arguments, status, words) in [
            (["jsonld", soup, "--as", "@ada"], 3, "begin one with"), (["html", soup, "--as", "@ada"], 3, "begin one"),
            (["themealdb", soup, "--as", "@ada"], 3, "begin one with"),
            (["parse", broken], 6, "there was nothing to import: \(broken): "),
            (["parse", lost], 6, "row 1: unknown-member: it has no author"),
            (["parse", lost, "--as", "@ada"], 3, "begin one with"), (["firestore", broken], 6, "nothing to import"),
            (["foodcom", "--recipes", recipes, "--interactions", interactions], 6, "recipe-without-title"),
        ] as [([String], Int32, String)] {
            let run = try directory.start(["import"] + arguments).wait()
            #expect(run.status == status && run.errors.contains(words), "\(arguments): \(run.errors)")
            #expect(FileManager.default.fileExists(atPath: directory.path) == isEmpty, "\(arguments)")
            if isEmpty { #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty) }
        }
    }

    @Test("log import --verbatim needs that there is no log yet, and creates it")
    func verbatimCreates() throws {
        let scratch = TemporaryDirectory()
        let home = DataDirectory(scratch.path("home"))
        #expect(try home.run("register", "ada").status == 0)
        let export = try home.start(["log", "export", "--verbatim"])
        #expect(try export.wait().status == 0)
        let refused = try home.run("log", "import", "--verbatim", export.outputPath)
        #expect(refused.status == 5 && refused.errors.hasPrefix("larder: conflict: "), "\(refused.errors)")
        #expect(try home.events == 2)
        let copy = DataDirectory(scratch.path("copy"))
        let created = try copy.run("log", "import", "--verbatim", export.outputPath)
        #expect(created.status == 0, "\(created.errors)")
        #expect(try copy.events == 2)
    }

    @Test("the first member made by register becomes admin; members made by submit never do")
    func theFirstIsAdmin() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        let event =
            #"{"specversion":"1.0","type":"larder.member.registered","source":"t","id":"1","#
            + #""data":{"username":"eve","name":"Eve"}}"#
        #expect(try directory.run("submit", scratch.write(event, to: "events.ndjson")).status == 0)
        for name in ["ada", "bo"] { #expect(try directory.run("register", name).status == 0) }
        let roles = try ["eve", "ada", "bo"].map { try directory.json("profile", "@\($0)").text("role") }
        #expect(roles == ["member", "admin", "member"])
    }
}
