import Answers
import Community
import Decisions
import Events
import HTTPTypes
import Images
import LarderAPI
import Layout
import Operations
import Recipes
import Views

/// Recipes of other services. The service asks them with the operator's keys, so that each request to one is charged to the caller.
extension Handlers {
    static let external = [
        handle(API.externalRecipes) { input, request in
            let client = try request.context.external.client(of: input.source)
            let page = input.page.page
            let search: ServiceSearch
            do throws(Refusal) {
                search = try ServiceSearch(
                    client.service, words: input.text, limit: page.limit, pagesMax: 1, after: page.after)
            } catch {
                throw error.field == "words" ? Refusal(error.code, error.message, field: "q") : error
            }
            let found = try await request.context.external.page(of: search, at: client) { try request.chargeExternal() }
            await request.context.externalPictures.note(found.recipes)
            return try request.context.community.query { queries in
                let answer = ExternalRecipesAnswer(
                    position: queries.logPosition.value, source: type(of: client.service).source, query: search.words,
                    recipes: try queries.documents(of: found.recipes, .listed, viewer: request.viewer),
                    dropped: found.dropped == 0 ? nil : found.dropped,
                    attribution: Attribution(type(of: client.service)), next: found.next)
                return try request.reply(answer, at: queries.logPosition)
            }
        },
        handle(API.externalRecipe) { input, request in
            let (client, id) = try request.externalRecipe(input)
            let recipe = try await request.context.external.recipe(id, at: client) { try request.chargeExternal() }
            await request.context.externalPictures.note([recipe])
            return try request.context.community.query { queries in
                let documents = try queries.documents(of: [recipe], .whole, viewer: request.viewer)
                var document = documents[0]
                document.position = queries.logPosition.value
                document.attribution = Attribution(type(of: client.service))
                return try request.reply(document, at: queries.logPosition)
            }
        },
        handle(API.postExternalRecipe) { input, request in
            let (client, id) = try request.externalRecipe(input)
            let (viewer, community) = (try request.requiredViewer, request.context.community)
            let origin = Origin(source: type(of: client.service).source, id: id)
            // A recipe that is here already costs no request.
            let known = try community.query { queries in try queries.recipe(adoptedFrom: origin, seenBy: viewer) }
            if let known {
                return try APIRequest.reply(Outcome(position: known.position, changed: false, kind: .recipePosted))
            }
            let recipe = try await request.context.external.recipe(id, at: client) { try request.chargeExternal() }
            let payload = Payload.recipe(recipe.content)
            try await request.holdImages(of: payload)
            let outcome: Outcome
            do throws(Refusal) {
                // Its origin makes the command the same one, however often it is sent.
                outcome = try await request.context.submit(
                    Command(.recipePosted, actor: .member(viewer), origin: recipe.origin, payload: payload))
            } catch {
                guard error.code == .conflict else { throw error }
                throw Refusal(.conflict, "\(client.name)'s recipe \(id) was posted here before", field: "id")
            }
            if let loss = outcome.loss {
                throw loss.refusal(of: "\(RecipeID(outcome.position)), as which you posted it,", field: "id")
            }
            return try APIRequest.reply(outcome)
        },
        handle(API.externalPicture) { input, request in
            let (client, id) = try request.externalRecipe(ExternalRecipeInput(source: input.source, id: input.id))
            let context = request.context
            let file = try await context.externalPictures.picture(
                of: Origin(source: type(of: client.service).source, id: id), at: client,
                ImageSize(input.size ?? .original),
                recipe: { try await context.external.recipe(id, at: client) { try request.chargeExternal() } },
                charge: { try request.count(as: .pictureFetches) },
                encode: { try await context.picture(of: $0, by: nil, isLimited: false) { $0 } })
            var reply = Reply.bytes(file.bytes, type: file.mediaType.rawValue)
            let tag = EntityTag(pictureBytes: file.bytes)
            reply.headers[.eTag] = tag.text
            // The other service may show another picture one day.
            reply.headers[.cacheControl] = "public, max-age=86400"
            // Nothing in a picture runs, whatever a browser takes it for.
            reply.headers[.contentSecurityPolicy] = "default-src 'none'; sandbox"
            return reply.unless(tag, isKnownBy: request.headers)
        },
    ]
}

extension APIRequest {
    /// The service that has a recipe, and the recipe's id in the form of origins.
    fileprivate func externalRecipe(_ input: ExternalRecipeInput) throws(Refusal) -> (ServiceClient, String) {
        let client = try context.external.client(of: input.source)
        guard let id = type(of: client.service).id(input.id) else {
            throw Refusal(.usage, "«\(input.id.excerpt())» is not an id of \(client.name)", field: "id")
        }
        return (client, id)
    }

    /// Charges a request to another service. Refuses when the limit is reached.
    fileprivate func chargeExternal() throws(RateLimitReached) {
        try count(as: viewer == nil ? .guestFetches : .fetches)
    }

    /// The answer, or 304 if the client has it already. It depends on more than the log: the tag has a hash of the bytes.
    fileprivate func reply(_ answer: some Encodable, at position: Position) throws -> Reply {
        var reply = try Reply.json(answer)
        let tag = EntityTag(position, viewer: viewer, timely: reply.body)
        reply.mark(tag, isForMember: viewer != nil)
        return reply.unless(tag, isKnownBy: headers)
    }
}
