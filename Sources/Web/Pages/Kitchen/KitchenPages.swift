package import LarderAPI
package import Markup

/// A week of the plan, day by day.
package struct WeekPage {
    private let plan: PlanAnswer
    private let days: [String]
    private let firstWeekday: Int
    private let earlier: String
    private let later: String

    /// `days` are the seven days of the plan, the first of which has that weekday, 0 for Monday; `earlier` and `later` begin the weeks around it.
    package init(_ plan: PlanAnswer, days: [String], firstWeekday: Int, earlier: String, later: String) {
        (self.plan, self.days, self.firstWeekday, self.earlier, self.later) = (
            plan, days, firstWeekday, earlier, later
        )
    }

    package var page: Page {
        var page = Page(
            "Plan", in: .plan,
            """
            <div class="head"><h1>Plan</h1><nav class="segs" aria-label="Week"><a href="\(Self.link(earlier))" aria-label="Earlier week">\(Icon.left)</a>\
            <a href="/week">Today</a><a href="\(Self.link(later))" aria-label="Later week">\(Icon.right)</a></nav></div>\
            <div class="days">\(each: days, day)</div><p><a class="btn" href="\(Link("/list").query("from", plan.from))">\(Icon.cart)What to buy for this week</a></p>
            """)
        page.hasSide = false
        return page
    }

    package static func link(_ day: String) -> Link { Link("/week").query("from", day) }

    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    private func weekday(of day: String) -> String {
        Self.weekdays[(firstWeekday + (days.firstIndex(of: day) ?? 0)) % 7]
    }

    private func day(_ day: String) -> HTML {
        let entries = plan.entries.filter { $0.day == day }
        let list: HTML =
            entries.isEmpty
            ? "<p class=\"soft small\">Nothing planned.</p>" : "<ul class=\"rows\">\(each: entries, { entry($0) })</ul>"
        return
            "<section><h2><time datetime=\"\(day)\">\(weekday(of: day)), \(Words.dayOfYear(day))</time></h2>\(list)</section>"
    }

    private func entry(_ entry: PlannedRecipe) -> HTML {
        let title: HTML =
            entry.title.map { "<a href=\"\(Link.id(entry.recipe).query("servings", entry.servings))\">\($0)</a>" }
            ?? "<span class=\"soft\">a recipe that was deleted</span>"
        return """
            <li><div>\(title)<br><span class="soft small">\(entry.meal)\(entry.servings.map { ", serves\u{A0}\($0)" })</span></div>\
            \(move(entry), if: entry.title != nil)<form class="end" method="post" action="\(Link.id(entry.recipe).end("/unplan"))"><input type="hidden" name="day" value="\(entry.day)">\
            <input type="hidden" name="meal" value="\(entry.meal)"><button class="btn ico quiet" aria-label="Remove \(entry.title ?? "it") from the plan">\(Icon.cross)</button></form></li>
            """
    }
}

extension WeekPage {
    /// Leads to the form for another day or meal.
    private func move(_ entry: PlannedRecipe) -> HTML {
        let form = Link.id(entry.recipe).end("/plan").query("day", entry.day).query("meal", entry.meal)
            .query("servings", entry.servings).query("from", Self.link(plan.from).text)
        return """
            <a class="btn ico quiet end" href="\(form)" data-dialog aria-label="Move \(entry.title ?? "it") to another day">\(Icon.cal)</a>
            """
    }
}

/// The shopping list: what recipes need, and the reader's own lines.
package struct ListPage {
    private let list: ShoppingAnswer
    private let once: Once
    private let state: FormState
    /// The first day of the plan that was asked for; `nil`: today.
    private let from: String?
    private let isLarge: Bool

    /// `isLarge`: with rows that a thumb hits while the other hand pushes the trolley.
    package init(
        _ list: ShoppingAnswer, once: Once, from: String?, isLarge: Bool = false, _ state: FormState = FormState()
    ) {
        (self.list, self.once, self.from, self.isLarge, self.state) = (list, once, from, isLarge, state)
    }

    /// The part of the page with all lines.
    package static let lines = "lines"

    /// The list for the days from `from`.
    package static func link(from: String?, isLarge: Bool = false) -> Link {
        Link("/list").query("from", from).query("large", isLarge ? "1" : nil)
    }

    package var page: Page {
        var page = Page(
            state.title("Shopping"), in: .shopping,
            """
            <div class="head"><h1>Shopping</h1><nav class="segs" aria-label="Size of the rows">\(size("Normal", false))\(size("For the shop", true))</nav></div>\
            \(state.summary(fields: ["text"]))<form method="post" action="/list" class="compose" data-swap="\(Self.lines)" data-outbox="first">\(once.html)\(kept)\
            \(Field("text", "Add a line", isRequired: true, lengthMax: 500).html(state))<button class="btn main">Add</button></form>\(lines())
            """)
        page.modules = [.shop]
        page.hasSide = false
        page.status = state.status
        page.isKept = state.errors.isEmpty
        return page
    }

    private func size(_ text: String, _ isLarge: Bool) -> HTML {
        "<a href=\"\(Self.link(from: from, isLarge: isLarge))\"\(HTML.Attribute("aria-current", isLarge == self.isLarge ? "true" : nil))>\(text)</a>"
    }

    /// What a form carries, so that the page after it is the same list.
    private var kept: HTML { "\(HTML.hidden("from", from))\(HTML.hidden("large", isLarge ? "1" : nil))" }

    package func lines(saying said: Said? = nil) -> HTML {
        let isEmpty = list.items.isEmpty && list.needs.isEmpty
        return """
            <div id="\(Self.lines)"\(HTML.Attribute("data-said", said?.sentence))>\
            \(isEmpty ? EmptyList("Your list is empty. Add something, or add the ingredients of a recipe.").html : "\(needs)\(bought)\(recipes)\(own)")</div>
            """
    }

    private var large: String { isLarge ? " large" : "" }

    private var needs: HTML {
        guard !list.needs.isEmpty else { return .empty }
        return """
            <h2>For your recipes</h2><p class="soft small">Your plan from \(Words.day(list.from)) to \(Words.day(list.through)), and the recipes on this list.</p>\
            <ul class="shop\(large)">\(each: list.needs, { need($0) })</ul>
            """
    }

    /// A need is ticked as a line is: it then stands among what is bought.
    private func need(_ need: ShoppingNeed) -> HTML {
        """
        <li><form method="post" action="/list/need" data-swap="\(Self.lines)" data-outbox="first" data-name="\(need.text)">\(once.html)\(kept)\
        <button class="tick-row" name="text" value="\(need.text)">\(Icon.check)<span>\(need.text)</span>\
        <small>\(names(need))\(need.bought.map { ", bought: \($0)" })</small></button></form></li>
        """
    }

    private func names(_ need: ShoppingNeed) -> String {
        need.recipes.map { id in list.recipes.first { $0.id == id }?.title ?? id }.joined(separator: ", ")
    }

    private var recipes: HTML {
        let recipes = list.items.filter { $0.recipe != nil }
        guard !recipes.isEmpty else { return .empty }
        return """
            <h2>Recipes on this list</h2><ul class="rows">\(each: recipes, { recipe($0) })</ul>
            """
    }

    /// A recipe whose ingredients stand above while it is not ticked.
    private func recipe(_ item: ListedItem) -> HTML {
        let title = item.title ?? "a recipe that was deleted"
        let name: HTML = item.title == nil ? "\(title)" : "<a href=\"\(Link.id(item.recipe ?? ""))\">\(title)</a>"
        return """
            <li><div>\(name)<br><span class="soft small">\(item.servings.map { "serves \($0)" })\(item.checked ? " bought" : nil)</span></div>\(remove(item, title))</li>
            """
    }

    private var own: HTML {
        let lines = list.items.filter(\.isOwnLine)
        guard !lines.isEmpty else { return .empty }
        let ticked = Self.done(in: list)
        let clear: HTML? =
            ticked.isEmpty
            ? nil
            : """
            <form method="post" action="/list/clear" data-swap="\(Self.lines)">\(kept)<button class="btn quiet">Remove \(Words.count(Int64(ticked.count), "ticked line"))</button></form>
            """
        return """
            <div class="head"><h2>Your lines</h2>\(clear)</div><ul class="shop\(large)">\(each: lines.filter { !$0.checked } + ticked, { item($0) })</ul>
            """
    }

    /// The ticked lines of the reader's own.
    package static func done(in list: ShoppingAnswer) -> [ListedItem] {
        list.items.filter { $0.checked && $0.isOwnLine }
    }

    /// What was bought for the recipes. It stays until its days are over: without it the recipes would need the same again.
    private var bought: HTML {
        let lines = list.items.filter { $0.recipe == nil && $0.from != nil }
        guard !lines.isEmpty else { return .empty }
        return """
            <details><summary>Bought for your recipes: \(lines.count)</summary><ul class="shop\(large)">\(each: lines, { item($0) })</ul></details>
            """
    }

    private func item(_ item: ListedItem) -> HTML {
        let text = item.text ?? ""
        return """
            <li id="\(item.id)"\(HTML.Attribute("class", item.checked ? "on" : nil))><form method="post" action="\(Link.id(item.id).end("/tick"))" data-swap="\(item.id)" data-outbox="first">\(kept)\
            <button class="tick-row" name="on" value="\(item.checked ? "0" : "1")" aria-pressed="\(item.checked ? "true" : "false")">\(Icon.check)<span>\(text)</span></button></form>\
            \(remove(item, text))</li>
            """
    }

    private func remove(_ item: ListedItem, _ text: String) -> HTML {
        """
        <form class="end" method="post" action="\(Link.id(item.id).end("/remove"))" data-swap="\(Self.lines)" data-outbox="first" data-name="removing \(text)">\(kept)\
        <button class="btn ico quiet" name="remove" aria-label="Remove \(text)">\(Icon.cross)</button></form>
        """
    }

    /// One line, for a module that has ticked it; `nil`: it is not on the list.
    package func part(_ id: String) -> HTML? { list.items.first { $0.id == id }.map(item) }
}

extension ListedItem {
    /// Whether the reader wrote it: it is neither a recipe nor bought for one.
    fileprivate var isOwnLine: Bool { recipe == nil && from == nil }
}

/// The reader's cookbooks, and the form for a new one.
package struct BooksPage {
    private let books: CookbooksAnswer
    private let once: Once
    private let state: FormState
    private let after: String?

    package init(_ books: CookbooksAnswer, once: Once, _ state: FormState = FormState(), after: String?) {
        (self.books, self.once, self.state, self.after) = (books, once, state, after)
    }

    package var page: Page {
        let pager = Pager(Link("/books"), after: after, next: books.next, isNewestFirst: false)
        let list: HTML =
            books.cookbooks.isEmpty
            ? EmptyList("You have no cookbook yet.").html
            : Self.shelves(books.cookbooks)
        var page = Page(
            state.title("Cookbooks"), in: .saved,
            """
            <h1>Cookbooks</h1><nav class="segs" aria-label="Saved"><a href="/saved">Saved</a><a href="/books" aria-current="true">Cookbooks</a></nav>\(list)\(pager.html)\
            <h2>A new cookbook</h2>\(state.summary(fields: ["name"]))<form method="post" action="/books" class="measure">\(once.html)\
            \(Field("name", "Name", isRequired: true, lengthMax: 100).html(state))\(Tick("public", "1", "Everyone can see it", isOn: false).html)\
            <button class="btn main">Make it</button></form>
            """)
        page.hasSide = false
        page.status = state.status
        page.isKept = state.errors.isEmpty
        return page
    }

    static func shelves(_ books: [CookbookCard]) -> HTML {
        "<ul class=\"shelves\">\(each: books, { spine($0) })</ul>"
    }

    private static func spine(_ book: CookbookCard) -> HTML {
        """
        <li><a class="spine h\(Hue.of(book.name))" href="\(Link.id(book.id))"><b>\(book.name)</b><small>\(Words.count(Int64(book.recipes), "recipe")), \
        \(book.visibility)</small></a></li>
        """
    }
}

/// One cookbook: its recipes in their order.
package struct CookbookPage {
    private let book: CookbookAnswer
    private let after: String?
    private let isOwn: Bool

    package init(_ book: CookbookAnswer, after: String?, for reader: Reader?) {
        (self.book, self.after) = (book, after)
        isOwn = reader != nil && reader?.id == book.owner?.id
    }

    package var page: Page {
        let pager = Pager(Link.id(book.id), after: after, next: book.next, isNewestFirst: false)
        let list: HTML =
            book.recipes.isEmpty
            ? EmptyList(isOwn ? "No recipe is in it yet. Add one from its page." : "No recipe is in it yet.").html
            : shelf
        let owner: HTML? = book.owner.map {
            "<p class=\"meta\"><span>by <a href=\"\(Link.member($0))\">\($0.name)</a></span><span>\(book.visibility)</span></p>"
        }
        let print: HTML? =
            book.recipes.isEmpty
            ? nil
            : """
            <p class="chips"><a class="btn quiet" href="\(PrintedBook.link(to: book.id))">\(Icon.print)Print all recipes</a></p>
            """
        var page = Page(
            book.name, in: isOwn ? .saved : nil, "<h1>\(book.name)</h1>\(owner)\(print)\(list)\(pager.html)\(change)")
        if isOwn { page.modules = [.books] }
        return page
    }

    /// The recipes in their order: the part that a module wants when it has moved one.
    package var shelf: HTML {
        """
        <ol class="shelf" id="shelf"\(HTML.Attribute("data-order", isOwn ? Link.id(book.id).end("/order").text : nil))>\(each: book.recipes, { entry($0) })</ol>
        """
    }

    private func entry(_ entry: CookbookEntry) -> HTML {
        let title: HTML =
            entry.title.map { "<a href=\"\(Link.id(entry.id))\">\($0)</a>" }
            ?? "<span class=\"soft\">a recipe that was deleted</span>"
        let author: HTML? = entry.author.map { "<br><span class=\"soft small\">\($0.name)</span>" }
        let name = entry.title ?? entry.id
        let buttons: HTML? =
            isOwn
            ? """
            <form class="end" method="post" action="\(Link.id(book.id).end("/order"))"><input type="hidden" name="recipe" value="\(entry.id)"><input type="hidden" name="place" value="\(entry.place)">\
            <button class="btn ico quiet" name="do" value="up" aria-label="Move \(name) up">\(Icon.up)</button>\
            <button class="btn ico quiet" name="do" value="down" aria-label="Move \(name) down">\(Icon.down)</button>\
            <button class="btn ico quiet" name="do" value="remove" aria-label="Remove \(name) from this cookbook">\(Icon.cross)</button></form>
            """ : nil
        return
            "<li data-recipe=\"\(entry.id)\" data-place=\"\(entry.place)\"><div>\(title)\(author)</div>\(buttons)</li>"
    }

    private var change: HTML {
        guard isOwn else { return .empty }
        let isPublic = book.visibility == "public"
        return """
            <details><summary>Change this cookbook</summary><form method="post" action="\(Link.id(book.id).end("/change"))">\
            \(Field("name", "Name", isRequired: true, lengthMax: 100, value: book.name).html(FormState()))\(Tick("public", "1", "Everyone can see it", isOn: isPublic).html)\
            <button class="btn main">Save</button></form><form method="post" action="\(Link.id(book.id).end("/delete-book"))">\
            <button class="btn bad">Delete this cookbook</button></form></details>
            """
    }
}
