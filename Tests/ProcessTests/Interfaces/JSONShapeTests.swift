import Foundation
import TestSupport
import Testing

/// «Shapes that checks rely on», command by command.
@Suite struct JSONShapeTests {
    private static let card = #"{"id":"m3","username":"…"}"#
    private static let listedRecipe =
        #""id":"r12","externalID":"foodcom:137739","title":"…","author":\#(card),"likes":1,"upvotes":2,"downvotes":0,"#
        + #""score":2,"rating":{"average":4.67,"count":3},"comments":2,"reposts":0,"bookmarks":0,"cooked":0,"#
        + #""version":1,"postedAt":"…","totalMinutes":30,"tags":["…"]"#
    private static let entry =
        #"{"rank":1,"member":"m3","username":"…","engagement":120,"activeDays":5,"recipes":9,"likesReceived":12,"#
        + #""comments":6,"bookmarks":0}"#
    private static let fingerprinted = #"{"name":"…","version":1,"rows":9,"fingerprint":"…"}"#

    private static let shapes: [(line: String, shape: String)] = [
        (
            "leaderboard --week 2026-W02 --limit 1",
            #"{"position":9,"week":"…","completed":true,"participants":2,"entries":[\#(entry)],"next":"…"}"#
        ),
        ("leaderboard weeks", #"{"position":9,"weeks":[{"week":"…","participants":2,"completed":true}]}"#),
        (
            "profile @ada",
            #"{"position":9,"id":"m3","username":"…","name":"…","recipes":9,"followers":0,"following":0,"#
                + #""likesReceived":12,"comments":6,"bookmarks":0,"xp":120,"level":"…","nextLevelAt":150,"#
                + #""badges":["…"],"banned":false,"joinedAt":"…"}"#
        ),
        (
            "recipe external:app:p1",
            #"{"position":9,\#(listedRecipe),"ingredients":[{"original":"…","quantity":2,"unit":"…","name":"…"}],"#
                + #""steps":[{"text":"…"}]}"#
        ),
        (
            "comments external:app:p1 --limit 1",
            #"{"position":9,"comments":[{"id":"c20","author":\#(card),"text":"…","createdAt":"…","#
                + #""replies":[{"id":"c21","author":\#(card),"text":"…","createdAt":"…","replies":[]}]}],"next":"…"}"#
        ),
        (
            "feed --limit 1",
            #"{"position":9,"items":[{"kind":"repost","recipe":{\#(listedRecipe)},"#
                + #""repost":{"id":"p30","by":\#(card),"quote":"…","at":"…"}}],"next":"…"}"#
        ),
        ("feed --sort hot", #"{"position":9,"items":[{"kind":"recipe","recipe":{\#(listedRecipe)}}]}"#),
        (
            "notifications @ada --limit 1",
            #"{"position":9,"unread":3,"notifications":[{"id":40,"kind":"comment","actor":\#(card),"recipe":"r12","#
                + #""comment":"c39","text":"…","createdAt":"…","read":false}],"next":"…"}"#
        ),
        (
            "log stat",
            #"{"logID":"…","events":9,"first":"…","last":"…","bytes":9,"kinds":{"recipe.liked":1},"root":"…"}"#
        ),
        ("audit head", #"{"origin":"…","size":9,"root":"…","note":"…","key":"…"}"#), ("audit key", #"{"key":"…"}"#),
        ("audit prove 3 --size 9", #"{"position":3,"size":9,"proof":"…"}"#),
        ("audit prove --from 3", #"{"from":3,"size":9,"proof":"…"}"#),
        (
            "audit verify --full",
            #"{"verified":true,"events":9,"root":"…","checks":[{"name":"…","status":"…","message":"…","count":9}]}"#
        ),
        (
            "views status",
            #"{"head":9,"position":9,"lag":0,"generation":1,"views":[\#(fingerprinted)]}"#
        ),
        ("views verify", #"{"position":9,"matches":true,"views":[{"name":"…","live":"…","rebuilt":"…"}]}"#),
        (
            "views rebuild",
            #"{"events":9,"seconds":1.2,"eventsPerSecond":9,"views":[\#(fingerprinted)],"matchesLive":true}"#
        ),
        (
            "leaderboard rebuild --rules RULES --dry-run --diff",
            #"{"events":9,"seconds":1.2,"eventsPerSecond":9,"weeks":1,"entries":2,"changed":1,"#
                + #""changes":[{"week":"…","username":"…","from":{"rank":3,"engagement":40},"to":{"rank":1,"engagement":9}}]}"#
        ),
        ("like external:app:p1 --as @ada", #"{"position":9,"id":"…","changed":true}"#),
        (
            "submit EVENTS",
            #"{"position":9,"read":9,"appended":0,"unchanged":9,"refused":{"not-found":1},"seconds":1.2}"#
        ),
    ]

    private static func event(_ kind: String, _ id: String, _ actor: String?, _ rest: String = "", at day: Int = 5)
        -> String
    {
        let actor = actor.map { #","actor":"@\#($0)""# } ?? ""
        return #"{"specversion":"1.0","type":"larder.\#(kind)","source":"app","id":"\#(id)","#
            + #""time":"2026-01-\#(day < 10 ? "0" : "")\#(day)T08:00:00Z"\#(actor)\#(rest)}"#
    }

    private static let soup = #","subject":"external:app:p1""#

    private static let events = [
        event("member.registered", "u1", nil, #","data":{"username":"ada","name":"Ada"}"#),
        event("member.registered", "u2", nil, #","data":{"username":"bo","name":"Bo"}"#),
        event(
            "recipe.posted", "p1", "ada",
            #","data":{"title":"Soup","totalMinutes":30,"tags":["quick"],"steps":[{"text":"Boil."}],"#
                + #""ingredients":[{"original":"2 cups flour","quantity":2,"unit":"cups","name":"flour"}]}"#),
        event("recipe.rated", "a1", "bo", soup + #","data":{"stars":5}"#), event("recipe.liked", "a2", "bo", soup),
        event("recipe.reposted", "a3", "bo", soup + #","data":{"quote":"Try it"}"#, at: 6),
        event("comment.posted", "c1", "bo", soup + #","data":{"text":"Lovely"}"#, at: 7),
        event("comment.posted", "c2", "ada", soup + #","cause":"external:app:c1","data":{"text":"Thanks"}"#, at: 7),
        event("comment.posted", "c3", "bo", soup + #","data":{"text":"Again"}"#, at: 13),
        event("recipe.liked", "a4", "nobody", soup),
    ].joined(separator: "\n")

    @Test("every shape of the page: its fields are there and of their types, and no null is")
    func shapes() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        let events = try scratch.write(Self.events, to: "events.ndjson")
        #expect(try directory.run("submit", events).status == 0)
        let shown = try JSONSerialization.data(withJSONObject: try directory.json("rules", "show")["rules"] ?? [:])
        // Comments are worth more than recipes, so that bo passes ada.
        let rules = try scratch.write(
            String(decoding: shown, as: UTF8.self).replacing(#""points":1}"#, with: #""points":50}"#)
                .replacing(#"{"points":1,"#, with: #"{"points":50,"#).replacing(
                    #""points":1,"#, with: #""points":50,"#),
            to: "rules.json")
        for (line, shape) in Self.shapes {
            let arguments = line.split(separator: " ").map {
                $0 == "EVENTS" ? events : $0 == "RULES" ? rules : String($0)
            }
            let run = try directory.start(arguments + ["--json"]).wait()
            #expect(run.status == 0, "\(line): \(run.errors)")
            #expect(run.output.split(separator: "\n").count == 1, "\(line) is one document")
            let document = try JSONShape(run.output)
            #expect(try JSONShape(shape).missing(in: document) == [], "\(line): \(run.output)")
            #expect(!document.hasNull, "\(line)")
        }
    }

    @Test("counters are always present, and what is unknown is left out")
    func countersOfNothing() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("register", "ada").status == 0)
        #expect(try directory.run("post", "--title", "Soup", "--step", "Boil.", "--as", "@ada").status == 0)
        let recipe = try directory.json("recipe", "r3")
        let counters = [
            "likes", "upvotes", "downvotes", "score", "comments", "reposts", "bookmarks", "cooked", "forks",
        ]
        for counter in counters { #expect(recipe[counter] as? Int == 0, "\(counter)") }
        #expect((recipe["rating"] as? [String: Any])?["count"] as? Int == 0)
        #expect((recipe["rating"] as? [String: Any])?["average"] == nil)
        for absent in ["externalID", "description", "totalMinutes", "editedAt", "forkedFrom", "liked", "cuisine"] {
            #expect(recipe[absent] == nil, "\(absent)")
        }
        let profile = try directory.json("profile", "@ada")
        for counter in ["followers", "following", "likesReceived", "comments", "bookmarks"] {
            #expect(profile[counter] as? Int == 0, "\(counter)")
        }
        let notifications = try directory.json("notifications", "@ada")
        #expect(notifications["unread"] as? Int == 0 && notifications.list("notifications").isEmpty)
        #expect(notifications["next"] == nil)
    }

    @Test("log tail and log export: one JSON document a line")
    func lines() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("submit", scratch.write(Self.events, to: "events.ndjson")).status == 0)
        for command in [["log", "tail", "-n", "0", "--json"], ["log", "export"]] {
            let run = try directory.start(command).wait()
            #expect(run.status == 0)
            for line in run.output.split(separator: "\n") {
                let shape = try JSONShape(#"{"specversion":"1.0","type":"…","source":"…","id":"…","time":"…"}"#)
                #expect(try shape.missing(in: JSONShape(String(line))) == [], "\(line)")
            }
        }
    }
}
