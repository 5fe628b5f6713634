import Foundation
import Testing

/// What CookLoop's members and moderators do: sign up, post, like, comment, reply, pass on with a quote, follow, rise in
/// level and on the board, report, remove, ban and let in again.
@Suite struct CookLoopStory {
    @Test("acts from sign-up on lead to the weekly board, as in CookLoop") func fromSigningUpToTheWeeklyBoard() throws {
        let story = Storyteller()
        for name in ["ada", "bo", "cy"] { try story.tell(nil, "register", name) }
        let soup = try story.tell(
            "bo", "post", "--title", "Leek soup", "--ingredient", "3 leeks", "--step", "Boil.", "--tag", "healthy")
        try story.tell("ada", "like", soup)
        let question = try story.tell("ada", "comment", soup, "How much salt?")
        let reply = try story.tell("bo", "comment", soup, "A pinch.", "--reply-to", question)
        try story.tell("ada", "like", reply)
        try story.tell("cy", "repost", soup, "--quote", "My winter")
        try story.tell("cy", "follow", "@bo")
        let thread = try #require(try story.ask(nil, "comments", soup).list("comments").first)
        #expect(thread.list("replies").map { $0.text("text") } == ["A pinch."])
        #expect(
            try story.ask("bo", "notifications").list("notifications").map { $0.text("kind") }
                == ["follow", "repost", "commentLike", "comment", "like"])
        #expect(try story.ask("ada", "notifications").list("notifications").map { $0.text("kind") } == ["reply"])
        let feed = try story.ask("ada", "feed").list("items")
        #expect(feed.map { $0.text("kind") } == ["repost", "recipe"])
        #expect(feed.first?.object("repost").text("quote") == "My winter")

        // Four more recipes make bo a Home Chef: 5 × 10 + 2 for the like + 1 for the reply.
        for title in ["Stew", "Bread", "Pie", "Tea"] {
            try story.tell("bo", "post", "--title", title, "--step", "Cook.")
        }
        let profile = try story.ask(nil, "profile", "@bo")
        #expect(profile.number("xp") == 53 && profile.text("level") == "Home Chef" && profile.number("followers") == 1)
        let board = try story.ask(nil, "leaderboard")
        #expect(board.list("entries").map { $0.text("username") } == ["bo", "ada"])
        let own = try story.ask(nil, "leaderboard", "--around", "@ada", "--limit", "1")
        #expect(own.list("entries").map { $0.number("rank") } == [2])
        let earned = try story.ask(nil, "xp", "@bo", "--history", "--limit", "0").list("awards")
        #expect(earned.reduce(0) { $0 + $1.number("points") } == 53)
    }

    @Test("a report leads to a ban and the ban ends, as in CookLoop") func fromAReportToABanAndBack() throws {
        let story = Storyteller()
        for name in ["ada", "bo", "cy", "mo"] { try story.tell(nil, "register", name) }
        try story.tell("ada", "role", "@mo", "moderator")
        let soup = try story.tell("bo", "post", "--title", "Soup", "--step", "Boil.")
        let spam = try story.tell("cy", "comment", soup, "Buy gold!")
        let aboutComment = try story.tell("bo", "report", spam, "--reason", "spam", "--note", "again")
        let aboutMember = try story.tell("bo", "report", "@cy", "--reason", "offensive")
        #expect(try story.ask("mo", "reports").list("reports").map { $0.text("id") } == [aboutComment, aboutMember])
        try story.refuse(4, "bo", "reports")
        try story.tell("mo", "resolve", aboutComment, "--outcome", "removed", "--note", "an advertisement")
        #expect(try story.ask(nil, "comments", soup).list("comments").isEmpty)
        #expect(
            try story.ask("cy", "notifications").list("notifications").map { $0.text("kind") } == ["contentRemoved"])
        try story.tell("mo", "resolve", aboutMember, "--outcome", "banned")
        try story.refuse(4, "cy", "comment", soup, "Why?")
        #expect(try story.ask("mo", "members", "--banned").list("members").map { $0.text("username") } == ["cy"])
        #expect(try story.ask("mo", "dashboard").number("banned") == 1)
        try story.tell("mo", "unban", "@cy", "--reason", "apologised")
        try story.tell("cy", "comment", soup, "Thank you.")
        #expect(
            try story.ask("mo", "modlog").list("entries").map { $0.text("kind") } == [
                "member.unbanned", "member.banned", "report.resolved", "comment.deleted", "report.resolved",
                "member.roleChanged",
            ])
        #expect(try story.ask("mo", "reports").number("pending") == 0)
    }
}
