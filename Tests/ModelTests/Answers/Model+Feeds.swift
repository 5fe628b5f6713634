import Events
import Foundation
import Layout
import Views

struct FeedLine: Encodable {
    struct Repost: Encodable {
        var id: String
        var by: Card
        var quote: String?
        var at: String
    }
    var kind: String
    var recipe: RecipePage
    var repost: Repost?
}

extension Model {
    /// A recipe or a repost as feeds show it.
    func feedLine(_ id: UInt64, viewer: UInt64?) throws -> FeedLine {
        guard let work = works[id], work.sort == .repost else {
            return FeedLine(kind: "recipe", recipe: try recipePage(id, isWhole: false, viewer: viewer))
        }
        return FeedLine(
            kind: "repost", recipe: try recipePage(work.recipe, isWhole: false, viewer: viewer),
            repost: .init(
                id: "p\(id)", by: card(work.author), quote: work.text.isEmpty ? nil : work.text, at: work.at.rfc3339))
    }

    /// A recipe or repost of a feed.
    struct FeedEntry {
        var id: UInt64
        var shown: Work
        var recipe: UInt64
        var work: Work
        /// What the order goes by before time and id.
        var rank = 0.0

        var name: String { work.sort == .recipe ? "r\(id)" : "p\(id)" }
    }

    /// The ids of the whole feed, in its order.
    func feed(_ request: FeedRequest, viewer: UInt64?, now: Timestamp) throws -> [String] {
        if viewer == nil, request.mode != .everyone || request.isBookmarked { throw No(.unauthenticated) }
        if request.mode == .forYou, request.sort != nil { throw No(.invalid) }
        let author = try request.author.map { try open(livingMember($0), to: viewer) }
        let likedBy = try request.likedBy.map { try open(livingMember($0), to: viewer) }
        let sort = request.sort ?? (request.mode == .forYou ? .hot : .newest)
        var entries: [FeedEntry] = []
        for (id, work) in works where work.sort != .comment {
            let recipe = work.sort == .recipe ? id : work.recipe
            guard let shown = works[recipe], isLiving(id), isLiving(recipe) else { continue }
            // «`newest`, `oldest`: with reposts. Recipes only: …»
            if work.sort == .repost, sort != .newest && sort != .oldest { continue }
            guard isShown(work.author, to: viewer, now), isShown(shown.author, to: viewer, now) else { continue }
            if request.mode == .following, let viewer, !follows(viewer, work.author) { continue }
            if let since = request.since, work.at < since { continue }
            if let until = request.until, work.at >= until { continue }
            if let author, shown.author != author { continue }
            if let likedBy, stands(.like, likedBy, recipe) == nil { continue }
            if request.isBookmarked, let viewer, stands(.bookmark, viewer, recipe) == nil { continue }
            guard Self.matches(request, shown.content) else { continue }
            var entry = FeedEntry(id: id, shown: shown, recipe: recipe, work: work)
            entry.rank = rank(recipe, shown, sort)
            if request.mode == .forYou, let viewer { entry.rank += Double(matches(shown.content, viewer)) }
            entries.append(entry)
        }
        // «Ties: newer first, then higher id.»
        entries.sort { a, b in
            if abs(a.rank - b.rank) > 1e-9 { return a.rank > b.rank }
            return (a.work.at, a.id) > (b.work.at, b.id)
        }
        if sort == .oldest { entries.reverse() }
        return entries.map(\.name)
    }

    /// «banned members are left out», and so are members on either side of a block with the viewer.
    func isShown(_ member: UInt64, to viewer: UInt64?, _ now: Timestamp) -> Bool {
        isHere(member) && !isBanned(member, at: now) && !(viewer.map { isApart($0, member) } ?? false)
    }

    func rank(_ id: UInt64, _ recipe: Work, _ sort: FeedSort) -> Double {
        let votes = ties(.vote, to: id).map(\.value)
        let (up, down) = (Double(votes.count { $0 > 0 }), Double(votes.count { $0 < 0 }))
        switch sort {
        case .newest, .oldest: return 0
        case .liked: return Double(ties(.like, to: id).count)
        case .top: return up - down
        case .reported: return Double(reports.values.count { $0.target == id })
        case .discussed:
            return Double(works.keys.count { works[$0]?.sort == .comment && works[$0]?.recipe == id && isLiving($0) })
        case .hot:
            let score = up - down
            let sign = score > 0 ? 1.0 : score < 0 ? -1 : 0
            let seconds = Double(recipe.at.microseconds) / 1_000_000
            let hot = sign * log10(max(abs(score), 1)) + (seconds - 1_134_028_003) / 45_000
            return (hot * 10_000_000).rounded() / 10_000_000
        case .best:
            let (n, z) = (up + down, 1.281551565545)
            if n == 0 { return 0 }
            let p = up / n
            let margin = z * ((p * (1 - p) + z * z / (4 * n)) / n).squareRoot()
            return (p + z * z / (2 * n) - margin) / (1 + z * z / n)
        case .rated:
            let stars = ties(.rating, to: id).map { Double($0.value) }
            let count = rules.rating.weight + Double(stars.count)
            return count == 0 ? 0 : (rules.rating.weight * rules.rating.stars + stars.reduce(0, +)) / count
        }
    }

    /// «hot key + 1 per matching cuisine or diet».
    private func matches(_ content: ProtoRecipeContent, _ viewer: UInt64) -> Int {
        let cuisines = Set((members[viewer]?.cuisines ?? []).map { $0.lowercased() })
        let suited = Self.diets(of: content).filter { $0.value == "yes" }.keys.map { $0.lowercased() }
        let diets = Set((members[viewer]?.diets ?? []).map { $0.lowercased().replacing("-", with: "") })
        return (content.hasCuisine && cuisines.contains(content.cuisine.lowercased()) ? 1 : 0)
            + diets.intersection(suited).count
    }

    /// «filters, combined with and».
    private static func matches(_ request: FeedRequest, _ content: ProtoRecipeContent) -> Bool {
        let names = content.ingredients.map { ($0.hasName ? $0.name : $0.original).lowercased() }
        let diets = Self.diets(of: content)
        if let difficulty = request.difficulty, "\(content.difficulty)" != difficulty.rawValue { return false }
        if let most = request.maxMinutes, !content.hasTotalMinutes || content.totalMinutes > most { return false }
        if let least = request.minServings, !content.hasServings || content.servings < least { return false }
        if let cuisine = request.cuisine, content.cuisine.lowercased() != cuisine.lowercased() { return false }
        if let course = request.course, content.course.lowercased() != course.lowercased() { return false }
        return request.tags.allSatisfy { content.tags.contains($0.lowercased()) }
            && request.diets.allSatisfy { diets[$0.rawValue] == "yes" }
            && request.withIngredients.allSatisfy { part in names.contains { $0.contains(part.lowercased()) } }
            && request.withoutIngredients.allSatisfy { !names.contains($0.lowercased()) }
    }
}
