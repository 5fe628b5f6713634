import ArgumentParser
import Events
import LarderAPI
import Operations
import Views

struct Forks: Question {
    static let configuration = CommandConfiguration(
        commandName: "forks", abstract: "What a recipe was made of, and what was made of it.",
        discussion: """
            The originals come first, from the oldest to the one that it is a version of, with their authors. A recipe that is not to be \
            seen any more keeps its place where others come of it.
            """)
    static let examples = [Example("forks r12", "the whole family, everybody credited")]

    @Argument(help: "r12, or external:source:id.") var id: String
    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let reference = try EntityName.reference(id, "r")
        return Call(API.forks, RecipeListInput(recipe: "\(reference)", page: invocation.pageRequest)) {
            answer, backend in
            try invocation.output.answer(answer) {
                let terminal = invocation.output.terminal
                return answer.origins.map { lines($0, -1, backend.now, terminal) }.joined()
                    + answer.forks.map { lines($0, 0, backend.now, terminal) }.joined()
            }
            if answer.origins.isEmpty, answer.forks.isEmpty {
                invocation.output.note("Nobody has made another of it yet.")
            }
            invocation.output.noteNext(answer.next)
        }
    }

    /// `depth`: how far below the recipe's own forks; -1 for what it was made of.
    private func lines(_ recipe: DescentDocument, _ depth: Int, _ now: Timestamp, _ terminal: Terminal) -> String {
        let author = recipe.author.map { "@\($0.username)" } ?? "deleted"
        let line: String
        if terminal.isOutputTerminal {
            let margin = depth < 0 ? "of " : String(repeating: "  ", count: min(depth, 10))
            let time = recipe.postedAt.map { ", \(terminal.time($0, now: now))" } ?? ""
            let title = recipe.title.map { ": \($0.asOneLine)" } ?? ""
            line = "\(margin)\(recipe.id) \(author)\(time)\(title)"
        } else {
            let cells = [recipe.id, "\(depth)", author, recipe.postedAt ?? "", recipe.title?.asOneLine ?? ""]
            line = cells.joined(separator: "\t")
        }
        return line + "\n" + recipe.forks.map { lines($0, depth + 1, now, terminal) }.joined()
    }
}
