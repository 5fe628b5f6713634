package import Events
package import Layout
import Projections

/// How many recipes have a tag, or are of a cuisine.
package struct TagCount: Encodable, Hashable, Sendable {
    package var name: String
    package var recipes: Int
}

package struct TagsAnswer: Encodable, Sendable {
    package var position: UInt64
    package var tags: [TagCount]?
    package var cuisines: [TagCount]?
    package var next: String?
}

package enum Facet: Sendable {
    case tags, cuisines
}

extension Queries {
    /// All tags, or all cuisines, the most frequent first, then by name. O(recipes).
    package func counts(of facet: Facet, page: Page, viewer: MemberID?) throws(Refusal) -> TagsAnswer {
        let reader = try FeedReader(FeedRequest(), viewer: viewer, self)
        var counts: [String: Int] = [:]
        snapshot.scan(views.recipes.facets) { key, facets in
            guard reader.isShown(Position(key.uint64(at: 0))) else { return true }
            switch facet {
            case .tags: for tag in facets.tags { counts[tag, default: 0] += 1 }
            case .cuisines: if !facets.cuisine.isEmpty { counts[facets.cuisine, default: 0] += 1 }
            }
            return true
        }
        let sorted = counts.map { TagCount(name: $0.key, recipes: $0.value) }
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
    /// Sorts as the list does.
    fileprivate var key: [UInt8] { Key().appending(descending: Int64(recipes)).bytes + Array(name.utf8) }
}
