import Answers
import Events
import LarderAPI
import Markup
import Operations
import Pages

/// Recipes of other services: to look through, to read, and to post here.
enum Classics {
    static let routes: [PageRoute] = [
        .direct("classics", "/discover/classics") { request in try await list(request) },
        .direct("classic", "/discover/classics/{source}/{id}") { request in
            let (recipe, source) = try await request.externalRecipe()
            return try await request.answer(.light) { _, queries in
                ClassicPage(recipe, source, for: queries.reader).page
            }
        },
        .form("classic", "/discover/classics/{source}/{id}/post", rate: .posts) { request, form in
            do {
                let answer = try await request.perform(API.postExternalRecipe, request.path, nil, form: form).submitted
                return .see(.id(answer.id), saying: answer.changed ? .posted : .adopted, request)
            } catch let refusal as Refusal where refusal.isShownInForm && refusal.code != .unauthenticated {
                // A recipe that was read a moment ago is still kept: the other service is not asked again.
                let (recipe, source) = try await request.externalRecipe()
                return try request.reply { queries in
                    ClassicPage(recipe, source, for: queries.reader, error: refusal.message.sentence).page
                }
            }
        },
    ]

    private static func list(_ request: WebRequest) async throws -> Reply {
        let sources = request.recipeSources
        let source = sources.first { $0.id == request["source"] } ?? sources.first
        let text = request["q"] ?? ""
        let after = request["after"]
        var found: ExternalRecipesAnswer?
        var silence: String?
        if let source, !text.isEmpty {
            let input = ExternalSearchInput(source: source.id, text: text, page: request.page)
            do { found = try await request.answer(to: API.externalRecipes, input) } catch {
                silence = try sentence(of: error, source)
            }
        }
        return try await request.answer(.heavy) { [found, silence] request, queries in
            let result: ClassicsPage.Result =
                if let found {
                    .found(found)
                } else if let silence {
                    .silent(silence, try queries.ask(API.search, SearchInput(text: text)))
                } else {
                    .none
                }
            return ClassicsPage(sources, source, text, result, after: after, for: queries.reader).page
        }
    }

    /// Why the other service gave no answer, for the page that goes on without it. Throws what is a mistake of the request.
    private static func sentence(of error: any Error, _ source: ExternalSource) throws -> String {
        switch error {
        case let refusal as ServiceRefusal: return refusal.refusal.message.sentence
        case let reached as RateLimitReached:
            return "You have searched \(source.name) often. Try again in \(reached.seconds) seconds."
        case let refusal as Refusal where refusal.code == .overloaded || refusal.code == .unavailable:
            return refusal.message.sentence
        default: throw error
        }
    }
}

extension WebRequest {
    /// The services whose recipes can be looked through.
    var recipeSources: [ExternalSource] {
        context.external.offered.map { ExternalSource(id: $0.source, name: $0.name) }
    }

    /// The recipe of another service that the path names.
    fileprivate func externalRecipe() async throws -> (ExternalRecipeDocument, ExternalSource) {
        let source = path["source"] ?? ""
        let recipe = try await answer(
            to: API.externalRecipe, ExternalRecipeInput(source: source, id: path["id"] ?? ""))
        // A service without that source has refused.
        return (
            recipe, recipeSources.first { $0.id == source.lowercased() } ?? ExternalSource(id: source, name: source)
        )
    }
}
