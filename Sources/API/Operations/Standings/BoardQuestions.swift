import Events
import LarderAPI
import Layout
import Projections
import Views

extension Questions {
    static let boards: [any AnyBinding] = [
        bind(API.leaderboard) { input, viewer, queries in
            let week = try input.week.map { text throws(Refusal) in try Times.week(text) }
            let around = try input.around.map { text throws(Refusal) in
                try queries.member(try MemberName.reference(text, field: "around"))
            }
            return try queries.leaderboard(
                week: week, page: input.page.page, around: around, viewer: viewer.member)
        },
        bind(API.leaderboardWeeks) { _, _, queries in queries.leaderboardWeeks() },
        bind(API.experience) { input, viewer, queries in
            try queries.experience(try viewer.reference(input.member), page: input.page.page)
        },
        bind(API.awards) { input, viewer, queries in
            try queries.awardHistory(of: try viewer.reference(input.member), page: input.page.page)
        },
        bind(API.streak) { input, viewer, queries in
            queries.streak(of: try queries.member(try viewer.reference(input.member)))
        },
    ]
}

extension Queries {
    /// O(weeks of the member).
    fileprivate func streak(of member: MemberID) -> StreakAnswer {
        let weeks = weeks(of: member).filter { week($0, of: member).engagement > 0 }
        var answer = StreakAnswer(position: snapshot.position.value, weeks: 0, longest: 0)
        guard let last = weeks.last, let board = latestBoardWeek() else { return answer }
        var (first, length, before) = (last, 0, Int32?.none)
        for week in weeks {
            if week.number - 1 != before { (first, length) = (week, 0) }
            length += 1
            answer.longest = max(answer.longest, length)
            before = week.number
        }
        // A week that has just begun ends no streak.
        if last.number >= board.number - 1 { (answer.weeks, answer.since) = (length, first.description) }
        return answer
    }
}
