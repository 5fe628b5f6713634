package import LarderAPI
package import Markup

/// Reporting a recipe, a comment or a member to the moderators.
package struct ReportPage {
    private let title: String
    private let about: HTML
    private let link: Link
    private let once: Once
    private let from: Link?
    private let state: FormState

    package init(_ recipe: RecipeDocument, once: Once, from: Link?, _ state: FormState = FormState()) {
        self.init("Report this recipe", SmallForm.about(recipe), .id(recipe.id), once, from, state)
    }

    package init(_ comment: CommentDocument, once: Once, from: Link?, _ state: FormState = FormState()) {
        self.init("Report this comment", SmallForm.about(comment), .id(comment.id), once, from, state)
    }

    package init(_ member: ProfileAnswer, once: Once, from: Link?, _ state: FormState = FormState()) {
        self.init(
            "Report @\(member.username)", "<p class=\"lead\">\(member.name)</p>", .member(member.username), once, from,
            state)
    }

    private init(_ title: String, _ about: HTML, _ link: Link, _ once: Once, _ from: Link?, _ state: FormState) {
        (self.title, self.about, self.link, self.once, self.from, self.state) = (title, about, link, once, from, state)
    }

    private static let reasons = [
        ("spam", "Spam or advertising"), ("offensive", "Offensive or hurtful"), ("unsafe", "Unsafe to cook or eat"),
        ("copyright", "Copied without permission"), ("other", "Something else"),
    ]

    package var page: Page {
        let reason = Choice("reason", "What is wrong with it?", Self.reasons.map { (value: $0.0, text: $0.1) })
        let note = Field(
            "note", "What should the moderators know? (optional)", hint: "Only moderators read it.", rows: 3,
            lengthMax: 2_000)
        return SmallForm(
            title: title, about: about, action: link.end("/report"), once: once, from: from,
            fields: ["reason", "note"], content: "\(reason.html(state))\(note.html(state))", button: "Report",
            back: link
        ).page(state)
    }
}

/// Deleting a recipe, a comment, or what a cook said and showed of a recipe. A moderator gives a reason.
package struct DeletePage {
    private let thing: String
    private let effect: String
    /// Whose it is.
    private let author: String
    private let about: HTML
    /// Its address, below which the form is.
    private let link: Link
    private let back: Link
    private let isOwn: Bool
    private let from: Link?
    private let state: FormState

    package init(_ recipe: RecipeDocument, for reader: Reader, from: Link?, _ state: FormState = FormState()) {
        (thing, author, about, link) = ("recipe", "author", SmallForm.about(recipe), .id(recipe.id))
        effect = "Its comments, likes and reposts are hidden with it. You can restore it."
        (back, isOwn) = (.id(recipe.id), recipe.author.id == reader.id)
        (self.from, self.state) = (from, state)
    }

    package init(
        _ comment: CommentDocument, on recipe: String, for reader: Reader, from: Link?, _ state: FormState = FormState()
    ) {
        (thing, author, about, link) = ("comment", "author", SmallForm.about(comment), .id(comment.id))
        effect = "Replies to it stay."
        (back, isOwn) = (Link.id(recipe).fragment(comment.id), comment.author?.id == reader.id)
        (self.from, self.state) = (from, state)
    }

    package init(
        _ note: CookNoteDocument, on recipe: RecipeDocument, for reader: Reader, from: Link?,
        _ state: FormState = FormState()
    ) {
        (thing, author, link) = ("note", "cook", CookNotes.link(to: note, on: recipe.id))
        about =
            "\(SmallForm.about(recipe))<blockquote class=\"tip\">\(CookNotes.content(note))<p class=\"small\">\(note.member.name)</p></blockquote>"
        effect = "The note and its picture are deleted for good. The cooking still counts."
        (back, isOwn) = (.id(recipe.id), note.member.id == reader.id)
        (self.from, self.state) = (from, state)
    }

    package var page: Page {
        let reason: HTML? =
            isOwn
            ? nil
            : Field("reason", "Reason", hint: "The \(author) reads it.", isRequired: true, rows: 2, lengthMax: 2_000)
                .html(state)
        return SmallForm(
            title: "Delete this \(thing)?", about: about, action: link.end("/delete"), from: from, fields: ["reason"],
            content: "<p>\(effect)</p>\(reason)", button: "Delete this \(thing)", isBad: true, back: back
        ).page(state)
    }
}

/// A deleted recipe or comment, and the way to restore it.
package struct RestorePage {
    private let id: String
    private let reader: Reader
    private let state: FormState

    /// `id`: `r12` or `c20`.
    package init(_ id: String, for reader: Reader, _ state: FormState = FormState()) {
        (self.id, self.reader, self.state) = (id, reader, state)
    }

    private var thing: String { id.first == "c" ? "comment" : "recipe" }

    package var page: Page {
        let reason: HTML? =
            reader.role == .member
            ? nil
            : Field("reason", "Reason (moderators give one)", rows: 2, lengthMax: 2_000).html(state)
        return SmallForm(
            title: "Restore this \(thing)?",
            about: "<p class=\"lead\">It was deleted and is hidden from all members.</p>",
            action: Link.id(id).end("/restore"), fields: ["reason"],
            content:
                "<p>Its author can restore what the author deleted, and moderators what moderators deleted.</p>\(reason)",
            button: "Restore it", back: Link("/")
        ).page(state)
    }
}
