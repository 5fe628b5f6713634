import ArgumentParser
import LarderAPI
import Views

struct Bookmarks: Question {
    static let configuration = CommandConfiguration(commandName: "bookmarks", abstract: "What you have bookmarked.")
    static let examples = [Example("bookmarks --as @bo", "the newest first")]

    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        _ = try invocation.actor(to: "look at their bookmarks")
        return Call(API.bookmarks, ListInput(page: invocation.pageRequest)) { answer, _ in
            try invocation.output.answer(answer) {
                TextTable(recipes: answer.recipes).text(for: invocation.output.terminal)
            }
            if answer.recipes.isEmpty { invocation.output.note("Nothing there.") }
            invocation.output.noteNext(answer.next)
        }
    }
}
