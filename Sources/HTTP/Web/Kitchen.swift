import Answers
import Events
import LarderAPI
import Layout
import Markup
import Operations
import Pages

/// Plan, shopping list and cookbooks: for their member alone, but for public cookbooks.
enum Kitchen {
    static let routes: [PageRoute] = plan + shopping + books

    // MARK: Plan

    private static let plan: [PageRoute] = [
        .page("week", "/week") { request, queries in
            _ = try request.requiredPrincipal
            var input = PlanInput(days: 7, page: PageRequest(limit: 100))
            input.from = request["from"]
            let plan = try queries.ask(API.plan, input)
            let first = try Times.day(plan.from, field: "from")
            func text(_ offset: Int32) -> String { Day(number: first.number + offset).description }
            return WeekPage(
                plan, days: (0..<7).map(text), firstWeekday: first.weekday, earlier: text(-7), later: text(7)
            ).page
        },
        .form("unplan", "/{id}/unplan") { request, form in
            let body: JSON = .object(["day": .text(form["day"] ?? ""), "meal": .text(form["meal"] ?? "")])
            _ = try await request.perform(API.unplanRecipe, ["recipe": request.id], body, form: form)
            return .see(request.origin ?? Link("/week"), saying: .unplanned, request)
        },
    ]

    // MARK: Shopping

    private static let shopping: [PageRoute] = [
        .page("list", "/list") { request, queries in
            _ = try request.requiredPrincipal
            return try listPage(request, queries, from: request["from"], isLarge: request["large"] != nil).page
        },
        .form("item", "/list") { request, form in
            do {
                _ = try await request.perform(
                    API.addItem, [:], .object(["text": .text(form["text"] ?? "")]), form: form)
                return try lines(request, form, .added)
            } catch let refusal as Refusal where refusal.field == "text" {
                return try request.reply { queries in
                    try listPage(
                        request, queries, from: form["from"], isLarge: form["large"] != nil, form.state(refusal)
                    ).page
                }
            }
        },
        .form("need", "/list/need") { request, form in
            let text = form["text"] ?? ""
            let list = try request.ask { try $0.list(form["from"]) }
            // A need that is sent twice is bought by then.
            if list.bought(called: text) == nil || list.needs.contains(where: { $0.text == text }) {
                let need = try list.need(called: text)
                let line: JSON = .object([
                    "text": .text(need.wholeText), "from": .text(list.from), "through": .text(list.through),
                ])
                let item = try await request.perform(API.addItem, [:], line, form: form).submitted.id
                _ = try await request.perform(API.checkItem, ["item": item], nil, form: form)
                // The same form, sent twice at once, may have added this very item.
                if let old = need.item, old != item {
                    _ = try await request.perform(API.removeItem, ["item": old], nil, form: form)
                }
            }
            return try lines(request, form, .ticked)
        },
        .form("clear", "/list/clear") { request, form in
            let list = try request.ask { try $0.list(form["from"]) }
            for item in ListPage.done(in: list) {
                _ = try await request.perform(API.removeItem, ["item": item.id], nil, form: form)
            }
            return try lines(request, form, .cleared)
        },
        .form("tick", "/{id}/tick") { request, form in
            let isOn = form.isOn("on")
            _ = try await request.perform(isOn ? API.checkItem : API.uncheckItem, ["item": request.id], nil, form: form)
            guard form.part == request.id else { return try lines(request, form, isOn ? .ticked : .unticked) }
            return try request.part { queries in
                let page = try listPage(request, queries, from: form["from"], isLarge: form["large"] != nil)
                guard let part = page.part(request.id) else {
                    throw Refusal(.notFound, "this line is not on your list")
                }
                return part
            }
        },
        .form("removeItem", "/{id}/remove") { request, form in
            _ = try await request.perform(API.removeItem, ["item": request.id], nil, form: form)
            return try lines(request, form, .removed)
        },
    ]

    /// The address of a line of the reader's list, which stands on the page of the list.
    static func itemPage(_ id: String, _ request: WebRequest, _ queries: PageQueries) throws -> Pages.Page {
        _ = try request.requiredPrincipal
        guard try queries.list(nil).items.contains(where: { $0.id == id }) else { throw Refusal.noPage }
        return Pages.Page(leadingTo: Link("/list").fragment(id), forGood: false)
    }

    private static func listPage(
        _ request: WebRequest, _ queries: PageQueries, from: String?, isLarge: Bool, _ state: FormState = FormState()
    ) throws -> ListPage {
        ListPage(try queries.list(from), once: request.once("item", queries), from: from, isLarge: isLarge, state)
    }

    /// The lines of the list after a form: the part of the page that a module wants, or the way back to the page.
    private static func lines(_ request: WebRequest, _ form: FormBody, _ said: Said) throws -> Reply {
        let (from, isLarge) = (form["from"], form["large"] != nil)
        guard form.part == ListPage.lines else {
            let link = ListPage.link(from: from, isLarge: isLarge)
            return .see(request.id.isEmpty ? link : link.fragment(request.id), saying: said, request)
        }
        return try request.part { queries in
            try listPage(request, queries, from: from, isLarge: isLarge).lines(saying: said)
        }
    }

    // MARK: Cookbooks

    private static let books: [PageRoute] = [
        .page("books", "/books") { request, queries in
            _ = try request.requiredPrincipal
            return try booksPage(request, queries)
        },
        .form("makeBook", "/books", rate: .posts) { request, form in
            do {
                let answer = try await request.perform(API.createCookbook, [:], bookBody(form), form: form)
                return .see(Link.id(try answer.submitted.id), saying: .bookMade, request)
            } catch let refusal as Refusal where refusal.isShownInForm {
                return try request.reply { queries in try booksPage(request, queries, form.state(refusal)) }
            }
        },
        .form("changeBook", "/{id}/change") { request, form in
            _ = try await request.perform(API.changeCookbook, ["cookbook": request.id], bookBody(form), form: form)
            return .see(Link.id(request.id), saying: .bookChanged, request)
        },
        .form("deleteBook", "/{id}/delete-book") { request, form in
            _ = try await request.perform(API.deleteCookbook, ["cookbook": request.id], nil, form: form)
            return .see(Link("/books"), saying: .bookDeleted, request)
        },
        .form("orderBook", "/{id}/order") { request, form in
            let values = ["cookbook": request.id, "recipe": form["recipe"] ?? ""]
            guard form["do"] != "remove" else {
                _ = try await request.perform(API.removeFromCookbook, values, nil, form: form)
                return .see(Link.id(request.id), saying: .bookEmptied, request)
            }
            let place = Int64(form["place"].flatMap(UInt32.init) ?? 1)
            // A module names the place itself, the buttons the present one.
            let wanted =
                switch form["do"] {
                case "to": place
                case "up": place - 1
                default: place + 1
                }
            _ = try await request.perform(
                API.moveInCookbook, values, .object(["place": .whole(max(1, wanted))]), form: form)
            if form.part == "shelf" {
                let id = request.id
                return try request.part { queries in try shelf(id, request, queries).shelf }
            }
            return .see(Link.id(request.id), saying: .bookChanged, request)
        },
    ]

    private static func bookBody(_ form: FormBody) -> JSON {
        .object(["name": .text(form["name"] ?? ""), "visibility": .text(form.isOn("public") ? "public" : "private")])
    }

    private static func booksPage(
        _ request: WebRequest, _ queries: PageQueries, _ state: FormState = FormState()
    ) throws -> Pages.Page {
        let books = try queries.ask(API.cookbooksOf, MemberListInput(member: "me", page: request.page))
        return BooksPage(books, once: request.once("cookbook", queries), state, after: request["after"]).page
    }

    /// A cookbook at `/b12`.
    static func bookPage(_ id: String, _ request: WebRequest, _ queries: PageQueries) throws -> Pages.Page {
        guard let printed = request["print"] else { return try shelf(id, request, queries).page }
        let book = try queries.ask(
            API.cookbook, CookbookInput(cookbook: id, page: PageRequest(limit: 100, after: request["after"])))
        let recipes = try book.recipes.filter { $0.title != nil }.map { try queries.recipe($0.id) }
        return PrintedBook(book, recipes, after: request["after"], showsPictures: printed == "picture").page
    }

    private static func shelf(_ id: String, _ request: WebRequest, _ queries: PageQueries) throws -> CookbookPage {
        let book = try queries.ask(API.cookbook, CookbookInput(cookbook: id, page: request.page))
        return CookbookPage(book, after: request["after"], for: queries.reader)
    }
}

extension PageQueries {
    fileprivate func list(_ from: String?) throws -> ShoppingAnswer {
        var input = ShoppingInput()
        input.from = from
        return try ask(API.shopping, input)
    }
}
