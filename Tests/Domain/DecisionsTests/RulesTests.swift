import Decisions
import Events
import Layout
import Testing

@Suite struct RulesTests {
    private func rules(_ change: (inout ProtoRules) -> Void = { _ in }) -> Payload {
        var rules = Rules.standard.message
        change(&rules)
        return .rules(rules)
    }

    @Test("only admins and the operator change the rules") func onlyAdminsAndTheOperatorChangeRules() throws {
        let village = try Village()
        #expect(village.refusal(.rulesChanged, village.bo, payload: rules()) == Refused(.forbidden, "actor"))
        #expect(village.refusal(.rulesChanged, village.ada, payload: rules()) == nil)
        #expect(village.refusal(.rulesChanged, nil, payload: rules()) == nil)
    }

    @Test("repeating the present rules changes nothing") func theSameRulesAgainAreUnchanged() throws {
        var village = try Village()
        let first = try village.submit(.rulesChanged, village.ada, payload: rules())
        #expect(try village.submit(.rulesChanged, nil, payload: rules()) == first)
        let other = try village.submit(.rulesChanged, nil, payload: rules { $0.badges.lovedLikes = 31 })
        #expect(other != first)
        #expect(try village.submit(.rulesChanged, village.ada, payload: rules()) != first)
    }

    @Test("the standard rules survive the round trip through their message")
    func theStandardRulesSurviveTheirMessage() throws {
        #expect(Rules(Rules.standard.message) == .standard)
        #expect(try RulesCheck.normal(Rules.standard.message) == Rules.standard.message)
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var field: String
        var change: @Sendable (inout ProtoRules) -> Void

        init(_ name: String, _ field: String, _ change: @escaping @Sendable (inout ProtoRules) -> Void) {
            testDescription = name
            self.field = field
            self.change = change
        }
    }

    static let wrong: [Wrong] = [
        Wrong("no awards", "awards") { $0.awards = [] },
        Wrong("an unknown kind", "awards") { $0.awards[0].kind = "recipe.eaten" },
        Wrong("a kind that no points can be given for", "awards") { $0.awards[0].kind = "recipe.upvoted" },
        Wrong("a kind twice", "awards") { $0.awards[1].kind = $0.awards[0].kind },
        Wrong("too many points", "awards") { $0.awards[0].points = 1_001 },
        Wrong("too high a cap", "awards") { $0.awards[0].dailyCap = 1_001 },
        Wrong("no levels", "levels") { $0.levels = [] },
        Wrong("a first level above zero", "levels") { $0.levels[0].xp = 1 },
        Wrong("levels out of order", "levels") { $0.levels.swapAt(1, 2) },
        Wrong("a level without a name", "levels") { $0.levels[1].name = " " },
        Wrong("no badges", "badges") { $0.clearBadges() },
        Wrong("a badge for nothing", "badges") { $0.badges.trendingLikes = 0 },
        Wrong("more than everybody", "badges") { $0.badges.topPercent = 101 },
        Wrong("a board of no participants", "badges") { $0.badges.topContributorMinParticipants = 0 },
        Wrong("no rating", "rating") { $0.clearRating() },
        Wrong("six stars", "rating") { $0.rating.stars = 6 },
        Wrong("a negative weight", "rating") { $0.rating.weight = -1 },
        Wrong("no number", "rating") { $0.rating.weight = .nan },
        Wrong("a collection without a name", "collections") { $0.collections[0].name = "" },
        Wrong("a collection twice", "collections") { $0.collections[1].name = $0.collections[0].name },
        Wrong("a collection of nothing", "collections") { $0.collections[0].tags = [] },
    ]

    @Test("an invalid rule is refused with its field", arguments: wrong)
    func rulesThatAreNotValidAreInvalid(_ wrong: Wrong) throws {
        let village = try Village()
        #expect(village.refusal(.rulesChanged, nil, payload: rules(wrong.change)) == Refused(.invalid, wrong.field))
    }
}
