import LarderAPI
import Markup

/// What a page of one form shows: a title, fields, a button, and the way back.
///
/// Its whole content is the element `dialog`, so that a script can open it over the page that leads to it.
struct SmallForm {
    var title: String
    /// What the form is about, below the title.
    var about: HTML?
    var action: Link
    var once: Once?
    /// The page that led to the form, where its end leads back to.
    var from: Link?
    /// The names of the fields, to which messages link.
    var fields: [String]
    var content: HTML
    var button: String
    /// Whether the form destroys something.
    var isBad = false
    /// Where «Cancel» leads without a page that led here.
    var back: Link

    func page(_ state: FormState) -> Page {
        var page = Page(
            state.title(title),
            """
            <section class="narrow" id="dialog"><h1>\(title)</h1>\(about)\(state.summary(fields: fields))\
            <form method="post" action="\(action)">\(once?.html)\(HTML.hidden("from", from?.text))\(content)\
            <div class="buttons"><button class="btn \(isBad ? "bad" : "main")">\(button)</button>\
            <a class="btn quiet" href="\(from ?? back)" data-close>Cancel</a></div></form></section>
            """)
        page.isDialog = true
        page.isKept = false
        page.isListed = false
        page.hasSide = false
        page.status = state.status
        return page
    }

    /// The line that says which recipe a form is about.
    static func about(_ recipe: RecipeDocument) -> HTML {
        """
        <p class="lead"><a class="bare" href="\(Link.id(recipe.id))"><b>\(recipe.title)</b></a> by \(recipe.author.name)</p>
        """
    }

    /// The line that says which comment a form is about.
    static func about(_ comment: CommentDocument) -> HTML {
        """
        <blockquote class="tip">\(Paragraphs.html(comment.text ?? ""))<p class="small">\(comment.author?.name ?? "a deleted member")</p></blockquote>
        """
    }
}
