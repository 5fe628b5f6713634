import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Questions {
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
    ]

    /// The number of recipes that the overview shows of each collection.
    private static let collectionShownMax = 3
}

extension Queries {
    /// All collections with the first recipes of each. O(recipes).
    package func discover(showing count: Int, viewer: MemberID?) throws(Refusal) -> DiscoverAnswer {
        var documents = rules.collections.map {
            CollectionDocument(name: $0.name, tags: $0.tags, maxMinutes: $0.maxMinutes, count: 0, recipes: [])
        }
        let filters = try rules.collections.map { collection throws(Refusal) in
            FeedFilter(FeedRequest(collection))
        }
        var request = FeedRequest()
        request.sort = .hot
        let reader = try FeedReader(request, viewer: viewer, self)
        reader.read(after: nil, wanted: nil) { key, _ in
            let id = FeedSort.id(endOf: key)
            let matching = snapshot.read(views.recipes.facets, Key(id.value)) { bytes throws(MalformedRow) in
                let facets = try StoredFacets(bytes: bytes)
                var matching: [Int] = []
                for (index, filter) in filters.enumerated() where try filter.matches(facets) { matching.append(index) }
                return matching
            }
            guard let matching, !matching.isEmpty, reader.isShown(id) else { return true }
            for index in matching {
                documents[index].count += 1
                if documents[index].recipes.count < count, let recipe = recipe(RecipeID(id), .listed, viewer: viewer) {
                    documents[index].recipes.append(recipe)
                }
            }
            return true
        }
        return DiscoverAnswer(position: snapshot.position.value, collections: documents)
    }

    /// One collection, the hottest first.
    package func collection(_ name: String, page: Page, viewer: MemberID?) throws(Refusal) -> CollectionAnswer {
        let folded = name.lowercased()
        guard let collection = rules.collections.first(where: { $0.name.lowercased() == folded }) else {
            let names = rules.collections.map { "«\($0.name)»" }.joined(separator: ", ")
            throw Refusal(
                .notFound, "there is no collection «\(name)»\(names.isEmpty ? "" : ": there are \(names)")",
                field: "name")
        }
        var request = FeedRequest(collection)
        request.sort = .hot
        let feed = try feed(request, page: page, viewer: viewer)
        return CollectionAnswer(
            position: feed.position, name: collection.name, recipes: feed.items.map(\.recipe), next: feed.next)
    }
}

extension FeedRequest {
    fileprivate init(_ collection: Rules.Collection) {
        self.init()
        anyTags = collection.tags
        maxMinutes = collection.maxMinutes.map { UInt64($0) }
    }
}

extension Queries {
    /// All tags, or all cuisines, the most frequent first, then by name. O(recipes).
    package func counts(of facet: Facet, page: Page, viewer: MemberID?) throws(Refusal) -> TagsAnswer {
        let sorted = recipeCounts(of: facet, viewer: viewer).map { TagCount(name: $0.key, recipes: $0.value) }
            .sorted { ($1.recipes, $0.name) < ($0.recipes, $1.name) }
        let after = try page.after.map { cursor throws(Refusal) in try Cursor.decode(cursor) }
        var contents = PageContents<TagCount>(page)
        for count in sorted {
            let key = count.key
            if let after, !after.lexicographicallyPrecedes(key) { continue }
            if !contents.add(count, cursor: key) { break }
        }
        var answer = TagsAnswer(position: snapshot.position.value, next: contents.next)
        switch facet {
        case .tags: answer.tags = contents.items
        case .cuisines: answer.cuisines = contents.items
        }
        return answer
    }
}

extension TagCount {
    /// A key in the order of the list.
    fileprivate var key: [UInt8] { Key().appending(descending: Int64(recipes)).bytes + Array(name.utf8) }
}
