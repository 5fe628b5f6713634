import Answers
import Events
import LarderAPI
import Markup
import Operations
import Pages

/// Boards and activity.
enum Boards {
    static let routes: [PageRoute] = [
        .page("board", "/board") { request, queries in try page(nil, request, queries) },
        .page("boardOfWeek", "/board/{week}") { request, queries in try page(request.path["week"], request, queries) },
        .page("activity", "/activity") { request, queries in
            _ = try request.requiredPrincipal
            return ActivityPage(
                try queries.ask(API.notifications, NotificationsInput(page: request.page)), after: request["after"]
            ).page
        },
        .form("read", "/activity/read") { request, form in
            _ = try await request.perform(API.readNotifications, [:], nil, form: form)
            return .see(Link("/activity"), saying: .read, request)
        },
        .page("about", "/about", load: .heavy) { request, queries in
            let settings = request.context.settings
            return AboutPage(queries.queries.about(called: settings.name, contact: settings.contact)).page
        },
    ]

    private static func page(_ week: String?, _ request: WebRequest, _ queries: PageQueries) throws -> Pages.Page {
        let board = try queries.ask(API.leaderboard, LeaderboardInput(week: week, page: request.page))
        let weeks = try queries.ask(API.leaderboardWeeks, NoInput())
        let level = try queries.reader.map {
            try queries.ask(API.experience, MemberListInput(member: $0.id, page: PageRequest(limit: 1)))
        }
        return BoardPage(board, weeks, level: level, after: request["after"], for: queries.reader).page
    }
}
