import Decisions
import Events
import Layout
import Testing

@Suite struct ReportTests {
    private func outcome(_ value: ProtoReportOutcome.Value) -> UInt8 { UInt8(value.rawValue) }

    @Test("a member has one open report per target") func oneOpenReportPerReporterAndTarget() throws {
        var village = try Village()
        let soup = Reference.recipe(village.soup)
        let first = try village.submit(.reportFiled, village.cy, soup, value: 3)
        let header = try village.last.header
        #expect(header.owner == village.bo && header.subject == village.soup && header.value == 3)
        #expect(try village.submit(.reportFiled, village.cy, soup, value: 1) == first)
        #expect(try village.submit(.reportFiled, village.mo, soup, value: 1) == first.next)
        try village.submit(.reportResolved, village.mo, .report(first), value: outcome(.dismissed))
        #expect(try village.last.header.owner == village.cy)
        #expect(village.refusal(.reportFiled, village.cy, soup, value: 1) == nil)
        #expect(try village.submit(.reportFiled, village.cy, soup, value: 1) == village.community.head)
    }

    @Test("a report names a living thing of another member") func reportsNameSomebodyElsesLivingThing() throws {
        var village = try Village()
        let soup = Reference.recipe(village.soup)
        #expect(village.refusal(.reportFiled, village.bo, soup, value: 1) == Refused(.invalid, "subject"))
        #expect(village.refusal(.reportFiled, village.bo, .username("bo"), value: 1) == Refused(.invalid, "subject"))
        #expect(village.refusal(.reportFiled, village.cy, soup, value: 0) == Refused(.invalid, "reason"))
        #expect(village.refusal(.reportFiled, village.cy, soup, value: 6) == Refused(.invalid, "reason"))
        #expect(village.refusal(.reportFiled, village.cy, .username("bo"), value: 5) == nil)
        #expect(village.refusal(.reportFiled, village.bo, .comment(village.comment), value: 5) == nil)
        let repost = try village.submit(.recipeReposted, village.cy, soup)
        #expect(village.refusal(.reportFiled, village.bo, .repost(repost), value: 5) == Refused(.notFound, "subject"))
    }

    @Test("a resolution that removes content deletes it in the same batch")
    func removalFollowsFromTheResolution() throws {
        var village = try Village()
        let report = try village.submit(.reportFiled, village.cy, .recipe(village.soup), value: 3)
        #expect(
            village.refusal(.reportResolved, village.bo, .report(report), value: 2) == Refused(.forbidden, "actor"))
        #expect(village.refusal(.reportResolved, village.mo, .report(report)) == Refused(.invalid, "outcome"))
        let resolution = try village.submit(
            .reportResolved, village.mo, .report(report), value: outcome(.removed))
        let removal = try village.last.header
        #expect(removal.kind == .recipeDeleted && removal.cause == resolution && removal.position == resolution.next)
        #expect(removal.owner == village.bo && removal.actor == village.mo)
        #expect(village.community.entity(village.soup)?.lifecycle == .removed)
        #expect(
            try village.submit(.reportResolved, village.mo, .report(report), value: outcome(.removed)) == resolution)
        #expect(
            village.refusal(.reportResolved, village.mo, .report(report), value: outcome(.banned))
                == Refused(.conflict, "subject"))
    }

    /// Otherwise the author would restore what the moderator decided to remove.
    @Test("a resolution removes what its author deleted meanwhile, and the author cannot undo it")
    func removalOfWhatWasDeleted() throws {
        var village = try Village()
        let soup = Reference.recipe(village.soup)
        let report = try village.submit(.reportFiled, village.cy, soup, value: 3)
        try village.submit(.recipeDeleted, village.bo, soup)
        try village.submit(.reportResolved, village.mo, .report(report), value: outcome(.removed))
        let removal = try village.last.header
        #expect(removal.kind == .recipeDeleted && removal.leavesHidden)
        #expect(village.community.entity(village.soup)?.lifecycle == .all)
        try village.submit(.recipeRestored, village.bo, soup)
        #expect(try village.last.header.leavesHidden)
        #expect(village.refusal(.recipeRestored, village.bo, soup) == Refused(.forbidden, "actor"))
        try village.submit(.recipeRestored, village.mo, soup)
        #expect(try !village.last.header.leavesHidden)
        #expect(village.community.entity(village.soup)?.lifecycle == .living)
    }

    @Test("a resolution is refused if its consequence is refused")
    func aRefusedConsequenceRefusesTheResolution() throws {
        var village = try Village()
        let onAda = try village.submit(.reportFiled, village.cy, .username("ada"), value: 2)
        let ban = outcome(.banned)
        #expect(
            village.refusal(.reportResolved, village.mo, .report(onAda), value: ban) == Refused(.forbidden, "subject"))
        #expect(
            village.refusal(.reportResolved, village.mo, .report(onAda), value: outcome(.removed))
                == Refused(.invalid, "outcome"))
        let onComment = try village.submit(.reportFiled, village.bo, .comment(village.comment), value: 2)
        try village.submit(.reportResolved, nil, .report(onComment), value: ban)
        let banned = try village.last.header
        #expect(banned.kind == .memberBanned && banned.owner == village.cy && banned.cause == onComment.next)
    }

    @Test("a resolution needs no consequence if the content is removed already")
    func whatIsDoneAlreadyNeedsNoConsequence() throws {
        var village = try Village()
        let report = try village.submit(.reportFiled, village.cy, .recipe(village.soup), value: 3)
        try village.submit(.recipeDeleted, village.mo, .recipe(village.soup))
        let resolution = try village.submit(.reportResolved, nil, .report(report), value: outcome(.removed))
        #expect(resolution == village.community.head)
    }

    @Test("the resolution of a deleted member's report is addressed to the operator")
    func aDeletedReporterIsToldNothing() throws {
        var village = try Village()
        let report = try village.submit(.reportFiled, village.cy, .recipe(village.soup), value: 3)
        try village.submit(.memberDeleted, village.cy)
        try village.submit(.reportResolved, village.mo, .report(report), value: outcome(.dismissed))
        #expect(try village.last.header.owner == .operator)
    }
}
