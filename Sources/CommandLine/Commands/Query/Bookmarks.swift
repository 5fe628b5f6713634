import ArgumentParser
import Views

struct Bookmarks: Question {
    static let configuration = CommandConfiguration(commandName: "bookmarks", abstract: "What you have bookmarked.")
    static let examples = [Example("bookmarks --as @bo", "the newest first")]

    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let actor = try invocation.requiredActor(to: "look at their bookmarks")
        try invocation.query { queries in
            let member = try queries.member(actor)
            let answer = try queries.recipes(.bookmarked, of: member, page: invocation.page, viewer: member)
            try invocation.answer(answer) { TextTable(recipes: answer.recipes).text(for: invocation.terminal) }
            if answer.recipes.isEmpty { invocation.note("Nothing there.") }
            invocation.noteNext(answer.next)
        }
    }
}
