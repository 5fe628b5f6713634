import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import CLI

/// «`larder help`, `larder help <command>` and `--help` start with examples», and each can be typed as it stands.
@Suite struct ExampleTests {
    /// What must be done before: most examples find the community below as it is.
    private static let preparations = [
        "init": "rm -r larder-data",
        "register ada": "rm -r larder-data",
        "register bo --name 'Bo Larsson' --email bo@example.org": "rm -r larder-data",
        "restore r12 --as @ada": "larder delete r12 --as @ada",
        "demo": "rm -r larder-data",
        "demo --members 1000 --weeks 10": "rm -r larder-data",
        "demo --members 1000 --weeks 10 --seed 2": "rm -r larder-data",
        "restore kitchen.backup --to restored --data larder-data": "larder backup kitchen.backup",
        "restore kitchen.backup --erasures kitchen.erasures --yes":
            "larder backup kitchen.backup && larder erasures export kitchen.erasures && rm -r larder-data",
        "restore kitchen.backup --to copy --at 1000": "larder backup kitchen.backup",
        "restore kitchen.backup --replace --yes": "larder backup kitchen.backup",
        "restore kitchen.backup --dry-run": "larder backup kitchen.backup",
        "branch --data copy --original larder-data":
            "larder backup kitchen.backup && larder restore kitchen.backup --to copy --at 1000",
        "vault rotate --master-key-file kitchen.master --new-master-key-file next.master":
            "larder vault protect --master-key-file kitchen.master",
        "vault unprotect --master-key-file kitchen.master": "larder vault protect --master-key-file kitchen.master",
        "erase-receipt m5 > m5.receipt": "larder delete @mallory --as @ada --yes",
        #"audit prove --leaf "$(cat leaf)""#: "echo 44gYJsXK5p0M1wLQyR2RBuO7EoDTStlSygBOBhDzi6w= > leaf",
        "comment r12 - --as @bo < words.txt": "echo Lovely > words.txt",
        "import cooklang recipes/ --as @ada": "mkdir recipes && cp soup.cook recipes",
        "import cooklang recipes/ --as @ada --errors report.txt": "mkdir recipes && cp soup.cook recipes",
        "import themealdb answers/ --as @ada": "mkdir answers && cp search.json answers",
        "import mealie recipes/ --as @ada --dry-run": "mkdir recipes && cp mealie.zip recipes",
        "import parse export/": "mkdir export && cp _User.json Recipe.json export",
        "import parse export/ --admin cy": "mkdir export && cp _User.json Recipe.json export",
        "import parse export/ --dry-run": "mkdir export && cp _User.json Recipe.json export",
        "import edamam --search 'pea soup' --limit 5 --as @ada": "export EDAMAM_APP_ID=i EDAMAM_APP_KEY=k",
        "shop check leeks --as @bo": "larder plan set r12 $(date -u +%Y-%m-%d) dinner --as @bo",
        "shop check leeks --from 2026-11-24 --days 2 --as @bo": "larder plan set r12 2026-11-24 dinner --as @bo",
        "serve --address 0.0.0.0:443 --tls-certificate chain.pem --tls-key key.pem":
            "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=kitchen -keyout key.pem -out chain.pem 2> openssl.txt",
        "context use kitchen": "larder context add kitchen https://kitchen.example",
        "context remove kitchen": "larder context add kitchen https://kitchen.example",
        "log-in ada --server http://127.0.0.1:8080 < password": "echo secret > password",
        "change-password --as @bo < password": "echo 'correct horse' > password",
        "log-out": "larder context add kitchen https://kitchen.example && larder context use kitchen",
        "log-out --server kitchen": "larder context add kitchen https://kitchen.example",
        "completions zsh > ~/.zfunc/_larder": "mkdir -p ~/.zfunc",
        "completions fish > ~/.config/fish/completions/larder.fish": "mkdir -p ~/.config/fish/completions",
        "completions man > ~/.local/share/man/man1/larder.1": "mkdir -p ~/.local/share/man/man1",
    ]

    /// How those end that do not just succeed.
    private static let statuses: [String: Int32] = [
        // There is no terminal here, so the program cannot ask.
        "delete account --as @bo": 2,
        // Nor here is there a password on standard input.
        "log-in ada --server https://kitchen.example": 2,
        "log-in ada@example.org --server https://kitchen.example": 2,
        "change-password --server https://kitchen.example --link ll_…": 2,
        // No service is in use, and no member is named.
        "change-password": 2,
        // There is no such session.
        "sessions revoke @bo --only 3f9d2c81aa07": 3,
        // No event there has that leaf.
        #"audit prove --leaf "$(cat leaf)""#: 3,
        // There is no session.
        "log-out": 3, "log-out --server kitchen": 3,
        // Goes on until Ctrl-C.
        "log tail --follow --json": 130, "log tail --about r12 --follow": 130,
        // No service is named.
        "jobs list": 2, "jobs show j3": 2, "jobs show j3 --follow": 2, "jobs cancel j3": 2,
        // No service listens there.
        "log-in ada --server http://127.0.0.1:8080 < password": 8,
        "import url https://kitchen.example/soup --as @ada": 8,
        "import url https://kitchen.example/soup --as @ada --dry-run": 8,
        "import url http://localhost:8080/soup --as @ada --allow-private": 8,
        "discover --external themealdb 'pea soup'": 8,
        "recipe external:themealdb:52772 --external": 8,
        "import themealdb --id 52772 --as @ada": 8,
        "import themealdb --search 'pea soup' --as @ada --dry-run": 8,
        "import edamam --search 'pea soup' --limit 5 --as @ada": 8,
    ]

    /// No test asks a service: in its place stands one that is never there.
    private static func withoutServices(_ line: String) -> String {
        let isImport = line.hasPrefix("import ") && (line.contains(" --id ") || line.contains(" --search "))
        return isImport || line.contains(" --external")
            ? "\(line) --base-url http://127.0.0.1:9 --allow-private" : line
    }

    /// What goes on until it is told to end is told so: who follows after a second, who serves once he does.
    private static func bounded(_ line: String, _ command: String) -> String {
        if line.contains("--follow") { return "timeout --preserve-status --signal=INT 1 \(command)" }
        guard line.hasPrefix("serve") else { return command }
        return """
            \(command) 2> said & \
            while kill -0 $! 2> /dev/null && ! grep --quiet 'serving at' said; do sleep 0.05; done; \
            kill -TERM $!; cat said >&2; wait $!
            """
    }

    @Test("every example of the help runs as it is shown") func everyExampleRuns() throws {
        let scratch = TemporaryDirectory()
        let kitchen = scratch.url.appending(path: "kitchen")
        try Self.prepare(kitchen)
        let examples = CommandTree.all.compactMap { $0.command as? any Exemplified.Type }.flatMap { $0.examples }
        let lines = Set(examples.map(\.line))
        #expect(lines.count > 80)
        for line in Set(Self.preparations.keys).union(Self.statuses.keys) {
            #expect(lines.contains(line), "«\(line)» is no example any more")
        }
        // What only asks needs no copy of its own.
        let questions = Set(
            CommandTree.all.compactMap { $0.command as? any Question.Type }.flatMap { $0.examples.map(\.line) }
        ).subtracting(Self.preparations.keys)
        let asked = scratch.url.appending(path: "asked")
        try FileManager.default.copyItem(at: kitchen, to: asked)
        for (index, line) in Tier.share(of: lines.sorted(), oneIn: 4).enumerated() {
            let isQuestion = questions.contains(line)
            let copy = isQuestion ? asked : scratch.url.appending(path: "\(index)")
            func renew() throws {
                guard !isQuestion else { return }
                try? FileManager.default.removeItem(at: copy)
                try FileManager.default.copyItem(at: kitchen, to: copy)
            }
            try renew()
            // A synthetic community of a thousand members takes longer than it teaches here.
            let place =
                Self.withoutServices(line).replacing("/srv/kitchen", with: copy.appending(path: "other").path)
                .replacing("--members 1000", with: "--members 20")
                .replacing("--server http://127.0.0.1:8080", with: "--server http://127.0.0.1:9")
                // Where it is said last it counts, and other programs may listen at the one that is shown.
                + (line.hasPrefix("serve") ? " --address 127.0.0.1:0" : "")
            let bounded = Self.bounded(line, "larder \(place)")
            let preparation = Self.preparations[line].map { "{ \($0); } > /dev/null || exit 99; " } ?? ""
            let run = try Program.shell("\(preparation)\(bounded); exit $?", in: copy.path)
            #expect(run.status == Self.statuses[line] ?? 0, "larder \(line)\n\(run.output)\(run.errors)")
            defer { if !isQuestion { try? FileManager.default.removeItem(at: copy) } }
            // Every table for programs can have a header. Measures take too long for a second run.
            guard run.output.contains("\t"), !line.contains("--csv"), !line.hasPrefix("bench") else { continue }
            try renew()
            let table = try Program.shell("\(preparation)larder \(place) --csv; exit $?", in: copy.path)
            #expect(table.status == run.status, "larder \(line) --csv\n\(table.errors)")
            #expect(
                table.output.prefix { $0 != "\n" }.wholeMatch(of: /[a-z0-9-]+(,[a-z0-9-]+)+/) != nil,
                "larder \(line) --csv\n\(table.output)")
        }
    }

    /// A community with what examples name: r12 of ada's with bo's c20 and bo's note 38 below it, bo's i40 and b41, f9 about a recipe of mallory's, r1024.
    static func prepare(_ kitchen: URL) throws {
        try FileManager.default.createDirectory(
            at: kitchen.appending(path: ".local/share/bash-completion/completions"), withIntermediateDirectories: true)
        var events: [String] = []
        func add(_ kind: String, _ actor: String?, _ rest: String = "", origin: (String, String)? = nil) {
            let (source, id) = origin ?? ("sample", "\(events.count)")
            let actor = actor.map { #","actor":"@\#($0)""# } ?? ""
            events.append(
                #"{"specversion":"1.0","type":"larder.\#(kind)","source":"\#(source)","id":"\#(id)"\#(actor)\#(rest)}"#)
        }
        let recipe =
            #","data":{"title":"Leek soup","servings":4,"ingredients":[{"original":"1 leek"}],"steps":[{"text":"Boil."}]}"#
        for name in ["mod", "bo", "mallory"] {
            add("member.registered", nil, #","data":{"username":"\#(name)","name":"\#(name)"}"#)
        }
        add("member.roleChanged", "ada", #","subject":"@mod","data":{"role":"moderator"}"#)
        add("recipe.posted", "mallory", recipe)
        add("recipe.liked", "bo", #","subject":"r7""#)
        add("report.filed", "bo", #","subject":"r7","data":{"reason":"spam"}"#)
        add("member.followed", "bo", #","subject":"@ada""#)
        add("recipe.posted", "bo", recipe, origin: ("foodcom", "137739"))
        add("recipe.posted", "ada", recipe)
        while events.count < 17 { add("recipe.cooked", "bo", #","subject":"r12""#) }
        add("comment.posted", "bo", #","subject":"r12","data":{"text":"Lovely!"}"#)
        while events.count < 35 { add("recipe.cooked", "bo", #","subject":"r12""#) }
        add("recipe.cooked", "bo", #","subject":"r12","data":{"note":"With leeks"}"#)
        add("recipe.cooked", "bo", #","subject":"r12""#)
        add("list.itemAdded", "bo", #","data":{"text":"2 lemons"}"#)
        add("cookbook.created", "bo", #","data":{"name":"Soups"}"#)
        while events.count < 1021 { add("recipe.cooked", "bo", #","subject":"r12""#) }
        add("recipe.posted", "bo", recipe)
        for title in ["Leek and potato soup", "Vichyssoise"] {
            add("recipe.edited", "ada", #","subject":"r12""# + recipe.replacing("Leek soup", with: title))
        }
        for recipe in ["r12", "r1024"] { add("cookbook.recipeAdded", "bo", #","subject":"b41","cause":"\#(recipe)""#) }
        let files = [
            "events.ndjson": events.joined(separator: "\n"),
            "soup.json": #"{"title":"Soup","steps":[{"text":"Boil."}]}"#,
            "soup.html":
                #"<script type="application/ld+json">{"@type":"Recipe","name":"Soup","ingredients":"1 leek"}</script>"#,
            "recipes.json": #"[{"@type":"Recipe","name":"Soup","recipeIngredient":["1 leek"]}]"#,
            "RAW_recipes.csv":
                "name,id,minutes,contributor_id,submitted,tags,nutrition,n_steps,steps,description,ingredients,"
                + "n_ingredients\nsoup,1,10,1,2008-01-02,\"['easy']\",[],1,\"['stir']\",,\"['water']\",1",
            "RAW_interactions.csv": "user_id,recipe_id,date,rating,review\n2,1,2008-01-03,5,fine",
            "soup.cook": "Boil @leek{1}.",
            "cookbook.json": #"[{"id":"1","title":"Soup","ingredients":["1 leek"]}]"#,
            "search.json": #"{"meals":[{"idMeal":"1","strMeal":"Soup","strIngredient1":"Leek","strMeasure1":"1"}]}"#,
            "_User.json": #"{"results":[{"objectId":"u1","username":"cy"}]}"#,
            "Recipe.json": #"{"results":[{"objectId":"r1","title":"Soup","ingredients":"1 leek","author":"u1"}]}"#,
            "mealie.zip": #"{"name":"Soup","slug":"soup","recipeInstructions":[{"text":"Boil."}]}"#,
            "cookbook.paprikarecipes": #"{"uid":"1","name":"Soup","directions":"Boil."}"#,
            "hits.json": #"{"hits":[{"recipe":{"uri":"x#1","label":"Soup","ingredientLines":["1 leek"]}}]}"#,
            "backup.json":
                #"{"__collections__":{"users":{"u1":{"name":"Cy"}},"recipes":{"r1":{"title":"Soup","steps":["Boil."],"userId":"u1"}}}}"#,
            "users.json": #"{"users":[{"localId":"u1","passwordHash":"AAAAAAAA","salt":"AAAA"}]}"#,
            "hash.txt":
                "hash_config {\n  algorithm: SCRYPT,\n  base64_signer_key: AQEBAQEB,\n  base64_salt_separator: Bw==,\n  rounds: 8,\n  mem_cost: 14,\n}",
            "kitchen.master": Data(repeating: 7, count: 32).base64EncodedString(),
            "next.master": Data(repeating: 8, count: 32).base64EncodedString(),
        ]
        for (name, text) in files {
            try Data("\(text)\n".utf8).write(to: kitchen.appending(path: name))
        }
        let dot =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
        try Data(base64Encoded: dot)?.write(to: kitchen.appending(path: "leeks.png"))
        let run = try Program.shell(
            """
            chmod 600 *.master && larder register ada && larder submit events.ndjson && larder rules show > rules.json \
            && larder log export --verbatim > log.larder && larder audit head --size 100 > old.head \
            && larder audit head > new.head && larder audit prove --from 100 > growth.proof \
            && larder audit prove 1024 > r1024.tlog-proof && larder audit key > kitchen.key
            """,
            in: kitchen.path)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try Program.shell("larder recipe r1024 && larder comments r12", in: kitchen.path).status == 0)
    }
}

/// Every command there is, groups and the root too, with the words that lead to it.
enum CommandTree {
    static let all = commands(Larder.self, below: [])

    private static func commands(
        _ command: any ParsableCommand.Type, below path: [String]
    ) -> [(path: [String], command: any ParsableCommand.Type)] {
        [(path, command)]
            + command.configuration.subcommands.flatMap { commands($0, below: path + [CommandPath.name(of: $0)]) }
    }
}
