import Events
package import Layout
import Projections

/// How many recipes have a tag, or are of a cuisine.
package struct TagCount: Codable, Hashable, Sendable {
    package var name: String
    package var recipes: Int
}

package struct TagsAnswer: Codable, Sendable {
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
        let hidden = hiddenRecipes(from: viewer)
        var counts: [String: Int] = [:]
        // All entries of a word lie together.
        var (prefix, word, count) = (Key(), "", 0)
        snapshot.scan(views.recipes.byFacet, from: facet.range.lower, to: facet.range.upper) { key, _ in
            if prefix.count == 0 || !key.hasPrefix(prefix) || key.count != prefix.count + 8 {
                if count > 0 { counts[word, default: 0] += count }
                (prefix, word, count) = (FacetKeys.wordPrefix(of: key), FacetKeys.word(of: key) ?? "", 0)
            }
            let recipe = FacetKeys.recipe(endOf: key)
            guard !hidden.contains(recipe) else { return true }
            if word.isEmpty {
                for word in words(of: facet, of: recipe) where FacetKeys.isCut(word, as: key) {
                    counts[word, default: 0] += 1
                }
            } else {
                count += 1
            }
            return true
        }
        if count > 0 { counts[word, default: 0] += count }
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

    /// All words that some living recipe has as a tag, or as its cuisine. O(words · log recipes).
    package func words(of facet: Facet) -> [String] {
        var words: Set<String> = []
        var from: Key? = facet.range.lower
        while let lower = from {
            from = nil
            snapshot.scan(views.recipes.byFacet, from: lower, to: facet.range.upper) { key, _ in
                if let word = FacetKeys.word(of: key) {
                    words.insert(word)
                    from = FacetKeys.wordPrefix(of: key).upperBoundOfPrefix
                } else {
                    words.formUnion(
                        self.words(of: facet, of: FacetKeys.recipe(endOf: key)).filter { FacetKeys.isCut($0, as: key) })
                    from = key.successor
                }
                return false
            }
        }
        return words.sorted()
    }

    /// The living recipes of those whom lists leave out: banned now, or apart from the viewer.
    private func hiddenRecipes(from viewer: MemberID?) -> Set<Position> {
        var members = bannedNow()
        if let viewer {
            snapshot.scan(views.members.blocks) { key, _ in
                let (one, other) = (MemberID(key.uint64(at: 0)), MemberID(key.uint64(at: 8)))
                if one == viewer { members.insert(other) } else if other == viewer { members.insert(one) }
                return true
            }
        }
        var recipes: Set<Position> = []
        for member in members {
            snapshot.scan(views.recipes.feedsOfMembers, prefix: Key(member.value)) { key, entry in
                if entry == .recipe { recipes.insert(FeedSort.id(endOf: key)) }
                return true
            }
        }
        return recipes
    }

    private func words(of facet: Facet, of recipe: Position) -> Set<String> {
        guard let facets = snapshot.get(views.recipes.facets, Key(recipe.value)) else { return [] }
        return facet == .tags ? Set(facets.tags) : [facets.cuisine]
    }
}

extension Facet {
    fileprivate var range: FacetKeys.Range { self == .tags ? FacetKeys.tags : FacetKeys.cuisines }
}

extension TagCount {
    /// Sorts as the list does.
    fileprivate var key: [UInt8] { Key().appending(descending: Int64(recipes)).bytes + Array(name.utf8) }
}
