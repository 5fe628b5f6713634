import ArgumentParser
import Events
import LarderAPI
import Operations
import Views

struct Comments: Question {
    static let configuration = CommandConfiguration(
        commandName: "comments", abstract: "The comments on a recipe, in threads.")
    static let examples = [
        Example("comments r12", "threads, the oldest first"), Example("comments c20", "one comment with its replies"),
    ]

    @Argument(help: "r12, c20, or external:source:id of a recipe.", completion: .recipes) var id: String
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        if case .position(_, "c")? = Reference(id) {
            return Call(API.comment, CommentInput(comment: id)) { answer, backend in
                try invocation.output.answer(answer) {
                    invocation.output.terminal.header("id", "depth", "by", "when", "text")
                        + lines(answer.comment, 0, backend.now, invocation.output.terminal)
                }
            }
        }
        let reference = try EntityName.reference(id, "r")
        return Call(API.comments, RecipeListInput(recipe: "\(reference)", page: invocation.pageRequest)) {
            answer, backend in
            try invocation.output.answer(answer) {
                invocation.output.terminal.header("id", "depth", "by", "when", "text")
                    + answer.comments.map { lines($0, 0, backend.now, invocation.output.terminal) }.joined()
            }
            if answer.comments.isEmpty { invocation.output.note("No comments yet.") }
            invocation.output.noteNext(answer.next)
        }
    }

    private func lines(
        _ comment: CommentDocument, _ depth: Int, _ now: Timestamp, _ terminal: Terminal
    ) -> String {
        let author = comment.author.map { "@\($0.username)" } ?? "deleted"
        let text = comment.text?.asOneLine
        let time = terminal.time(comment.createdAt, now: now)
        let line =
            terminal.isOutputTerminal
            ? said("\(author), \(time)", text, comment.id, depth, terminal)
            : [comment.id, "\(depth)", author, comment.createdAt, text ?? ""].joined(separator: "\t")
        return line + "\n" + comment.replies.map { lines($0, depth + 1, now, terminal) }.joined()
    }

    /// Indented by the depth of the reply, wrapped at the terminal's width.
    private func said(_ who: String, _ text: String?, _ id: String, _ depth: Int, _ terminal: Terminal) -> String {
        let margin = String(repeating: "  ", count: min(depth, 10))
        let lines = (who + (text.map { ": \($0)" } ?? "")).wrapped(toWidth: terminal.width, hanging: margin + id + " ")
        return margin + terminal.dim(id) + lines.joined(separator: "\n").dropFirst(margin.count + id.count)
    }
}

struct Comment: Act {
    static let configuration = CommandConfiguration(
        commandName: "comment", abstract: "Comment on a recipe, or reply to a comment.")
    static let examples = [
        Example("comment r12 'Lovely!' --as @bo", "below a recipe"),
        Example("comment r12 'Thank you!' --reply-to c20 --as @ada", "below a comment"),
        Example("comment r12 - --as @bo < words.txt", "from standard input"),
    ]

    @Argument(help: "The recipe, such as r12.", completion: .recipes) var id: String
    @Argument(help: "The text, or - for standard input.") var text: String
    @Option(help: ArgumentHelp("The comment that it replies to.", valueName: "c20")) var replyTo: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let subject = try EntityName.reference(id, "r")
        let parent = try replyTo.map { id throws(Refusal) in try EntityName.reference(id, "c", field: "reply-to") }
        let actor = try invocation.actor(to: "comment")
        var message = ProtoText()
        message.text = text == "-" ? try InputFile.text(of: "-") : text
        try invocation.submit(
            Command(.commentPosted, actor: actor, subject: subject, cause: parent, payload: .text(message)),
            cause: "reply-to")
    }
}
