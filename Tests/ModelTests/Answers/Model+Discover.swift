import Events
import LarderAPI
import Layout
import Operations
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

struct CookedLine: Encodable {
    var cooked: RecipePage
    var cookedAt: String
    var alsoLiked: [AlsoLiked]

    struct AlsoLiked: Encodable {
        var likers: Int
        var recipe: RecipePage
    }
}

extension Model {
    /// «because you cooked …»: what is liked by two at least who like what was cooked, the nearest first.
    func cooked(by member: UInt64, showing count: Int, now: Timestamp) throws -> [CookedLine] {
        func likers(_ id: UInt64) -> Set<UInt64> {
            Set(standing.filter { $0.key.tie == .like && $0.key.thing == id }.map(\.key.member))
        }
        var times: [UInt64: Timestamp] = [:]
        for fact in facts where fact.kind == .recipeCooked && fact.actor == member {
            times[fact.subject] = max(times[fact.subject] ?? fact.at, fact.at)
        }
        let shown = shownRecipes(to: member, now)
        let lines = try times.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.compactMap { id, time -> CookedLine? in
            guard shown[id] != nil else { return nil }
            let those = likers(id)
            let near = shown.compactMap { other, work -> (id: UInt64, common: Int, nearness: Int)? in
                guard other != id, work.author != member, times[other] == nil, stands(.like, member, other) == nil
                else {
                    return nil
                }
                let likers = likers(other)
                let common = likers.intersection(those).count
                return common < 2 ? nil : (other, common, common * common * 1_000_000 / likers.count)
            }.sorted { ($0.nearness, $0.common, $0.id) > ($1.nearness, $1.common, $1.id) }
            let also = try near.prefix(count).map {
                CookedLine.AlsoLiked(likers: $0.common, recipe: try recipePage($0.id, isWhole: false, viewer: member))
            }
            return also.isEmpty
                ? nil
                : CookedLine(
                    cooked: try recipePage(id, isWhole: false, viewer: member), cookedAt: time.rfc3339, alsoLiked: also)
        }
        return lines
    }

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
