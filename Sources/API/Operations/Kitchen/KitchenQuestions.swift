import Events
import LarderAPI
import Layout
import Views

extension Questions {
    static let kitchen: [any AnyBinding] = [
        bind(API.cookbooksOf) { input, viewer, queries in
            try queries.cookbooks(
                of: try queries.member(try viewer.reference(input.member)), page: input.page.page,
                viewer: viewer.member)
        },
        bind(API.cookbook) { input, viewer, queries in
            try queries.cookbook(
                try EntityName.reference(input.cookbook, "b", field: "cookbook"), page: input.page.page,
                viewer: viewer.member)
        },
        bind(API.plan) { input, viewer, queries in
            try queries.plan(
                of: try viewer.required, from: try firstDay(input.from, queries), days: dayCount(input.days),
                page: input.page.page)
        },
        bind(API.shopping) { input, viewer, queries in
            try queries.shopping(
                of: try viewer.required, from: try firstDay(input.from, queries), days: dayCount(input.days))
        },
    ]

    /// Unless said, today in UTC.
    private static func firstDay(_ text: String?, _ queries: Queries) throws(Refusal) -> Day {
        guard let text else { return queries.now.day }
        return try Times.day(text, field: "from")
    }

    private static func dayCount(_ number: UInt64?) -> Int { Int(clamping: number ?? 7) }
}
