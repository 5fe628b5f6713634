import Events
package import LarderAPI
package import Layout
import Projections
package import Views

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
    /// Sorts as the list does.
    fileprivate var key: [UInt8] { Key().appending(descending: Int64(recipes)).bytes + Array(name.utf8) }
}
