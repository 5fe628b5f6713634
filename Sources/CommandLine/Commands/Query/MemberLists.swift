import ArgumentParser
import Events
import Views

struct Followers: Verb {
    static let configuration = CommandConfiguration(commandName: "followers", abstract: "Who follows a member.")
    static let examples = [Example("followers @ada", "the newest first")]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The member (else whoever --as names).") var member: String?

    func execute(_ invocation: Invocation) throws {
        let reference = try invocation.member(member)
        try invocation.query { queries in
            try invocation.answer(
                try queries.followers(of: reference, viewer: try invocation.viewer(queries), page: invocation.page))
        }
    }
}

struct Following: Verb {
    static let configuration = CommandConfiguration(commandName: "following", abstract: "Whom a member follows.")
    static let examples = [Example("following @ada", "the newest first")]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The member (else whoever --as names).") var member: String?

    func execute(_ invocation: Invocation) throws {
        let reference = try invocation.member(member)
        try invocation.query { queries in
            try invocation.answer(
                try queries.following(of: reference, viewer: try invocation.viewer(queries), page: invocation.page))
        }
    }
}

struct Bookmarks: Verb {
    static let configuration = CommandConfiguration(commandName: "bookmarks", abstract: "What you have bookmarked.")
    static let examples = [Example("bookmarks --as @bo", "the newest first")]

    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let actor = try invocation.requiredActor(to: "look at their bookmarks")
        try invocation.query { queries in
            let member = try queries.member(actor)
            let answer = try queries.recipes(.bookmarked, of: member, page: invocation.page, viewer: member)
            try invocation.answer(answer) {
                var table = TextTable([.whole("id"), .text("title"), .text("by")])
                for recipe in answer.recipes {
                    table.add([recipe.id, recipe.title, "@\(recipe.author.username)"])
                }
                return table.text(for: invocation.terminal)
            }
            if answer.recipes.isEmpty { invocation.note("Nothing there.") }
            invocation.noteNext(answer.next)
        }
    }
}

extension Invocation {
    fileprivate func answer(_ answer: MemberListAnswer) throws {
        try self.answer(answer) {
            var table = TextTable([.whole("id"), .text("username"), .text("name")])
            for member in answer.members { table.add([member.id, "@\(member.username)", member.name]) }
            return table.text(for: terminal)
        }
        if answer.members.isEmpty { note("Nobody.") }
        noteNext(answer.next)
    }
}
