import Community
import Events
import Layout

/// A community that accepts any number of actions in any order. It has members and recipes, and each action concerns a pair of them
/// of its own. So clients need not wait for each other, and no action is `unchanged`.
final class Guests: Sendable {
    let community: Community
    private let members: [MemberID]
    private let recipes: [RecipeID]

    /// `actions` is the number of actions that the caller needs. All further actions are comments.
    init(at directory: String, members count: Int, actions: Int) throws {
        community = try Community.open(at: directory, mode: .createIfAbsent)
        let registrations = (0...count).map { number in
            var registration = ProtoMemberRegistered()
            registration.username = "guest\(number)"
            registration.name = "Guest \(number)"
            return Command(.memberRegistered, actor: nil, payload: .registration(registration))
        }
        let everybody = try community.submit(batch: registrations).map { MemberID(try $0.get().position) }
        let author = Reference.member(everybody[0])
        members = Array(everybody.dropFirst())
        let recipeCount = min(Self.recipesMax, actions / count + 1)
        let posts = (0..<recipeCount).map { number in
            var content = ProtoRecipeContent()
            content.title = "Soup number \(number)"
            var ingredient = ProtoIngredient()
            ingredient.original = "1 l water"
            content.ingredients = [ingredient]
            var step = ProtoStep()
            step.text = "Boil."
            content.steps = [step]
            return Command(.recipePosted, actor: author, payload: .recipe(content))
        }
        recipes = try community.submit(batch: posts).map { RecipeID(try $0.get().position) }
    }

    private static let recipesMax = 20_000

    /// The mix of twenty events: twelve likes, three votes, four comments and a bookmark.
    private static let kinds: [EventKind] = [
        .recipeLiked, .recipeLiked, .commentPosted, .recipeLiked, .recipeUpvoted, .recipeLiked, .recipeLiked,
        .commentPosted, .recipeLiked, .recipeLiked, .recipeUpvoted, .recipeLiked, .commentPosted, .recipeLiked,
        .recipeBookmarked, .recipeLiked, .recipeLiked, .commentPosted, .recipeLiked, .recipeUpvoted,
    ]

    /// The action of that number, from 0.
    func action(_ number: Int) -> Command {
        let (member, round) = (number % members.count, number / members.count)
        let isNew = round < recipes.count
        let kind = isNew ? Self.kinds[(member + round) % Self.kinds.count] : .commentPosted
        var payload = Payload.none
        if kind == .commentPosted {
            var text = ProtoText()
            text.text = "Made it on Sunday with half the salt, and it was not missed. Number \(number)."
            payload = .text(text)
        }
        return Command(
            kind, actor: .member(members[member]), subject: .recipe(recipes[round % recipes.count]), payload: payload)
    }
}
