import Events
import Layout
import Views

struct CollectionLine: Encodable {
    var name: String
    var tags: [String]
    var maxMinutes: UInt32?
    var count: Int
    var recipes: [RecipePage]
}

struct TagLine: Encodable {
    var name: String
    var recipes: Int
}

extension Model {
    /// The collections of the rules, each with what stands first in it.
    func discover(showing count: Int, viewer: UInt64?, now: Timestamp) throws -> [CollectionLine] {
        try rules.collections.map { collection in
            let recipes = recipes(in: collection, viewer: viewer, now: now)
            return CollectionLine(
                name: collection.name, tags: collection.tags,
                maxMinutes: collection.hasMaxMinutes ? collection.maxMinutes : nil, count: recipes.count,
                recipes: try recipes.prefix(count).map { try recipePage($0, isWhole: false, viewer: viewer) })
        }
    }

    /// «tag breakfast or brunch», «≤ 30 minutes»: one of the tags, and no longer, the hottest first.
    func recipes(in collection: ProtoRules.Collection, viewer: UInt64?, now: Timestamp) -> [UInt64] {
        shownRecipes(to: viewer, now).filter { _, recipe in
            let content = recipe.content
            if collection.hasMaxMinutes, !content.hasTotalMinutes || content.totalMinutes > collection.maxMinutes {
                return false
            }
            return collection.tags.isEmpty || collection.tags.contains(where: content.tags.contains)
        }.sorted {
            let (a, b) = (rank($0.key, $0.value, .hot), rank($1.key, $1.value, .hot))
            return abs(a - b) > 1e-9 ? a > b : ($0.value.at, $0.key) > ($1.value.at, $1.key)
        }.map(\.key)
    }

    /// «all tags and cuisines with their counts», the most frequent first, then by name.
    func tags(viewer: UInt64?, now: Timestamp) -> [TagLine] {
        counts(shownRecipes(to: viewer, now).values.flatMap(\.content.tags))
    }

    func cuisines(viewer: UInt64?, now: Timestamp) -> [TagLine] {
        counts(shownRecipes(to: viewer, now).values.compactMap { $0.content.hasCuisine ? $0.content.cuisine : nil })
    }

    /// However it was written, it is one word.
    private func counts(_ words: [String]) -> [TagLine] {
        var counts: [String: Int] = [:]
        for word in words { counts[word.lowercased(), default: 0] += 1 }
        return counts.map { TagLine(name: $0.key, recipes: $0.value) }
            .sorted { ($1.recipes, $0.name) < ($0.recipes, $1.name) }
    }

    private func shownRecipes(to viewer: UInt64?, _ now: Timestamp) -> [UInt64: Work] {
        works.filter { $0.value.sort == .recipe && isLiving($0.key) && isShown($0.value.author, to: viewer, now) }
    }
}
