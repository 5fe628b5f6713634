import Foundation
import TestSupport
import Testing

@testable import CLI

/// What is done through a service is what is done in a directory.
@Suite(.serialized) struct RemoteActTests {
    private static let strip = #"sed -E 's/"(position|editedAt)":[^,]*,//g'"#

    /// After the examples' community and its talk, with the log-ins behind: each appends something, or is refused.
    private static let lines = [
        "post --title Soup --ingredient '1 l water' --ingredient salt --step Boil. --tag quick --diet vegan=yes --as @ada",
        "post soup.json --servings 3 --as @bo", "post - --as @bo < soup.json", "comment r12 Lovely --as @bo",
        "comment r12 'Thanks!' --reply-to c20 --as @ada", "edit r12 --title 'Better soup' --note why --as @ada",
        // The recipe's page comes back, without what differs between the directory and its copy.
        "edit r12 - --title Sent --as @ada < <(larder recipe r12 --json | \(strip))",
        "edit r12 - --title Scaled --as @ada < <(larder recipe r12 --json --servings 2 | \(strip))",
        "edit r12 - --as @ada < <(larder recipe r12 --json | \(strip) | sed 's/\"likes\":0/\"likes\":77/')",
        "edit r12 - --as @ada < <(larder recipe r12 --json --version 1 | \(strip))",
        "edit r12 soup.json --as @ada", "edit r12 --version 1 --title Late --as @ada", "edit c20 'As it was' --as @bo",
        "revert r12 --to 1 --as @ada", "fork r12 --title Broth --as @bo", "like r12 --as @mod", "like c20 --as @mod",
        "unlike r12 --as @mod", "like 12 --as @mod", "like external:foodcom:137739 --as @mod", "vote down r12 --as @bo",
        "vote none r12 --as @bo", "rate r12 4 --as @bo", "rate r12 none --as @bo", "bookmark r12 --as @bo",
        "unbookmark r12 --as @bo", "repost r12 --quote 'Try it' --as @bo", "cook r12 --note 'with leeks' --as @mod",
        "follow @mod --as @bo", "unfollow @mod --as @bo", "block @mallory --as @bo", "unblock @mallory --as @bo",
        "report r12 --reason spam --note gold --as @bo", "report @mallory --reason offensive --as @bo",
        "resolve f9 --outcome dismissed --note no --as @mod", "role @bo moderator --as @ada",
        "ban @mallory --reason spam --until 2999-01-01 --as @mod", "unban @mallory --reason sorry --as @mod",
        "delete r12 --as @ada", "restore r12 --as @ada", "delete c20 --reason spam --as @mod", "restore c20 --as @mod",
        "delete 38 --reason spam --as @mod",
        "profile edit --bio 'Cooks.' --cuisine thai --diet vegan --as @bo", "read --as @ada", "seen 100 --as @ada",
        "plan set r12 2026-11-24 dinner --servings 4 --as @bo", "shop check leek --from 2026-11-24 --as @bo",
        "plan clear r12 2026-11-24 dinner --as @bo", "shop add '2 lemons' --as @bo",
        "shop add --recipe r12 --servings 2 --as @bo", "shop check i40 --as @bo", "shop uncheck i40 --as @bo",
        "shop remove i40 --as @bo", "cookbook create Stews --public --as @bo",
        "cookbook change b41 --name Broths --as @bo", "cookbook change b41 --public --as @bo",
        "cookbook move b41 r1024 1 --as @bo", "cookbook remove b41 r12 --as @bo", "cookbook add b41 r7 --as @bo",
        "rules set rules.json --note 'comments count less' --as @ada", "delete @mallory --reason spam --yes --as @ada",
        // Refused.
        "post --title '' --step x --as @bo", "post --as @bo", "like r9999 --as @bo", "like f9 --as @bo",
        "like external:no:where --as @bo", "like 9999 --as @bo", "follow @nobody --as @bo", "follow @adda --as @bo",
        "rate r12 6 --as @bo", "edit r12 --title Mine --as @bo", "edit r9999 --title x --as @bo", "ban @ada --as @bo",
        "role @ada member --as @mod", "comment r12 x --reply-to c9999 --as @bo", "delete r1024 --as @mod",
        "delete 37 --as @bo", "delete 99999 --as @bo", "delete external:no:where --as @bo",
        "edit r1024 --title x --as @bo", "fork r1024 --as @bo", "revert r12 --to 99 --as @ada",
        "shop check onions --as @bo", "cookbook change b9999 --name x --as @bo",
        "cookbook change b41 --name x --as @ada",
        "resolve f9999 --outcome dismissed --as @mod", "plan set r12 1999-01-01 dinner --as @bo", "seen 99999 --as @bo",
        "submit none.ndjson --as @bo", "restore r12 --as @ada",
    ]

    @Test("an act over a service has the answer and the event of the same act on a directory")
    func whatIsDoneComesToTheSame() throws {
        let kitchen = try RemoteKitchen()
        let copying = "cp -r larder-data copy && rm -f copy/*/lock.mdb copy/lock.mdb\n"
        for (index, (line, pair)) in zip(Self.lines, try kitchen.ends(Self.lines, local: "copy", before: copying))
            .enumerated()
        {
            #expect(pair.local == pair.remote, "\(index): larder \(line)")
        }
        // Line by line the same events, but for when they were and what they are called.
        func log(_ directory: String) throws -> [String] {
            let run = try kitchen.run("larder log tail -n 0 --json --data \(directory)")
            run.expectDone()
            // What came by a name of its own is remembered even where it changed nothing, and has a text to be erased.
            return run.output.split(separator: "\n").filter { !$0.contains("command.noted") }.map {
                String($0).replacing(/"(time|recordedtime|source|id)":"[^"]*",/, with: "")
                    .replacing(#""erased":true,"#, with: "")
            }
        }
        let (local, remote) = (try log("copy"), try log("larder-data"))
        #expect(local.count > 1_200)
        for (one, other) in zip(local, remote) where one != other {
            Issue.record("\(one)\n\(other)")
            break
        }
        #expect(local.count == remote.count)
    }

    @Test("events submitted to a service in bulk are reported as on a directory") func manyAtOnce() throws {
        let kitchen = try RemoteKitchen()
        let event = #"{"specversion":"1.0","type":"larder.comment.posted","source":"bulk","subject":"r12""#
        var lines = (0..<2_500).map { #"\#(event),"id":"\#($0)","data":{"text":"Bulk \#($0)"}}"# }
        lines[7] = "no event"
        lines[1_200] =
            #"{"specversion":"1.0","type":"larder.recipe.liked","source":"bulk","id":"1200","subject":"r9999"}"#
        lines[1_201] =
            #"{"specversion":"1.0","type":"larder.recipe.liked","source":"bulk","id":"1201","subject":"r12","actor":"@ada"}"#
        _ = try kitchen.folder.write(lines.joined(separator: "\n"), to: "bulk.ndjson")
        let run = try kitchen.runServing(
            """
            larder submit bulk.ndjson --errors refused.ndjson --server bo --json; echo $?
            larder submit bulk.ndjson --server bo --json; echo $?
            larder submit bulk.ndjson --strict --server bo > /dev/null; echo $?
            larder submit talk.ndjson --server $url --quiet; echo $?
            """)
        let answers = run.output.split(separator: "\n").map(String.init)
        #expect(answers.count == 6, "\(run.output)\(run.errors)")
        let kept = #""read":2500,"refused":{"forbidden":1,"invalid":1,"not-found":1}"#
        #expect(answers[0].contains(#""appended":2497,"#) && answers[0].contains(kept), "\(answers)")
        // What was sent before is there.
        #expect(answers[2].contains(#""appended":0,"#) && answers[2].contains(#""unchanged":2497"#), "\(answers)")
        #expect(answers[1] == "0" && answers[3] == "0" && answers[4] == "6", "\(answers)")
        let refused = try String(contentsOfFile: kitchen.folder.path("refused.ndjson"), encoding: .utf8)
        #expect(
            refused.split(separator: "\n").map { String($0.prefix(32)) } == [
                #"{"refusal":"line 8: invalid: inv"#, #"{"refusal":"line 1201: not-found"#,
                #"{"refusal":"line 1202: forbidden"#,
            ], "\(refused)")
        #expect(run.errors.contains("larder: invalid: line 8: "), "\(run.errors)")
    }
}
