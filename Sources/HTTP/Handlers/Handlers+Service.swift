import Answers
import CContract
import CloudEvents
import Community
import Decisions
import EventLog
import Events
import HTTPTypes
import LarderAPI
import Layout
import Operations
import Recipes
import Views

/// The service's state and contract, and questions about single things that the views do not answer.
extension Handlers {
    static let service = [
        handle(API.about) { _, request in
            let context = request.context
            let (name, contact) = (context.settings.name, context.settings.contact)
            return try await context.apart {
                try context.community.query { try .json($0.about(called: name, contact: contact)) }
            }
        },
        handle(API.health) { _, _ in try .json(HealthAnswer(status: "ok")) },
        handle(API.readiness) { _, request in
            let community = request.context.community
            var answer = try await request.context.apart { try ReadinessAnswer(community) }
            answer.reasons = answer.reasons.map(request.context.withoutPaths)
            answer.warnings = answer.warnings?.map(request.context.withoutPaths)
            return try .json(answer, status: answer.ready ? .ok : .serviceUnavailable)
        },
        handle(API.metrics) { _, request in
            let context = request.context
            let text = try await context.apart { try context.metricsText() }
            return .text(text, type: "text/plain; version=0.0.4; charset=utf-8")
        },
        handle(API.contract) { _, _ in .bytes(Contract.bytes, type: "application/yaml") },
        handle(API.entity) { input, request in
            // The answer is about the present: commands read it before they act.
            let community = request.context.community
            let reference = try EntityName.reference(
                input.entity, String(EntityAnswer.letters), field: "entity")
            return try community.query { queries in
                let found = try community.log.read { snapshot -> (Position, EntityState)? in
                    guard let place = try snapshot.position(of: reference), let state = try snapshot.entity(place)
                    else { return nil }
                    return (place, state)
                }
                guard let (place, state) = found, place <= queries.logPosition,
                    state.isTold(to: request.viewer, queries)
                else { throw Refusal(.notFound, "there is nothing called \(reference)", field: "entity") }
                return try .json(EntityAnswer(queries.logPosition, place, state))
            }
        },
        handle(API.cleanBookmarks) { _, request in
            let (viewer, community) = (try request.requiredViewer, request.context.community)
            return try await request.context.apart {
                let done = try community.cleanBookmarks(of: viewer, countMax: CleanBookmarksAnswer.removedMax)
                return try .json(
                    CleanBookmarksAnswer(position: done.position.value, removed: done.removed, left: done.left))
            }
        },
        handle(API.exportRecipe) { input, request in
            let format = ExportFormat(input.format ?? .jsonld)
            let reference = try EntityName.reference(input.recipe, "r", field: "recipe")
            let (context, viewer) = (request.context, request.viewer)
            return try await context.ask(request, heavy: false) { queries in
                // Refuses a viewer who may not see the recipe.
                _ = try queries.recipe(reference, viewer: viewer)
                guard
                    let recipe = try RecipeSource(community: context.community, queries: queries)
                        .recipe(try queries.recipeID(reference, for: viewer))
                else { throw Refusal(.gone, "\(reference) was deleted", field: "recipe") }
                return .text(format.text(recipe), type: format.contentType)
            }
        },
    ]
}

extension EntityAnswer {
    fileprivate static let letters: [Character] = ["r", "c", "p", "f", "i", "b"]

    fileprivate init(_ position: Position, _ place: Position, _ state: EntityState) {
        self.init(
            position: position.value, id: Reference.position(place, letter: state.type.letter).description,
            type: "\(state.type)", version: state.version)
    }
}

extension EntityState {
    /// Reports are for the members who made them and for moderators, shopping lists and cookbooks for their owners. The
    /// rest is for all viewers but those whom a block keeps from its author, or from the recipe that it belongs to.
    fileprivate func isTold(to viewer: MemberID?, _ queries: Queries) -> Bool {
        switch type {
        case .recipe: !queries.isClosed(author, to: viewer)
        case .comment, .repost:
            !queries.isClosed(author, to: viewer) && !queries.isClosed(queries.author(of: parent), to: viewer)
        case .report: viewer == author || queries.mayModerate(viewer)
        case .item, .cookbook: viewer == author
        }
    }
}

extension ExportFormat {
    fileprivate init(_ format: ExportRecipeInput.Format) {
        switch format {
        case .jsonld: self = .jsonld
        case .cooklang: self = .cooklang
        case .markdown: self = .markdown
        }
    }

    /// The header's value.
    fileprivate var contentType: String { self == .jsonld ? mediaType : "\(mediaType); charset=utf-8" }
}

extension ReadinessAnswer {
    /// Files that cannot be read now are a reason and not a refusal: a probe needs the answer.
    init(_ community: Community) throws {
        let (status, reason): (ViewsStatus?, String?)
        do throws(Refusal) { (status, reason) = (try community.viewsStatus(), nil) } catch {
            (status, reason) = (nil, error.message)
        }
        let head = try status?.head ?? community.log.head().value
        self.init(community, position: head, lag: status?.lag ?? head, community.room())
        if let reason {
            reasons.append(reason)
            ready = false
        }
    }

    /// From figures that are known already.
    init(_ community: Community, position: UInt64, lag: UInt64, _ space: Community.Room) {
        let readiness = community.readiness(space)
        self.init(
            ready: readiness.reasons.isEmpty, position: position, lag: lag, freeDiskBytes: space.freeDiskBytes,
            reasons: readiness.reasons, warnings: readiness.warnings.isEmpty ? nil : readiness.warnings)
    }
}

/// The contract as OpenAPI 3.1: `Schemas/openapi.yaml`, compiled in.
enum Contract {
    static let bytes = unsafe Array(UnsafeBufferPointer(start: larder_contract(), count: larder_contract_size()))
}
