import ArgumentParser
import Events
import Operations

struct Comment: Act {
    static let configuration = CommandConfiguration(
        commandName: "comment", abstract: "Comment on a recipe, or reply to a comment.")
    static let examples = [
        Example("comment r12 'Lovely!' --as @bo", "below a recipe"),
        Example("comment r12 'Thank you!' --reply-to c20 --as @ada", "below a comment"),
    ]

    @Argument(help: "The recipe, such as r12.") var id: String
    @Argument(help: "What to say.") var text: String
    @Option(help: ArgumentHelp("The comment that it replies to.", valueName: "c20")) var replyTo: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let subject = try EntityName.reference(id, "r")
        let parent = try replyTo.map { id throws(Refusal) in try EntityName.reference(id, "c", field: "reply-to") }
        let actor = try invocation.actor(to: "comment")
        var message = ProtoText()
        message.text = text
        try invocation.submit(
            Command(.commentPosted, actor: actor, subject: subject, cause: parent, payload: .text(message)))
    }
}
