package import LarderAPI
package import Markup

/// A reply to a comment, or another text for one of the reader's comments.
package struct CommentTextPage {
    package enum Kind: Sendable {
        case reply, edit
    }

    private let kind: Kind
    private let comment: CommentDocument
    private let recipe: String
    private let once: Once
    private let from: Link?
    private let state: FormState

    package init(
        _ kind: Kind, _ comment: CommentDocument, on recipe: String, once: Once, from: Link?,
        _ state: FormState = FormState()
    ) {
        (self.kind, self.comment, self.recipe, self.once) = (kind, comment, recipe, once)
        (self.from, self.state) = (from, state)
    }

    /// The field's name. The page below a dialog has a field `text` of its own.
    package static func field(of kind: Kind) -> String { kind == .reply ? "reply" : "edited" }

    package var page: Page {
        let isReply = kind == .reply
        let name = Self.field(of: kind)
        let field = Field(
            name, isReply ? "Your reply" : "Your comment", isRequired: true, rows: 4, lengthMax: 10_000,
            value: isReply ? nil : comment.text)
        return SmallForm(
            title: isReply ? "Reply to \(comment.author?.name ?? "a deleted member")" : "Edit your comment",
            about: isReply ? SmallForm.about(comment) : nil,
            action: isReply ? Link.id(comment.id).end("/reply") : Link.id(comment.id).end("/edit"), once: once,
            from: from, fields: [name], content: field.html(state), button: isReply ? "Reply" : "Save",
            back: Link.id(recipe).fragment(comment.id)
        ).page(state)
    }
}
