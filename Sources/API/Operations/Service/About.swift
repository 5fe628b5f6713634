import Events
package import LarderAPI
import Layout
package import Views

extension Queries {
    /// The community under a name that the operator has chosen. O(members).
    package func about(called name: String, contact: String?) -> AboutAnswer {
        let figures = dashboard()
        return AboutAnswer(
            position: figures.position, name: name, contact: contact, version: API.version, members: figures.members,
            recipes: figures.recipes, comments: figures.comments, rules: RulesInWords(rules))
    }
}

extension RulesInWords {
    init(_ rules: Rules) {
        self.init(
            points: AwardKind.allCases.filter { rules.awards[$0] != 0 }.map { kind in
                PointsRule(act: kind.act, points: rules.awards[kind], dailyCap: rules.awards.dailyCap(kind))
            },
            levels: rules.levels.map { LevelRule(name: $0.name, xp: $0.xp) },
            badges: Badge.allCases.map { BadgeRule(name: $0.rawValue, deed: $0.deed(rules.badges)) })
    }
}

extension AwardKind {
    /// The act that earns the award, as a sentence to the member who gets it.
    fileprivate var act: String {
        switch self {
        case .recipes: "You post a recipe"
        case .likesReceived: "Another member likes your recipe"
        case .comments: "You write a comment"
        case .bookmarks: "You save a recipe"
        case .cooked: "You cook a recipe"
        case .commentLikesReceived: "Another member likes your comment"
        case .followersWon: "A member follows you"
        }
    }
}

extension Badge {
    /// What its holder has done.
    fileprivate func deed(_ rules: Rules.Badges) -> String {
        switch self {
        case .recipeCreator: "posted a recipe"
        case .trendingChef: "got \(rules.trendingLikes) likes in one week"
        case .communityHelper: "wrote \(rules.helpfulComments) comments in one week"
        case .lovedChef: "got \(rules.lovedLikes) likes in all"
        case .topContributor:
            """
            was among the first \(rules.topPercent) % of a completed week with at least \
            \(rules.topContributorMinParticipants) participants
            """
        }
    }
}
