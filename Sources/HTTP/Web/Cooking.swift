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
        .form("cooked", "/{id}/cooked", rate: .posts) { request, form in
            let id = request.id
            return try await request.end(form, .cooked, at: .id(id)) {
                // What can be wrong with the stars is refused before anything is recorded.
                let stars = try stars(form, of: id, request)
                var body: [String: JSON] = [:]
                body["note"] = form["note"].map { .text($0) }
                let answer = try await request.perform(API.cookRecipe, ["recipe": id], .object(body), form: form)
                if let stars {
                    _ = try await request.perform(
                        API.rateRecipe, ["recipe": id], .object(["stars": stars]), form: form)
                }
                return answer
            } again: { queries, state, _ in
                try page(request, queries, step: .max, servings: form["servings"], state)
            }
        },
    ]

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
        return CookPage(recipe, step: step, once: request.once("cook", queries), state, for: queries.reader).page
    }
}
