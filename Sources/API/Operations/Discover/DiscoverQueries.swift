import Events
package import LarderAPI
package import Layout
import Projections
package import Views

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
