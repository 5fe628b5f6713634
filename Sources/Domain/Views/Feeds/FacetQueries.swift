import Events
package import Layout
import Projections

/// The properties by which recipes are counted.
package enum Facet: Sendable {
    case tags, cuisines
}

extension Queries {
    /// The number of recipes with each tag, or of each cuisine. O(recipes).
    package func recipeCounts(of facet: Facet, viewer: MemberID?) -> [String: Int] {
        let hidden = hiddenRecipes(from: viewer)
        var counts: [String: Int] = [:]
        // All entries of a word are neighbours.
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
        return counts
    }

    /// The living recipes of members whom lists leave out: banned now, or in a block with the viewer.
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
