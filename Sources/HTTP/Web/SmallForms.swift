import Answers
import Events
import LarderAPI
import Markup
import Operations
import Pages

/// Forms of one purpose: each is a page of its own, and a dialog over the page that leads to it.
enum SmallForms {
    static let routes: [PageRoute] = kitchen + moderation + comments

    // MARK: Repost, plan, shop, cookbook

    private static let kitchen: [PageRoute] = [
        .page("repost", "/{id}/repost") { request, queries in
            _ = try request.requiredPrincipal
            return RepostPage(
                try queries.recipe(request.id), once: request.once("repost", queries), from: request.from
            ).page
        },
        .form("repost", "/{id}/repost", rate: .posts) { request, form in
            let id = request.id
            return try await request.end(form, .reposted, at: .id(id)) {
                var body: [String: JSON] = [:]
                body["quote"] = form["quote"].map { .text($0) }
                return try await request.perform(API.repostRecipe, ["recipe": id], .object(body), form: form)
            } again: { queries, state, from in
                RepostPage(try queries.recipe(id), once: request.once("repost", queries), from: from, state).page
            }
        },
        .page("plan", "/{id}/plan") { request, queries in
            _ = try request.requiredPrincipal
            return try planPage(request, queries, from: request.from)
        },
        .form("plan", "/{id}/plan") { request, form in
            let (id, old) = (request.id, place(form["oldDay"], form["oldMeal"]))
            return try await request.end(form, .planned, at: .id(id)) {
                var body: [String: JSON] = ["meal": .text(form["meal"] ?? "dinner")]
                body["day"] = form["day"].map { .text($0) }
                body["servings"] = try form.number("servings")
                let answer = try await request.perform(API.planRecipe, ["recipe": id], .object(body), form: form)
                // The new place first: a failure between the two leaves the recipe at both, not at none.
                if let old, old.day != form["day"] || old.meal != form["meal"] {
                    let body: JSON = .object(["day": .text(old.day), "meal": .text(old.meal)])
                    _ = try await request.perform(API.unplanRecipe, ["recipe": id], body, form: form)
                }
                return answer
            } again: { queries, state, from in
                try planPage(request, queries, from: from, state)
            }
        },
        .page("shop", "/{id}/shop") { request, queries in
            _ = try request.requiredPrincipal
            return try shopPage(request, queries, from: request.from)
        },
        .form("shop", "/{id}/shop") { request, form in
            let id = request.id
            return try await request.end(form, .added, at: .id(id)) {
                var body: [String: JSON] = [:]
                body["servings"] = try form.number("servings")
                return try await request.perform(API.shopForRecipe, ["recipe": id], .object(body), form: form)
            } again: { queries, state, from in
                try shopPage(request, queries, from: from, state)
            }
        },
        .page("book", "/{id}/book") { request, queries in
            _ = try request.requiredPrincipal
            return try bookPage(request, queries, from: request.from)
        },
        .form("book", "/{id}/book") { request, form in
            let id = request.id
            return try await request.end(form, .bookFilled, at: .id(id)) {
                var book = form["cookbook"]
                if book == nil {
                    // Before a cookbook is made for it.
                    _ = try request.ask { try $0.recipe(id) }
                    let body: JSON = .object(["name": .text(form["name"] ?? ""), "visibility": .text("private")])
                    book = try await request.perform(API.createCookbook, [:], body, form: form).submitted.id
                }
                return try await request.perform(
                    API.addToCookbook, ["cookbook": book ?? "", "recipe": id], nil, form: form)
            } again: { queries, state, from in
                try bookPage(request, queries, from: from, state)
            }
        },
    ]

    private static func planPage(
        _ request: WebRequest, _ queries: PageQueries, from: Link?, _ state: FormState = FormState()
    ) throws -> Pages.Page {
        let today = try queries.ask(API.plan, PlanInput(days: 1, page: PageRequest(limit: 1))).from
        let old =
            place(request["day"], request["meal"]) ?? place(state["oldDay"], state["oldMeal"])
        return PlanPage(
            try queries.recipe(request.id), day: today, movedFrom: old,
            servings: request["servings"].flatMap(UInt32.init), from: from, state
        ).page
    }

    private static func place(_ day: String?, _ meal: String?) -> PlanPage.Place? {
        guard let day, let meal else { return nil }
        return PlanPage.Place(day: day, meal: meal)
    }

    private static func shopPage(
        _ request: WebRequest, _ queries: PageQueries, from: Link?, _ state: FormState = FormState()
    ) throws -> Pages.Page {
        let recipe = try queries.recipe(request.id)
        let servings = request["servings"].flatMap(UInt32.init) ?? recipe.servings
        return ShopPage(recipe, servings: servings, once: request.once("shop", queries), from: from, state).page
    }

    private static func bookPage(
        _ request: WebRequest, _ queries: PageQueries, from: Link?, _ state: FormState = FormState()
    ) throws -> Pages.Page {
        let books = try queries.ask(API.cookbooksOf, MemberListInput(member: "me", page: PageRequest(limit: 100)))
        return BookPage(
            try queries.recipe(request.id), books.cookbooks, once: request.once("book", queries), from: from, state
        ).page
    }

    // MARK: Report, delete, restore

    private static let moderation: [PageRoute] = [
        .page("report", "/{id}/report") { request, queries in
            _ = try request.requiredPrincipal
            return try reportPage(request, queries, from: request.from)
        },
        .form("report", "/{id}/report") { request, form in
            let id = request.id
            return try await request.end(form, .reported, at: .id(id)) {
                var body: [String: JSON] = ["reason": .text(form["reason"] ?? "other")]
                body["note"] = form["note"].map { .text($0) }
                let content: JSON = .object(body)
                return switch id.first {
                case "c": try await request.perform(API.reportComment, ["comment": id], content, form: form)
                case "@": try await request.perform(API.reportMember, ["member": id], content, form: form)
                default: try await request.perform(API.reportRecipe, ["recipe": id], content, form: form)
                }
            } again: { queries, state, from in
                try reportPage(request, queries, from: from, state)
            }
        },
        .page("delete", "/{id}/delete") { request, queries in
            _ = try request.requiredPrincipal
            return try deletePage(request, queries, from: request.from)
        },
        .form("delete", "/{id}/delete") { request, form in
            let id = request.id
            if id.first == "c" {
                return try await request.end(form, .commentDeleted, at: Link.id(id).end("/restore")) {
                    try await request.perform(API.deleteComment, ["comment": id], form.reason, form: form)
                } again: { queries, state, from in
                    try deletePage(request, queries, from: from, state)
                }
            }
            // The recipe's page no longer exists, and neither does the way back to it.
            return try await request.end(form, .deleted, at: Link.id(id).end("/restore"), leadsBack: false) {
                try await request.perform(API.deleteRecipe, ["recipe": id], form.reason, form: form)
            } again: { queries, state, from in
                try deletePage(request, queries, from: from, state)
            }
        },
        .page("restore", "/{id}/restore") { request, queries in
            _ = try request.requiredPrincipal
            return try restorePage(request, queries)
        },
        .form("restore", "/{id}/restore") { request, form in
            let id = request.id
            return try await request.end(form, .restored, at: .id(id)) {
                id.first == "c"
                    ? try await request.perform(API.restoreComment, ["comment": id], form.reason, form: form)
                    : try await request.perform(API.restoreRecipe, ["recipe": id], form.reason, form: form)
            } again: { queries, state, _ in
                try restorePage(request, queries, state)
            }
        },
    ]

    private static func reportPage(
        _ request: WebRequest, _ queries: PageQueries, from: Link?, _ state: FormState = FormState()
    ) throws -> Pages.Page {
        let (id, once) = (request.id, request.once("report", queries))
        return switch id.first {
        case "c": ReportPage(try queries.comment(id).comment, once: once, from: from, state).page
        case "@":
            ReportPage(try queries.ask(API.profile, MemberInput(member: id)), once: once, from: from, state).page
        default: ReportPage(try queries.recipe(id), once: once, from: from, state).page
        }
    }

    private static func deletePage(
        _ request: WebRequest, _ queries: PageQueries, from: Link?, _ state: FormState = FormState()
    ) throws -> Pages.Page {
        guard let reader = queries.reader else { throw Refusal.logInFirst }
        guard request.id.first == "c" else {
            return DeletePage(try queries.recipe(request.id), for: reader, from: from, state).page
        }
        let answer = try queries.comment(request.id)
        return DeletePage(answer.comment, on: answer.recipe, for: reader, from: from, state).page
    }

    private static func restorePage(
        _ request: WebRequest, _ queries: PageQueries, _ state: FormState = FormState()
    ) throws -> Pages.Page {
        guard let reader = queries.reader else { throw Refusal.logInFirst }
        guard request.id.isReference("r") || request.id.isReference("c") else {
            throw Refusal(.notFound, "there is nothing at \(request.target.excerpt())")
        }
        return RestorePage(request.id, for: reader, state).page
    }

    // MARK: Comments

    private static let comments: [PageRoute] = [
        .page("reply", "/{id}/reply") { request, queries in
            _ = try request.requiredPrincipal
            return try commentPage(.reply, request, queries, from: request.from)
        },
        .form("reply", "/{id}/reply", rate: .posts) { request, form in
            try await write(.reply, API.replyToComment, .commented, request, form)
        },
        // A recipe's editor is at the same path: an id says what it is of.
        .page("edit", "/{id}/edit") { request, queries in
            _ = try request.requiredPrincipal
            guard request.id.first == "c" else { return try Editor.editPage(request, queries) }
            return try commentPage(.edit, request, queries, from: request.from)
        },
        .form("edit", "/{id}/edit", rate: .posts, bodyBytesMax: Editor.bodyBytesMax) { request, form in
            guard request.id.first == "c" else { return try await Editor.edit(request, form) }
            return try await write(.edit, API.editComment, .edited, request, form)
        },
    ]

    private static func commentPage(
        _ kind: CommentTextPage.Kind, _ request: WebRequest, _ queries: PageQueries, from: Link?,
        _ state: FormState = FormState()
    ) throws -> Pages.Page {
        let answer = try queries.comment(request.id)
        if kind == .edit, answer.comment.author?.id != queries.reader?.id {
            throw Refusal(.forbidden, "only its author can edit a comment")
        }
        return CommentTextPage(
            kind, answer.comment, on: answer.recipe, once: request.once("comment", queries), from: from, state
        ).page
    }

    private static func write(
        _ kind: CommentTextPage.Kind, _ operation: any AnyOperation, _ said: Said, _ request: WebRequest,
        _ form: FormBody
    ) async throws -> Reply {
        let (id, field) = (request.id, CommentTextPage.field(of: kind))
        return try await request.end(form, said, at: .id(id), names: ["text": field]) {
            try await request.perform(
                operation, ["comment": id], .object(["text": .text(form[field] ?? "")]), form: form)
        } again: { queries, state, from in
            try commentPage(kind, request, queries, from: from, state)
        }
    }
}

extension WebRequest {
    /// The id or name that the path begins with.
    var id: String { path["id"] ?? "" }

    /// The page that leads here, to lead back to it; `nil`: it is unknown, or this page itself.
    var from: Link? {
        guard let link = self["from"].flatMap(Link.init(own:)) ?? origin, !link.text.hasPrefix("/\(id)/") else {
            return nil
        }
        return link
    }

    /// Carries out a form, and leads back to the page that led to it, or on to `link`. After a refusal that the reader can mend, the form
    /// comes again. `names`: the form's names of the operation's fields.
    func end(
        _ form: FormBody, _ said: Said, at link: Link, leadsBack: Bool = true, names: [String: String] = [:],
        _ act: () async throws -> Reply,
        again page: @escaping @Sendable (PageQueries, FormState, Link?) throws -> Pages.Page
    ) async throws -> Reply {
        let from = form["from"].flatMap(Link.init(own:))
        do {
            let answer = try await act()
            guard leadsBack, let from else { return .see(link, saying: said, self) }
            // What a reply or a repost created is where the reader looks next.
            let created = said == .commented ? try answer.submitted.id : id
            return .see(from.fragment(created), saying: said, self)
        } catch let refusal as Refusal where refusal.isShownInForm {
            return try reply { try page($0, form.state(refusal, names: names), from) }
        }
    }
}

extension PageQueries {
    func recipe(_ id: String) throws -> RecipeDocument { try ask(API.recipe, RecipeInput(recipe: id)).recipe }

    func comment(_ id: String) throws -> CommentAnswer { try ask(API.comment, CommentInput(comment: id)) }
}

extension FormBody {
    /// The reason of a deletion or restoration; `nil`: the form gives none.
    var reason: JSON? { self["reason"].map { .object(["reason": .text($0)]) } }

    /// A field with a whole number; `nil`: it is empty.
    func number(_ name: String) throws(Refusal) -> JSON? {
        guard let text = self[name] else { return nil }
        guard let number = Int64(text) else {
            throw Refusal(.invalid, "write a whole number, not \(text.excerpt())", field: name)
        }
        return .whole(number)
    }
}
