import CloudEvents
import Community
import Decisions
import EventLog
import Events
import HTTPTypes
import Layout
import Views

/// What somebody needs to know before they change something.
extension Endpoint {
    static let entities: [Endpoint] = [
        question("/recipes/{recipe}/content", "recipeContent", ["version"]) { exchange, queries in
            let recipe = try exchange.entity("recipe", "r")
            let shown: RecipeDocument
            do throws(Refusal) {
                shown = try queries.recipe(recipe, viewer: exchange.viewer).recipe
            } catch {
                throw error.code == .gone ? try exchange.whyGone(recipe) : error
            }
            let version = try exchange.query.number("version") ?? shown.version
            let content = try queries.content(of: recipe, version: version).content
            return try ContentAnswer(
                position: queries.logPosition.value, id: shown.id, version: version,
                content: WrittenJSON(Payload.recipe(content).json))
        },
        entity,
    ]

    /// As things stand now: not of an earlier moment.
    private static let entity = Endpoint(method: .get, path: "/entities/{entity}", operation: "entity") { exchange in
        let community = exchange.desk.community
        let reference = try exchange.entity("entity", String(EntityAnswer.letters))
        let (position, mayModerate) = try community.query { queries in
            (queries.logPosition, queries.mayModerate(exchange.viewer))
        }
        let found = try community.log.read { snapshot -> (Position, EntityState)? in
            guard let place = try snapshot.position(of: reference), let state = try snapshot.entity(place) else {
                return nil
            }
            return (place, state)
        }
        guard let (place, state) = found, place <= position,
            state.isTold(to: exchange.viewer, mayModerate: mayModerate)
        else { throw Refusal(.notFound, "there is nothing called \(reference)", field: "entity") }
        return try .json(EntityAnswer(position, place, state))
    }
}

extension Exchange {
    /// What whoever wants to change a recipe is told of one that is not there any more.
    fileprivate func whyGone(_ recipe: Reference) throws(Refusal) -> Refusal {
        let loss = try desk.community.log.read { snapshot -> EntityLoss? in
            guard let place = try snapshot.position(of: recipe), let state = try snapshot.entity(place) else {
                return nil
            }
            return state.loss(author: try snapshot.member(state.author))
        }
        return (loss ?? .deleted).refusal(of: "\(recipe)", field: "recipe")
    }
}

/// What a recipe says, as an action takes it.
private struct ContentAnswer: Encodable {
    var position: UInt64
    var id: String
    var version: UInt64
    var content: WrittenJSON
}

/// What something is, and in which version.
private struct EntityAnswer: Encodable {
    static let letters: [Character] = ["r", "c", "p", "f", "i", "b"]

    var position: UInt64
    var id: String
    var type: String
    /// How often it was changed, from 1.
    var version: UInt32

    init(_ position: Position, _ place: Position, _ state: EntityState) {
        self.position = position.value
        id = Reference.position(place, letter: state.type.letter).description
        type = "\(state.type)"
        version = state.version
    }
}

extension EntityState {
    /// Reports are for who has made them and for moderators, shopping lists and cookbooks for their owners.
    fileprivate func isTold(to viewer: MemberID?, mayModerate: Bool) -> Bool {
        switch type {
        case .recipe, .comment, .repost: true
        case .report: viewer == author || mayModerate
        case .item, .cookbook: viewer == author
        }
    }
}
