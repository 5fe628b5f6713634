import Events
import LarderAPI
import Layout
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
    ]
}
