package import LarderAPI
package import Markup

/// Comments with their replies.
package struct CommentThread {
    private let comments: [CommentDocument]
    private let reader: Reader?
    /// The comment that the address names.
    private let marked: String?

    package init(_ comments: [CommentDocument], marking marked: String? = nil, for reader: Reader?) {
        (self.comments, self.marked, self.reader) = (comments, marked, reader)
    }

    package var html: HTML {
        guard !comments.isEmpty else { return .empty }
        return "<ul class=\"talk\">\(each: comments, entry)</ul>"
    }

    private func entry(_ comment: CommentDocument) -> HTML {
        let replies = CommentThread(comment.replies, marking: marked, for: reader).html
        guard comment.deleted != true, let text = comment.text else {
            return
                "<li id=\"\(comment.id)\"><span class=\"face\" aria-hidden=\"true\">–</span><div><p class=\"soft\">This comment was deleted.</p></div>\(replies)</li>"
        }
        return """
            <li id="\(comment.id)"\(HTML.Attribute("class", comment.id == marked ? "marked" : nil))>\(face(comment.author))<div><p>\(name(comment.author)) \
            <a class="bare soft small" href="\(Link.id(comment.id))">\(Words.time(comment.createdAt))</a>\(edited(comment))</p>\
            \(Paragraphs.html(text))</div>\(CommentActions(comment, for: reader).html())\(replies)</li>
            """
    }

    private func edited(_ comment: CommentDocument) -> HTML? {
        comment.editedAt == nil ? nil : " <span class=\"soft small\">edited</span>"
    }

    private func face(_ author: MemberCard?) -> HTML {
        author.map { Face.html($0) } ?? "<span class=\"face\" aria-hidden=\"true\">–</span>"
    }

    private func name(_ author: MemberCard?) -> HTML {
        guard let author else { return "<b>deleted member</b>" }
        return "<a class=\"bare\" href=\"\(Link.member(author))\"><b>\(author.name)</b></a>"
    }
}

/// The buttons below a comment. They are a part of the page.
package struct CommentActions {
    private let comment: CommentDocument
    private let reader: Reader?

    package init(_ comment: CommentDocument, for reader: Reader?) { (self.comment, self.reader) = (comment, reader) }

    package static func id(of comment: String) -> String { "acts-\(comment)" }

    package func html(saying said: Said? = nil) -> HTML {
        let link = Link.id(comment.id)
        let isOn = comment.liked == true
        let part = Self.id(of: comment.id)
        return """
            <div class="acts noprint" id="\(part)"\(HTML.Attribute("data-said", said?.sentence))><form method="post" action="\(link.end("/like"))" \
            data-swap="\(part)"><button class="btn" name="on" value="\(isOn ? "0" : "1")" aria-pressed="\(isOn ? "true" : "false")">\(Icon.heart)\
            <span class="num">\(comment.likes)</span><span class="hide"> \(comment.likes == 1 ? "like" : "likes"): like this comment</span></button></form>\
            <a class="btn" href="\(link.end("/reply"))" data-dialog>Reply</a>\(own(link))</div>
            """
    }

    private func own(_ link: Link) -> HTML {
        guard let reader else { return .empty }
        let isOwn = reader.id == comment.author?.id
        let edit: HTML? = isOwn ? "<a class=\"btn\" href=\"\(link.end("/edit"))\" data-dialog>Edit</a>" : nil
        let delete: HTML? =
            isOwn || reader.role > .member
            ? "<a class=\"btn\" href=\"\(link.end("/delete"))\" data-dialog>Delete</a>" : nil
        let report: HTML? = isOwn ? nil : "<a class=\"btn\" href=\"\(link.end("/report"))\" data-dialog>Report</a>"
        return "\(edit)\(delete)\(report)"
    }
}

/// The field for a comment on a recipe. A guest gets a link to sign in.
package struct CommentForm {
    private let recipe: String
    private let once: Once
    private let state: FormState
    private let reader: Reader?

    package init(on recipe: String, once: Once, _ state: FormState = FormState(), for reader: Reader?) {
        (self.recipe, self.once, self.state, self.reader) = (recipe, once, state, reader)
    }

    package var html: HTML {
        let link = Link.id(recipe)
        guard reader != nil else {
            let back = link.fragment("comments").text
            return
                "<p class=\"noprint\"><a href=\"\(Link("/sign-in").query("then", back))\">Sign in</a> to say something about it.</p>"
        }
        return """
            <form method="post" action="\(link.end("/comments"))" class="compose noprint">\(once.html)\
            \(Field("text", "Say something about it", isRequired: true, rows: 2, lengthMax: 10_000).html(state))\
            <button class="btn main">Comment</button></form>
            """
    }
}

/// The field for a comment as a page of its own, after a refusal.
package struct CommentFormPage {
    private let recipe: RecipeDocument
    private let once: Once
    private let state: FormState
    private let reader: Reader?

    package init(_ recipe: RecipeDocument, once: Once, _ state: FormState, for reader: Reader?) {
        (self.recipe, self.once, self.state, self.reader) = (recipe, once, state, reader)
    }

    package var page: Page {
        let form = CommentForm(on: recipe.id, once: once, state, for: reader)
        var page = Page(
            state.title("Comment on \(recipe.title)"), in: .feed,
            """
            <section class="narrow"><h1>Comment on <a href="\(Link.id(recipe.id))">\(recipe.title)</a></h1>\
            \(state.summary(fields: ["text"]))\(form.html)</section>
            """)
        page.isKept = false
        page.status = state.status
        return page
    }
}
