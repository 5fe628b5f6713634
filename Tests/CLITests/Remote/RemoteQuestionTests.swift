import Foundation
import TestSupport
import Testing

@testable import CLI

/// `larder --server URL …` asks what `larder …` asks of a directory, and shows the same, byte by byte.
@Suite(.serialized) struct RemoteQuestionTests {
    /// The examples of every command that asks, of the views or of the log, but for those that no service answers.
    private static let examples = CommandTree.all.compactMap { $0.command as? any Exemplified.Type }
        .filter { command in command is any Question.Type || readers.contains { $0 == command } }
        .flatMap { $0.examples.map(\.line) }
        .filter { line in
            // What is held about others a service tells admins, and a directory the operator.
            !["--external", "--all", "--follow", "export-person @bo >", "log tail --from 1000 --csv"].contains {
                line.contains($0)
            }
        }

    private static let readers: [any Exemplified.Type] = [
        ShowEvent.self, TailLog.self, ExportBoards.self, ShowHead.self, ShowKey.self, Prove.self, Export.self,
        ExportPerson.self,
    ]

    /// Of a list's page: the cursor that the page before ended with.
    private static func next(_ line: String) -> String {
        "$(larder \(line) --as @ada --json | sed 's/.*\"next\":\"\\([^\"]*\\)\".*/\\1/')"
    }

    /// Longer lists than a service gives at once, earlier moments, and what is wrong.
    private static let more = [
        "comments r12 --limit 0", "comments r12 --limit 101", "comments r12 --limit 100", "comments r12 --limit 3",
        "comments r12 --limit 3 --as @ada --after \(next("comments r12 --limit 4"))",
        "comments r12 --limit 0 --as @ada --after \(next("comments r12 --limit 4"))",
        "notifications --limit 0 --as @ada", "notifications @ada --only 20 --as @ada", "notifications --as @bo",
        "feed --limit 0", "feed --limit 1", "feed --mode for-you --as @bo", "feed --sort oldest --author @ada",
        "feed --tag nothing --cuisine nowhere", "feed --bookmarked --as @bo", "feed --liked-by bo",
        "feed --since 2020-01-01 --until 2099-01-01T00:00:00Z", "feed --diet vegan --min-servings 2 --course main",
        "search leek --limit 1", "search leek --with-ingredient leek", "search '\"leek soup\"'", "search bo",
        "search 'sout+h & more? #1 100%'", "recipe external:foodcom:137739", "recipe 12",
        "recipe r12 --servings 3 --units us",
        "recipe r12 --version 2 --servings 7", "recipe r12 --versions --limit 2", "recipe r12 --diff 2..2",
        "forks r12 --limit 1", "profile --as @bo", "profile m4", "profile bo", "followers --as @ada",
        "following --as @bo", "xp --as @bo", "xp --history --limit 0 --as @bo", "xp @bo --history --limit 3",
        "streak @bo", "streak --as @mod",
        "members --limit 2", "members --role member --no-banned", "members --search BO",
        "leaderboard --limit 1", "leaderboard --limit 0 --around @bo", "leaderboard --around @bo --limit 2",
        "leaderboard --week 1999-W01", "discover 'quick fixes' --limit 1", "discover --cooked --limit 0 --as @bo",
        "tags --cuisines --limit 0", "cookbook --as @ada", "cookbook show b41 --as @bo --limit 1",
        "plan --from 2026-11-24 --days 366 --as @bo", "shop --from 2026-11-24 --as @bo", "reports --status all",
        "feed --as-of 12", "recipe r12 --as-of 1030 --versions", "profile @ada --as-of 2020-01-01",
        "comments r12 --as-of 2099-01-01T00:00:00Z --limit 120", "members --at-least 10",
        // What is refused is refused in the same words.
        "recipe r9999", "recipe soup", "recipe c20", "recipe r12 --version 99", "recipe r12 --diff 1..9",
        "recipe r12 --diff x", "recipe r12 --servings 0", "recipe r12 --units stones", "profile @nobody",
        "profile @aada", "profile m9999", "followers 'a b'", "feed --mode sideways", "feed --sort hott",
        "feed --after nonsense", "feed --as @ada --after \(next("comments r12 --limit 4"))", "feed --limit -1",
        "feed --author @nobody", "feed --as-of nonsense", "feed --as-of 9 --at-least 3", "search ''",
        "leaderboard --week 2008-13", "leaderboard --around @mod --week 1999-W01", "leaderboard --around @nobody",
        "discover Nowhere", "xp @nobody", "notifications @mod --as @bo", "notifications @nobody --as @bo",
        "plan --days 0 --as @bo", "plan --days -3 --as @bo", "plan --from 1999-01-01 --as @bo",
        "plan --from nonsense --as @bo", "shop --days 1000 --as @bo", "cookbook show b9999",
        "cookbook show b41 --as @ada",
        "members --role cook", "tags --after x", "comments r9999", "forks r9999", "feed --limit 2 --bogus",
        "feed --at-least 99999",
    ]

    /// What the log says, and why answers are what they are.
    private static let ofTheLog = [
        "why r12 --limit 3", "why r12 --limit 3 --as @ada --after \(next("why r12 --limit 3"))", "why r12 --limit 0",
        "why r12 --limit 120", "why r12 --newest --limit 2", "why comments r12 c20", "why c20", "why p30", "why b41",
        "why f9 --as @ada", "why feed r12", "why feed p30", "why feed @bo p30 --newest",
        "why feed @mod r12 recipe.vote",
        "why bookmarks @bo r12", "why leaderboard", "why leaderboard @bo rank", "why leaderboard 2026-W10 @bo",
        "why notifications 20", "why notifications @ada 20 read", "why @bo", "why xp --limit 2",
        "why xp @bo --history", "why rules show", "why rules show rules", "why search leek --with-ingredient leek",
        "why recipe r12 --versions", "why recipe r12 --diff 1..2", "why external:foodcom:137739 title",
        "why discover 'quick fixes'", "why plan --from 2026-11-24", "why cookbook @bo", "why members --role member @bo",
        "why reports --status all", "why r12 likes --as-of 30", "why r12 likes --limit 1 --proof", "why tags soup",
        "why modlog", "why r12 rating", "why feed --sort hot --tag quick",
        "why /recipes/r12 likes", "why '/members/@bo/xp' --field xp --as @ada",
        "why '/feed?mode=following'",
        "why '/leaderboard?week=2026-W10' entries", "why /nowhere", "why '/recipes/r12?color=red'",
        "why /recipes/r9999",
        "why '/recipes/r12?asOf=3'", "why '/feed?limit=x'",
        "log show 1", "log show c20", "log history c20 --newest", "log history @bo --limit 0 --newest",
        "log history r12 --limit 101",
        "log history r12 --limit 3 --as @ada --after \(next("log history r12 --limit 3"))",
        "log history r12 --as-of 30", "log history @bo --at-least 10", "log history 20", "log tail -n 0",
        "log tail -n 130", "log tail --limit 101 --kind comment.posted --kind recipe.liked", "log tail --actor bo",
        "log tail -n 3 --actor @ada --kind recipe.edited", "audit head --size 1", "audit prove c20 --size 30",
        "export markdown external:foodcom:137739", "export cooklang 12", "export jsonld r12 r1024 r7",
        "export-person @bo --as @bo", "export-person m4 --as @bo", "rules show --as-of 30", "rules show --at-least 10",
        // Refused.
        "why", "why nonsense", "why doctor", "why r9999 likes", "why r12 lieks", "why r12 likes --after x",
        "why r12 --as @ada --after \(next("comments r12 --limit 4"))", "why @nobody xp", "why @bo exp", "why c9999",
        "why c12", "why feed r9999", "why feed @nobody r12", "why 20", "why comment r12", "why log history r12",
        "why log show 12", "why why r12", "why notifications @bo", "why discover --trending",
        "why feed --mode sideways",
        "why r12 likes --as-of 99999", "why r12 likes --at-least 99999", "why leaderboard @nobody",
        "log show 99999", "log show soup", "log show 12 --at-least 99999", "log show 12 --as-of 3",
        "log history r9999", "log history ' '", "log history r12 --as-of 99999", "log history r12 --after x",
        "log tail --from 1000 --limit 0", "log tail --from 20 --until 2999-01-01 -n 120 --kind recipe.cooked",
        "log tail --since 2001-01-01 -n 3", "log tail --until 2001-01-01", "log tail --since 2999-01-01T00:00:00Z",
        "log tail --from 0", "log tail --from 2 --since 2026-01-01", "log tail --since nonsense",
        "leaderboard export", "leaderboard export --header --weeks 2001-W01..2099-W01",
        "leaderboard export --weeks 2001-W01", "leaderboard export --weeks 2009-W02..2009-W01",
        "log tail -n -1", "log tail --kind recipe.likd", "log tail --actor @nobody",
        "audit head --size 99999", "audit prove 99999", "audit prove", "audit prove 12 --size 3",
        "audit prove --from 1000 --to 10", "audit prove 12 --to 13", "export pdf r12", "export markdown r9999",
        "export markdown r12 r7", "export jsonld", "export jsonld c20", "export-person @nobody",
    ]

    @Test("a service and a directory answer every question with the same bytes")
    func whatIsAskedIsAnsweredAlike() throws { try compare(Self.examples + Self.more, atLeast: 40) }

    @Test("a service and a directory answer questions about the log with the same bytes")
    func whatTheLogSaysIsToldAlike() throws { try compare(Self.ofTheLog, atLeast: 40) }

    private func compare(_ lines: [String], atLeast count: Int) throws {
        let kitchen = try RemoteKitchen()
        #expect(lines.count >= count)
        // Each commit asks a third of the lines, half of them in words and half in JSON, the long run all lines in both.
        let parity = SeededTrait.runSeed / 3 % 2
        let suffixed =
            Tier.isLong
            ? lines + lines.map { "\($0) --json" }
            : Tier.share(of: lines, oneIn: 3).enumerated().map { UInt64($0) % 2 == parity ? $1 : "\($1) --json" }
        for (line, pair) in zip(suffixed, try kitchen.ends(suffixed)) {
            #expect(pair.local == pair.remote, "larder \(line)")
            #expect(["0", "2", "3", "4", "6", "8"].contains(pair.remote.status), "larder \(line)\n\(pair.remote)")
        }
    }

    /// What the operator of a directory reads, a service tells admins, and members what is theirs.
    @Test("a service shows the log to admins, and to members only their own events") func theLogIsForAdmins() throws {
        let kitchen = try RemoteKitchen()
        let refused = [
            "why r12 likes": "only admins can do this", "why c20 text": "only admins can do this",
            "log show 12": "only admins can do this", "log history r12": "only admins can do this",
            "log tail": "only admins can do this", "log tail --follow": "only admins can do this",
            "sessions list @ada": "only admins can do this",
            "audit prove 12": "only the event's actor and admins get its proof",
            "export-person @ada": "what is held about @ada is for them and for admins alone",
        ]
        let script = refused.keys.sorted().map { line in "larder \(line) --server bo; echo exit $?" }
        let run = try kitchen.runServing("(\(script.joined(separator: "\n"))) 2>&1")
        let expected = refused.sorted { $0.key < $1.key }.map { "larder: forbidden: \($0.value)\nexit 4\n" }
        #expect(run.output == expected.joined())
        // A guest learns who may ask.
        let stranger = try kitchen.runServing("HOME=$PWD/nobody larder why r12 likes --server $url")
        #expect(stranger.status == 4 && stranger.errors.contains("log in first"), "\(stranger.errors)")
    }

    @Test("recipes exported from a service and from a directory are the same files")
    func recipesAreWrittenIntoTheSameFiles() throws {
        let kitchen = try RemoteKitchen()
        let run = try kitchen.runServing(
            """
            for form in jsonld cooklang markdown; do
                larder export $form r12 r1024 --to here-$form > /dev/null
                larder export $form r12 r1024 --to there-$form --server bo > /dev/null
                diff -r here-$form there-$form && ls there-$form | wc -l
            done
            """)
        #expect(run.output == "2\n2\n2\n" && run.errors.isEmpty, "\(run.output)\(run.errors)")
    }

    @Test("the log of a service is followed as that of a directory, beyond a restart of the service")
    func theLogIsFollowed() throws {
        let kitchen = try RemoteKitchen()
        let run = try kitchen.runServing(
            """
            has() { for i in $(seq 1200); do [ "$(wc -l < $1)" -ge $2 ] && return; sleep 0.05; done; echo "$1 has not $2"; }
            follow="larder log tail -n 1 --follow --json --kind comment.posted --actor bo"
            $follow --data larder-data > here & here=$!
            $follow --server ada > there 2> told & there=$!
            has here 1; has there 1
            larder comment r12 'One' --server bo > answers
            larder comment r12 'Not by bo' --server ada >> answers
            has here 2; has there 2
            kill $pid; wait $pid
            larder comment r12 'While it is away' --as @bo >> answers
            has here 3; has told 1
            larder serve --address ${url#http://} --rate-limit none 2> served.log > /dev/null & pid=$!
            has there 3
            kill -INT $here $there; wait $here; echo $?; wait $there; echo $?
            diff here there && wc -l < there
            """)
        #expect(run.output == "130\n130\n3\n", "\(run.output)\(run.errors)")
        let told = try String(contentsOfFile: kitchen.folder.path("told"), encoding: .utf8)
        #expect(told.contains("The next attempt is in") && told.contains("no event is left out"), "\(told)")
    }

    @Test("a command that needs a directory's files refuses --server with the reason")
    func whatNoServiceDoesIsSaid() throws {
        let kitchen = try RemoteKitchen()
        for (line, words) in [
            ("export jsonld --all", "--all reads every recipe of a directory"),
            ("log tail --follow --csv", "its events name neither the owner nor the credited time"),
            ("log stat", "it works on the files of a directory"),
            ("log export", "it works on the files of a directory"),
            ("leaderboard rebuild", "it works on the files of a directory"),
        ] {
            let run = try kitchen.run("larder \(line) --server http://127.0.0.1:9")
            #expect(run.status == 2 && run.errors.contains(": \(words); name one with --data"), "\(run.errors)")
        }
        for line in ["why r12 likes", "log show 12", "audit head", "export-person @bo", "rules show"] {
            let run = try kitchen.run("larder \(line) --as @bo --server http://127.0.0.1:9")
            #expect(run.status == 2 && run.errors.contains("leave --as out"), "\(run.errors)")
        }
    }

    /// Who is no moderator is told so by both, and how to become one by neither.
    @Test("a service and a directory refuse moderation to a plain member") func theDeskIsForModerators() throws {
        let kitchen = try RemoteKitchen()
        let lines = ["reports --as @bo", "modlog --as @bo", "dashboard --as @bo"]
        for (line, pair) in zip(lines, try kitchen.ends(lines)) {
            #expect(pair.local.status == "4" && pair.remote.status == "4", "larder \(line)")
            #expect(pair.remote.errors == "larder: forbidden: only moderators can do this\n", "larder \(line)")
        }
    }
}
