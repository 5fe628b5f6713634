import LarderAPI
import Layout
import Views

extension Questions {
    static let moderation: [any AnyBinding] = [
        bind(API.reports) { input, _, queries in
            try queries.reports(input.status ?? .pending, page: input.page.page)
        },
        bind(API.moderationLog) { input, _, queries in try queries.moderationLog(page: input.page.page) },
        bind(API.dashboard) { _, _, queries in queries.dashboard() },
    ]
}
