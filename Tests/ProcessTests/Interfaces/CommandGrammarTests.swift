import Foundation
import TestSupport
import Testing

/// «Grammar that checks rely on», line by line: what is typed, and the event that comes of it.
@Suite struct CommandGrammarTests {
    /// As whom, what, and the event's kind with the letter of the id; no kind: nothing was to be done.
    private typealias Line = (actor: String?, arguments: [String], kind: String?, letter: String)

    /// After ada, m2, bo, m3, and cy, m4; each line appends the next position.
    private static let lines: [Line] = [
        (
            "ada", ["post", "--title", "Soup", "--ingredient", "1 l water", "--ingredient", "salt", "--step", "Boil."],
            "recipe.posted", "r"
        ),  // r5
        ("bo", ["comment", "r5", "How long?"], "comment.posted", "c"),  // c6
        ("ada", ["comment", "r5", "An hour.", "--reply-to", "c6"], "comment.posted", "c"),  // c7
        ("bo", ["like", "r5"], "recipe.liked", ""), ("bo", ["like", "r5"], nil, ""),
        ("bo", ["unlike", "r5"], "recipe.unliked", ""), ("bo", ["like", "c7"], "comment.liked", ""),
        ("bo", ["unlike", "c7"], "comment.unliked", ""), ("bo", ["bookmark", "r5"], "recipe.bookmarked", ""),
        ("bo", ["unbookmark", "r5"], "recipe.unbookmarked", ""), ("bo", ["cook", "r5"], "recipe.cooked", ""),
        ("bo", ["vote", "up", "r5"], "recipe.upvoted", ""), ("bo", ["vote", "down", "r5"], "recipe.downvoted", ""),
        ("bo", ["vote", "none", "r5"], "recipe.voteRetracted", ""), ("bo", ["vote", "none", "r5"], nil, ""),
        ("bo", ["rate", "r5", "5"], "recipe.rated", ""), ("bo", ["rate", "r5", "none"], "recipe.ratingRetracted", ""),
        ("bo", ["repost", "r5"], "recipe.reposted", "p"),  // p20
        ("bo", ["repost", "r5", "--quote", "Try it"], "recipe.reposted", "p"),
        ("bo", ["delete", "p20"], "repost.deleted", ""), ("bo", ["follow", "@ada"], "member.followed", ""),
        ("bo", ["unfollow", "@ada"], "member.unfollowed", ""), ("bo", ["block", "@cy"], "member.blocked", ""),
        ("bo", ["unblock", "@cy"], "member.unblocked", ""),
        ("bo", ["report", "r5", "--reason", "spam", "--note", "gold"], "report.filed", "f"),  // f27
        ("bo", ["report", "@cy", "--reason", "offensive"], "report.filed", "f"),
        ("ada", ["resolve", "f27", "--outcome", "dismissed", "--note", "no gold"], "report.resolved", ""),
        ("ada", ["role", "@bo", "moderator"], "member.roleChanged", ""),
        ("bo", ["ban", "@cy", "--reason", "spam", "--until", "2999-01-01T00:00:00Z"], "member.banned", ""),
        ("bo", ["unban", "@cy", "--reason", "sorry"], "member.unbanned", ""),
        ("ada", ["edit", "r5", "--title", "Stew"], "recipe.edited", ""),
        ("bo", ["edit", "c6", "How long does it take?"], "comment.edited", ""),
        ("bo", ["fork", "r5", "--title", "Broth"], "recipe.posted", "r"),
        ("ada", ["revert", "r5", "--to", "1"], "recipe.edited", ""),
        ("ada", ["delete", "r5"], "recipe.deleted", ""), ("ada", ["restore", "r5"], "recipe.restored", ""),
        ("bo", ["delete", "c6"], "comment.deleted", ""), ("bo", ["restore", "c6"], "comment.restored", ""),
        ("bo", ["profile", "edit", "--bio", "Cooks."], "member.profileChanged", ""),
        ("bo", ["read"], "notifications.read", ""), ("bo", ["seen"], "feed.seen", ""),
        ("bo", ["plan", "set", "r5", "2026-11-24", "dinner", "--servings", "4"], "plan.set", ""),
        ("bo", ["plan", "set", "r5", "2026-11-24", "Dinner", "--servings", "4"], nil, ""),
        ("bo", ["plan", "clear", "r5", "2026-11-24", "dinner"], "plan.cleared", ""),
        ("bo", ["shop", "add", "2 lemons"], "list.itemAdded", "i"),  // i46
        ("bo", ["shop", "check", "i46"], "list.itemChecked", ""),
        ("bo", ["shop", "uncheck", "i46"], "list.itemUnchecked", ""),
        ("bo", ["shop", "remove", "i46"], "list.itemRemoved", ""),
        ("bo", ["shop", "add", "--recipe", "r5", "--servings", "2"], "list.itemAdded", "i"),
        ("bo", ["cookbook", "create", "Soups", "--public"], "cookbook.created", "b"),  // b51
        ("bo", ["cookbook", "add", "b51", "r5"], "cookbook.recipeAdded", ""),
        ("bo", ["cookbook", "add", "b51", "r5"], nil, ""),
        ("bo", ["cookbook", "add", "b51", "r35"], "cookbook.recipeAdded", ""),
        ("bo", ["cookbook", "move", "b51", "r35", "1"], "cookbook.recipeMoved", ""),
        ("bo", ["cookbook", "remove", "b51", "r5"], "cookbook.recipeRemoved", ""),
        ("bo", ["cookbook", "change", "b51", "--name", "Stews", "--no-public"], "cookbook.changed", ""),
        ("bo", ["cookbook", "delete", "b51"], "cookbook.deleted", ""),
        ("bo", ["cook", "r5", "--note", "With leeks"], "recipe.cooked", ""),  // 58
        ("bo", ["delete", "58", "--reason", "Thyme, not leeks"], "recipe.cookNoteDeleted", ""),
        ("ada", ["delete", "58"], nil, ""),
        ("cy", ["delete", "account", "--yes"], "member.deleted", ""),
    ]

    @Test(
        "a submit answers position, id and changed; changed is false with the first position when nothing was to be done"
    )
    func everyLine() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.json("register", "ada")["id"] as? String == "m2")
        let bo = try directory.json("register", "bo", "--name", "Bo B.", "--email", "bo@example.org")
        #expect(bo["id"] as? String == "m3" && bo["position"] as? Int == 3 && bo["changed"] as? Bool == true)
        #expect(try directory.json("register", "cy")["id"] as? String == "m4")
        let profile = try directory.json("profile", "@bo", "--as", "@bo")
        #expect(profile["name"] as? String == "Bo B." && profile["email"] as? String == "bo@example.org")
        #expect(try directory.json("profile", "@cy")["name"] as? String == "cy")

        var head = 4
        var kinds: [String] = []
        for line in Self.lines {
            let actor = line.actor.map { ["--as", "@\($0)"] } ?? []
            let run = try directory.start(line.arguments + actor + ["--json"]).wait()
            let about: Comment = "\(line.arguments.joined(separator: " ")): \(run.errors)"
            #expect(run.status == 0, about)
            let answer = try run.json()
            #expect(Set(answer.keys) == ["position", "id", "changed"], about)
            #expect(answer["changed"] as? Bool == (line.kind != nil), about)
            if let kind = line.kind {
                head += 1
                kinds.append("larder.\(kind)")
                #expect(answer["position"] as? Int == head, about)
                #expect(answer["id"] as? String == "\(line.letter)\(head)", about)
            } else {
                #expect(answer["position"] as? Int == head, about)
            }
        }
        let types = try directory.wholeLog().split(separator: "\n").map { line in
            let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return event?["type"] as? String ?? ""
        }
        #expect(Array(types.dropFirst(4)) == kinds)
    }

    @Test("LARDER_DATA and LARDER_AS stand in for --data and --as, which go first")
    func environment() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        for name in ["ada", "bo"] { #expect(try directory.run("register", name).status == 0) }
        let surroundings = ["LARDER_DATA": scratch.path("data"), "LARDER_AS": "@bo"]
        let post = try Program(
            ["post", "--title", "Soup", "--step", "Boil.", "--json"], environment: surroundings
        ).wait()
        #expect(post.status == 0, "\(post.errors)")
        #expect(try directory.json("recipe", "r4").object("author").text("username") == "bo")
        let other = try Program(
            ["post", "--title", "Stew", "--step", "Boil.", "--as", "@ada", "--json"], environment: surroundings
        ).wait()
        #expect(other.status == 0, "\(other.errors)")
        #expect(try directory.json("recipe", "r5").object("author").text("username") == "ada")
        let elsewhere = try Program(["feed", "--data", scratch.path("none")], environment: surroundings).wait()
        #expect(elsewhere.status == 3)
        // And without either ./larder-data.
        let beside = try Program(["register", "cy"], directory: scratch.path).wait()
        #expect(beside.status == 0, "\(beside.errors)")
        #expect(try DataDirectory(scratch.path("larder-data")).run("profile", "@cy").status == 0)
    }

    @Test("--limit is 20 unless said, 0 = all; --after goes on where a page ended")
    func pages() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("demo", "--members", "30", "--weeks", "1", "--seed", "1").status == 0)
        for (command, list) in [(["feed"], "items"), (["members"], "members"), (["tags"], "tags")] {
            func page(_ arguments: [String]) throws -> [String: Any] {
                try directory.start(command + arguments + ["--json"]).wait().json()
            }
            let all = try page(["--limit", "0"])
            #expect(all["next"] == nil && all.list(list).count > 20, "\(command)")
            let first = try page([])
            #expect(first.list(list).count == 20, "\(command)")
            let rest = try page(["--limit", "0", "--after", first.text("next")])
            #expect(first.list(list).count + rest.list(list).count == all.list(list).count, "\(command)")
            let joined = try DataDirectory.text(first.list(list) + rest.list(list))
            #expect(try joined == DataDirectory.text(all.list(list)), "\(command)")
        }
    }
}
