package import LarderAPI
package import Markup

/// A cookbook's recipes as a whole, to be printed.
package struct PrintedBook {
    private let book: CookbookAnswer
    private let recipes: [RecipeDocument]
    private let after: String?
    private let showsPictures: Bool

    /// `recipes`: those of `book` that its reader may see, whole and in order.
    package init(_ book: CookbookAnswer, _ recipes: [RecipeDocument], after: String?, showsPictures: Bool) {
        (self.book, self.recipes, self.after, self.showsPictures) = (book, recipes, after, showsPictures)
    }

    /// `pictures`: with the recipes' pictures on paper.
    package static func link(to book: String, pictures: Bool = false) -> Link {
        .id(book).query("print", pictures ? "picture" : "all")
    }

    package var page: Page {
        let base = Self.link(to: book.id, pictures: showsPictures)
        let pager = Pager(base, after: after, next: book.next, isNewestFirst: false)
        let other: HTML =
            showsPictures
            ? "<a class=\"btn quiet\" href=\"\(Self.link(to: book.id))\">Without pictures</a>"
            : "<a class=\"btn quiet\" href=\"\(Self.link(to: book.id, pictures: true))\">With pictures</a>"
        let owner: HTML? = book.owner.map { "<p class=\"meta\">by \($0.name)</p>" }
        var page = Page(
            "\(book.name), to print",
            """
            <h1>\(book.name)</h1>\(owner)<p class="chips noprint"><a class="btn quiet" href="\(Link.id(book.id))">\(Icon.left)Back to the cookbook</a>\
            \(other)<button class="btn main" type="button" data-print hidden>\(Icon.print)Print</button></p>\
            \(recipes.isEmpty ? EmptyList("No recipe is in it yet.").html : "\(each: recipes, { RecipePage.paper($0) })")\
            <div class="noprint">\(pager.html)</div>
            """)
        page.modules = [.cook]
        page.hasSide = false
        page.isListed = false
        page.printsPictures = showsPictures
        return page
    }
}
