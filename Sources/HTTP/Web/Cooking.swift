import Answers
import Events
import LarderAPI
import Markup
import Operations
import Pages

/// Cooking step by step, and saying that one has cooked.
enum Cooking {
    static let routes: [PageRoute] = [
        .page("cook", "/{id}/cook") { request, queries in
            try page(request, queries, step: request["step"].flatMap(Int.init) ?? 1, servings: request["servings"])
        },
        .form("cooked", "/{id}/cooked", rate: .posts, bodyBytesMax: Editor.bodyBytesMax) { request, form in
            try await cooked(request, form)
        },
        .page("deleteCookNote", "/{id}/cooked/{event}/delete") { request, queries in
            _ = try request.requiredPrincipal
            return try deletePage(request, queries, from: request.from)
        },
        .form("deleteCookNote", "/{id}/cooked/{event}/delete") { request, form in
            try await request.end(form, .noteDeleted, at: .id(request.id)) {
                _ = try request.ask { try note(request, $0) }
                return try await request.perform(
                    API.deleteCookNote, ["cooking": request.path["event"] ?? ""], form.reason, form: form)
            } again: { queries, state, from in
                try deletePage(request, queries, from: from, state)
            }
        },
    ]

    /// Records the cooking with what the form says of it. A refused form comes again with its picture, which is stored then.
    private static func cooked(_ request: WebRequest, _ filled: FormBody) async throws -> Reply {
        let id = request.id
        var form = filled
        do {
            // What can be wrong with the stars is refused before anything is recorded.
            let stars = try stars(form, of: id, request)
            if let picture = try await request.storedPicture(form) { form.values["image"] = [picture] }
            var body: [String: JSON] = [:]
            for field in ["note", "image", "imageText"] { body[field] = form[field].map { .text($0) } }
            _ = try await request.perform(API.cookRecipe, ["recipe": id], .object(body), form: form)
            if let stars {
                _ = try await request.perform(API.rateRecipe, ["recipe": id], .object(["stars": stars]), form: form)
            }
            return .see(.id(id), saying: .cooked, request)
        } catch let refusal as Refusal where refusal.isShownInForm {
            let state = form.state(refusal, names: ["image": "picture"])
            return try request.reply { [servings = form["servings"]] queries in
                try page(request, queries, step: .max, servings: servings, state)
            }
        }
    }

    /// The note that the path names, and its recipe, which the path names as well.
    private static func note(
        _ request: WebRequest, _ queries: PageQueries
    ) throws -> (note: CookNoteDocument, recipe: RecipeDocument) {
        let event = UInt64(request.path["event"] ?? "").map { Position($0) } ?? .none
        let recipe = try queries.recipe(request.id)
        guard let found = queries.queries.cookNote(event, viewer: queries.viewer.member),
            "r\(found.recipe.value)" == recipe.id
        else { throw Refusal(.notFound, "this note does not exist, or it is deleted") }
        return (found.note, recipe)
    }

    private static func deletePage(
        _ request: WebRequest, _ queries: PageQueries, from: Link?, _ state: FormState = FormState()
    ) throws -> Pages.Page {
        guard let reader = queries.reader else { throw Refusal.logInFirst }
        let (note, recipe) = try note(request, queries)
        guard note.member.id == reader.id || reader.role > .member else {
            throw Refusal(.forbidden, "only the cook and moderators can delete a note")
        }
        return DeletePage(note, on: recipe, for: reader, from: from, state).page
    }

    /// The stars that come with the note; `nil`: none, or the recipe is the cook's own: members rate those of others.
    private static func stars(_ form: FormBody, of recipe: String, _ request: WebRequest) throws -> JSON? {
        guard let stars = try form.number("stars") else { return nil }
        guard case .whole(1...5) = stars else { throw Refusal(.invalid, "stars are 1 to 5", field: "stars") }
        let author = try request.ask { try $0.recipe(recipe).author.id }
        return author == request.viewer.map { "\($0)" } ? nil : stars
    }

    private static func page(
        _ request: WebRequest, _ queries: PageQueries, step: Int, servings: String?, _ state: FormState = FormState()
    ) throws -> Pages.Page {
        var input = RecipeInput(recipe: request.id)
        input.servings = servings.flatMap(UInt64.init)
        input.units = request.look.units.flatMap { .init(rawValue: $0.rawValue) }
        let recipe = try queries.ask(API.recipe, input).recipe
        let picture = state["image"].flatMap(queries.queries.picture)
        return CookPage(
            recipe, step: step, once: request.once("cook", queries), picture: picture, state, for: queries.reader
        ).page
    }
}
