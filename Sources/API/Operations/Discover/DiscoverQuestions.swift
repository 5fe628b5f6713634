import Events
import LarderAPI
import Layout
import Views

extension Questions {
    /// Recipes that an overview shows of each collection.
    private static let collectionShownMax = 3

    static let discovery: [any AnyBinding] = [
        bind(API.tags) { input, viewer, queries in
            try queries.counts(of: .tags, page: input.page.page, viewer: viewer.member)
        },
        bind(API.cuisines) { input, viewer, queries in
            try queries.counts(of: .cuisines, page: input.page.page, viewer: viewer.member)
        },
        bind(API.collections) { _, viewer, queries in
            try queries.discover(showing: collectionShownMax, viewer: viewer.member)
        },
        bind(API.collection) { input, viewer, queries in
            try queries.collection(input.collection, page: input.page.page, viewer: viewer.member)
        },
        bind(API.trending) { input, viewer, queries in
            try queries.trending(page: input.page.page, viewer: viewer.member)
        },
        bind(API.becauseYouCooked) { input, viewer, queries in
            try queries.cooked(by: try viewer.required, showing: alsoLikedMax, page: input.page.page)
        },
    ]

    /// Recipes that are shown with each recipe that was cooked.
    private static let alsoLikedMax = 5
}
