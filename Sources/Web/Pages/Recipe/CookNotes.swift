package import LarderAPI
import Markup

/// What cooks of a recipe said and showed of it. Its writer and moderators can delete a note.
struct CookNotes {
    private let notes: [CookNoteDocument]
    private let recipe: String
    private let reader: Reader?

    init(_ notes: [CookNoteDocument], on recipe: String, for reader: Reader?) {
        (self.notes, self.recipe, self.reader) = (notes, recipe, reader)
    }

    var html: HTML { "<ul class=\"talk\">\(each: notes, item)</ul>" }

    private func item(_ note: CookNoteDocument) -> HTML {
        """
        <li id="e\(note.event)">\(Face.html(note.member, .small))<div><p><a class="bare" href="\(Link.member(note.member))"><b>\(note.member.name)</b></a> \
        <span class="soft small">\(Words.time(note.cookedAt))</span></p>\(Self.content(note))\(delete(note))</div></li>
        """
    }

    /// The words and the picture. An image elsewhere is a link: pages load no pictures from other sites.
    static func content(_ note: CookNoteDocument) -> HTML {
        let words: HTML? = note.note.isEmpty ? nil : Paragraphs.html(note.note)
        let shown = note.imageText ?? "Picture by \(note.member.name)"
        let picture: HTML? =
            if let picture = note.picture {
                "<p class=\"shot\">\(Picture(picture, in: .note, showing: shown).html)</p>"
            } else if let link = note.image.flatMap({ Link(site: $0) }) {
                "<p><a href=\"\(link)\" rel=\"nofollow ugc noopener\">\(shown)</a></p>"
            } else { nil }
        return "\(words)\(picture)"
    }

    private func delete(_ note: CookNoteDocument) -> HTML? {
        guard let reader, note.member.id == reader.id || reader.role > .member else { return nil }
        return """
            <p class="acts noprint"><a class="btn quiet" href="\(Self.link(to: note, on: recipe).end("/delete"))" data-dialog>\(Icon.cross)Delete\
            <span class="hide"> the note of \(note.member.name)</span></a></p>
            """
    }

    static func link(to note: CookNoteDocument, on recipe: String) -> Link {
        Link.id(recipe).end("/cooked").part("\(note.event)")
    }
}

/// A page of what cooks of a recipe said and showed of it.
package struct CookNotesPage {
    private let recipe: RecipeDocument
    private let notes: CookNotesAnswer
    private let after: String?
    private let reader: Reader?

    package init(_ recipe: RecipeDocument, _ notes: CookNotesAnswer, after: String?, for reader: Reader?) {
        (self.recipe, self.notes, self.after, self.reader) = (recipe, notes, after, reader)
    }

    package var page: Page {
        let pager = Pager(Link.id(recipe.id).end("/cooked"), after: after, next: notes.next)
        let list: HTML =
            notes.notes.isEmpty
            ? EmptyList("No cook has written a note yet.").html
            : CookNotes(notes.notes, on: recipe.id, for: reader).html
        var page = Page(
            "Notes of cooks on \(recipe.title)", in: .feed,
            """
            <section class="measure"><h1>Cooked \(Words.count(recipe.cooked, "time"))</h1>\(recipe.listLead)\
            \(list)\(pager.html)</section>
            """)
        page.topics = [recipe.id]
        (page.newer, page.older) = (pager.newer, pager.older)
        return page
    }
}
