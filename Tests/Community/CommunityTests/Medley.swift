import Community
import Events
import Layout
import TestSupport

/// A short random history: members who post, like, retract, block, are banned, renamed and deleted.
struct Medley {
    /// The first is the admin.
    private(set) var members: [MemberID] = []
    private(set) var recipes: [RecipeID] = []
    private var comments: [CommentID] = []
    private var reposts: [Position] = []
    private var reports: [Position] = []
    private var dice: SeededGenerator

    /// Refusals are expected.
    init(seed: UInt64, _ kitchen: Kitchen) throws {
        dice = SeededGenerator(seed: seed)
        members.append(MemberID(try kitchen.community.register(Commands.join("root")).position))
        for name in ["ada", "bo", "cy", "dan"] { members.append(MemberID(try kitchen.join(name).position)) }
        for _ in 0..<130 { submit(next(), kitchen) }
        submit(Command(.memberDeleted, actor: nil, subject: .member(members[3])), kitchen)
        for _ in 0..<10 { submit(next(), kitchen) }
    }

    private mutating func submit(_ command: Command, _ kitchen: Kitchen) {
        guard let outcome = try? kitchen.submit(command), outcome.changed else { return }
        switch command.kind {
        case .recipePosted: recipes.append(RecipeID(outcome.position))
        case .commentPosted: comments.append(CommentID(outcome.position))
        case .recipeReposted: reposts.append(outcome.position)
        case .reportFiled: reports.append(outcome.position)
        default: break
        }
    }

    private mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &dice) }
    private mutating func member() -> Reference { .member(members[number(below: members.count)]) }
    private mutating func recipe() -> Reference {
        recipes.isEmpty ? .recipe(RecipeID(1)) : .recipe(recipes[number(below: min(recipes.count, 5))])
    }
    private mutating func comment() -> Reference {
        comments.isEmpty ? .comment(CommentID(1)) : .comment(comments[number(below: comments.count)])
    }

    private static let onRecipes: [EventKind] = [
        .recipeLiked, .recipeLiked, .recipeUnliked, .recipeUpvoted, .recipeDownvoted, .recipeVoteRetracted,
        .recipeBookmarked, .recipeUnbookmarked, .recipeCooked, .recipeRatingRetracted, .recipeReposted,
        .recipeDeleted, .recipeRestored, .recipeRestored,
    ]
    private static let onMembers: [EventKind] = [
        .memberFollowed, .memberFollowed, .memberUnfollowed, .memberBlocked, .memberUnblocked, .memberBanned,
        .memberUnbanned, .memberUnbanned,
    ]
    private static let onComments: [EventKind] = [
        .commentLiked, .commentUnliked, .commentDeleted, .commentRestored,
    ]

    private mutating func next() -> Command {
        let actor = member()
        switch number(below: 24) {
        case 0, 1: return content(.recipePosted, actor, on: nil)
        case 2: return content(.recipeEdited, actor, on: recipe())
        case 3...9:
            let kind = Self.onRecipes[number(below: Self.onRecipes.count)]
            return Command(kind, actor: actor, subject: recipe())
        case 10: return Command(.recipeRated, actor: actor, subject: recipe(), value: UInt8(1 + number(below: 5)))
        case 11...13:
            var text = ProtoText()
            text.text = "\(number(below: 1000))"
            let parent = number(below: 2) == 0 ? comment() : nil
            return Command(.commentPosted, actor: actor, subject: recipe(), cause: parent, payload: .text(text))
        case 14, 15:
            let kind = Self.onComments[number(below: Self.onComments.count)]
            return Command(kind, actor: actor, subject: comment())
        case 16...18:
            let kind = Self.onMembers[number(below: Self.onMembers.count)]
            let isDesk = [.memberBanned, .memberUnbanned].contains(kind)
            return Command(kind, actor: isDesk ? nil : actor, subject: member())
        case 19:
            var change = ProtoMemberProfileChanged()
            change.username = "name\(number(below: 1000))"
            return Command(.memberProfileChanged, actor: actor, payload: .profileChange(change))
        case 20: return Command(.feedSeen, actor: actor)
        case 21: return Command(.notificationsRead, actor: actor)
        case 22: return Command(.reportFiled, actor: actor, subject: recipe(), value: 1)
        default:
            guard let report = reports.last else { return Command(.feedSeen, actor: actor) }
            return Command(
                .reportResolved, actor: nil, subject: .position(report, letter: "f"),
                value: UInt8(1 + number(below: 3)))
        }
    }

    private mutating func content(_ kind: EventKind, _ actor: Reference, on recipe: Reference?) -> Command {
        var content = ProtoRecipeContent()
        content.title = "Dish \(number(below: 100))"
        content.tags = [["vegan", "spicy", "quick", "sweet"][number(below: 4)]]
        content.totalMinutes = UInt32(5 + number(below: 60))
        var step = ProtoStep()
        step.text = "Stir."
        content.steps = [step]
        return Command(kind, actor: actor, subject: recipe, payload: .recipe(content))
    }
}
