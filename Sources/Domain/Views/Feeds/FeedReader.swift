package import Events
package import Layout
import Projections

/// A recipe in a feed, and the repost that brings it there, if there is one.
package struct FeedFinding {
    package var recipe: RecipeID
    package var recipeRow: RecipeRow
    package var repost: RepostRow?
}

/// Reads one feed: takes candidates from the narrowest index, and then checks each of them.
package struct FeedReader {
    package let queries: Queries
    private let request: FeedRequest
    private let filter: FeedFilter
    private let sort: FeedSort
    package let viewer: MemberID?
    private let author: MemberID?
    private let likedBy: MemberID?
    /// `nil`: all members.
    private let followed: Set<MemberID>?
    private let tastes: Tastes?
    /// The number of reports of each thing that has some; `nil`: the order does not need it.
    private let reports: [Position: Int64]?

    package init(_ request: FeedRequest, viewer: MemberID?, _ queries: Queries) throws(Refusal) {
        if viewer == nil, request.mode != .everyone {
            throw Refusal(
                .unauthenticated, "the \(request.mode.rawValue) feed belongs to a member", field: "mode",
                remedy: .nameActor)
        }
        if viewer == nil, request.isBookmarked {
            throw Refusal(
                .unauthenticated, "bookmarks belong to a member", field: "bookmarked", remedy: .nameActor)
        }
        if request.mode == .forYou, request.sort != nil {
            throw Refusal(.invalid, "the for-you feed has an order of its own: leave sort out", field: "sort")
        }
        if request.sort == .reported, !queries.mayModerate(viewer) {
            guard viewer != nil else {
                throw Refusal(
                    .unauthenticated, "what is reported is for moderators: log in first", field: "sort",
                    remedy: .nameActor)
            }
            throw Refusal(.forbidden, "only moderators see what is reported", field: "sort")
        }
        self.queries = queries
        self.request = request
        self.viewer = viewer
        filter = FeedFilter(request)
        sort = request.mode == .forYou ? .hot : request.sort ?? .newest
        author = try request.author.map { reference throws(Refusal) in try queries.member(reference, for: viewer) }
        likedBy = try request.likedBy.map { reference throws(Refusal) in try queries.member(reference, for: viewer) }
        followed =
            request.mode == .following ? viewer.map { Set(queries.followedBy($0)) } : nil
        tastes = request.mode == .forYou ? viewer.map { Tastes($0, queries) } : nil
        reports = request.sort == .reported ? queries.reportsByTarget() : nil
    }

    /// First byte of this feed's keys.
    package var tag: UInt8 { tastes == nil ? sort.tag : Tastes.tag }

    /// Calls `body` with the candidates, in the feed's order, until it returns false. `wanted`: the number of items
    /// that the caller needs.
    package func read(after: Key?, wanted: Int?, _ body: (Key, FeedEntry) -> Bool) {
        if let recipes = narrowed() {
            replay(recipes.flatMap(items), after: after, body)
        } else if let followed, sort.hasReposts {
            guard let rest = walk(for: followed, after: after, body) else { return }
            read(byAll: followed, after: rest, wanted: wanted, body)
        } else if let followed {
            replay(followed.flatMap(recipes).flatMap(items), after: after, body)
        } else if let tastes {
            read(by: tastes, after: after, body)
        } else {
            let prefix = Key([sort.tag])
            queries.snapshot.scan(
                queries.views.recipes.feeds, prefix: prefix, from: after, reversed: sort == .oldest
            ) { key, entry in
                key == after || body(key, entry)
            }
        }
    }

    /// Whether the viewer may see the recipe, without regard to the filters.
    package func isShown(_ recipe: Position) -> Bool { shown(RecipeID(recipe)).map { isVisible($0.author) } ?? false }

    /// The item of an entry; `nil` if it does not belong to this feed.
    package func found(_ id: Position, _ entry: FeedEntry) -> FeedFinding? {
        switch entry {
        case .recipe:
            let recipe = RecipeID(id)
            guard matchesFilter(recipe), let row = shown(recipe), belongs(row.author), isInTime(row.postedAt),
                matches(recipe, row)
            else { return nil }
            return FeedFinding(recipe: recipe, recipeRow: row, repost: nil)
        case .repost:
            guard let row = queries.snapshot.get(queries.views.recipes.reposts, Key(id.value)),
                row.lifecycle == .living, isVisible(row.member), belongs(row.member), isInTime(row.at),
                matchesFilter(row.recipe), let recipeRow = shown(row.recipe), matches(row.recipe, recipeRow)
            else { return nil }
            return FeedFinding(recipe: row.recipe, recipeRow: recipeRow, repost: row)
        }
    }

    private func shown(_ recipe: RecipeID) -> RecipeRow? {
        guard let row = queries.snapshot.get(queries.views.recipes.rows, Key(recipe.value)), row.isShown else {
            return nil
        }
        return row
    }

    private func matches(_ recipe: RecipeID, _ row: RecipeRow) -> Bool {
        guard isVisible(row.author), author == nil || author == row.author else { return false }
        if let likedBy, queries.opinion(of: likedBy, on: recipe).likedAt == nil { return false }
        if request.isBookmarked, let viewer, queries.opinion(of: viewer, on: recipe).bookmarkedAt == nil {
            return false
        }
        return true
    }

    /// Evaluated first: a filter may have to reject many recipes to find a few.
    private func matchesFilter(_ recipe: RecipeID) -> Bool {
        if filter.isOpen { return true }
        return queries.snapshot.read(queries.views.recipes.facets, Key(recipe.value)) { bytes throws(MalformedRow) in
            try filter.matches(try StoredFacets(bytes: bytes))
        } ?? false
    }

    private func isVisible(_ member: MemberID) -> Bool {
        !queries.isHidden(member) && !queries.isApart(member, from: viewer)
    }

    private func belongs(_ member: MemberID) -> Bool { followed?.contains(member) ?? true }

    private func isInTime(_ time: Timestamp) -> Bool {
        if let since = request.since, time < since { return false }
        if let until = request.until, time >= until { return false }
        return true
    }
}

// MARK: - What may be in the feed

extension FeedReader {
    /// The recipes that an index selects for the feed; `nil` if no index does.
    package func narrowed() -> [RecipeID]? {
        // What is no recipe has no row among the recipes, and drops out with the deleted ones.
        if let reports { return reports.keys.map { RecipeID($0) } }
        if let author { return recipes(by: author) }
        if request.isBookmarked, let viewer { return listed(queries.views.recipes.bookmarked, viewer) }
        if let likedBy { return listed(queries.views.recipes.liked, likedBy) }
        return filter.ranges.compactMap(recipes).min { $0.count < $1.count }
    }

    /// Up to this number of recipes, sorting all of them is faster than scanning an order for a page of them.
    private static let narrowMax = 1_000

    /// The recipes in any of these ranges; `nil` if they are too many.
    private func recipes(in ranges: [FacetKeys.Range]) -> [RecipeID]? {
        var found: Set<RecipeID> = []
        for range in ranges {
            queries.snapshot.scan(queries.views.recipes.byFacet, from: range.lower, to: range.upper) { key, _ in
                found.insert(RecipeID(FacetKeys.recipe(endOf: key)))
                return found.count <= Self.narrowMax
            }
            if found.count > Self.narrowMax { return nil }
        }
        return Array(found)
    }

    private func listed(_ table: ViewTable<Entry>, _ member: MemberID) -> [RecipeID] {
        var recipes: [RecipeID] = []
        queries.snapshot.scan(table, prefix: Key(member.value)) { key, _ in
            recipes.append(RecipeID(RecipesView.position(endOf: key)))
            return true
        }
        return recipes
    }

    private func recipes(by author: MemberID) -> [RecipeID] {
        var recipes: [RecipeID] = []
        queries.snapshot.scan(queries.views.recipes.feedsOfMembers, prefix: Key(author.value)) { key, entry in
            if entry == .recipe { recipes.append(RecipeID(FeedSort.id(endOf: key))) }
            return true
        }
        return recipes
    }

    /// Scans the hot order only as far as needed: tastes raise a recipe's rank by a bounded amount.
    private func read(by tastes: Tastes, after: Key?, _ body: (Key, FeedEntry) -> Bool) {
        // In the feed's order, best first.
        var waiting: [Key] = []
        var isEnded = false
        // A candidate behind the cursor is not better than the cursor, and so not hotter.
        let start = after.map { Key([FeedSort.hot.tag]).appending(descending: FeedSort.rank(of: $0)) }
        queries.snapshot.scan(queries.views.recipes.feeds, prefix: Key([FeedSort.hot.tag]), from: start) { hotKey, _ in
            let recipe = RecipeID(FeedSort.id(endOf: hotKey))
            if let recipeRow = shown(recipe) {
                let key = tastes.key(recipeRow, recipe)
                if after.map({ key > $0 }) ?? true {
                    waiting.insert(key, at: waiting.indices.partitioningIndex { waiting[$0] >= key })
                }
            }
            let reachable = FeedSort.rank(of: hotKey) + tastes.liftMax
            let sure = waiting.prefix { FeedSort.rank(of: $0) > reachable }
            for key in sure where !isEnded { isEnded = !body(key, .recipe) }
            waiting.removeFirst(sure.count)
            return !isEnded
        }
        for key in waiting where !isEnded { isEnded = !body(key, .recipe) }
    }

    /// A recipe and, if the order includes them, its reposts, each with its key in that order.
    private func items(_ recipe: RecipeID) -> [(Key, FeedEntry)] {
        guard let recipeRow = shown(recipe) else { return [] }
        if let tastes { return [(tastes.key(recipeRow, recipe), .recipe)] }
        if let reports {
            let rank = reports[recipe.position] ?? 0
            return [(sort.key(rank: rank, at: recipeRow.postedAt, recipe.position), .recipe)]
        }
        var items: [(Key, FeedEntry)] = [(sort.key(recipeRow, recipe), .recipe)]
        guard sort.hasReposts else { return items }
        queries.snapshot.scan(queries.views.recipes.repostsOf, prefix: Key(recipe.value)) { key, _ in
            let id = RecipesView.position(endOf: key)
            if let row = queries.snapshot.get(queries.views.recipes.reposts, Key(id.value)) {
                items.append((sort.key(row, id), .repost))
            }
            return true
        }
        return items
    }

    /// Scans the feed of all members for the entries of some. If these members wrote a large part of it, a page takes fewer
    /// and cheaper steps than merging one list for each member. The scan ends after as many steps as there are members,
    /// and returns the key that it reached; `nil` if no more entries are wanted, or there are none.
    private func walk(for members: Set<MemberID>, after: Key?, _ body: (Key, FeedEntry) -> Bool) -> Key? {
        guard !members.isEmpty else { return nil }
        var stepsLeft = members.count
        var end: Key?
        queries.snapshot.scan(
            queries.views.recipes.feeds, prefix: Key([sort.tag]), from: after, reversed: sort == .oldest
        ) { key, entry in
            guard key != after else { return true }
            let isByThem = member(of: entry, FeedSort.id(endOf: key)).map(members.contains) ?? false
            if isByThem, !body(key, entry) { return false }
            stepsLeft -= 1
            if stepsLeft == 0 { end = key }
            return end == nil
        }
        return end
    }

    /// The member who posted the item.
    private func member(of entry: FeedEntry, _ id: Position) -> MemberID? {
        switch entry {
        case .recipe:
            queries.snapshot.read(queries.views.recipes.rows, Key(id.value)) { bytes throws(MalformedRow) in
                try RecipeRow.author(stored: bytes)
            }
        case .repost: queries.snapshot.get(queries.views.recipes.reposts, Key(id.value))?.member
        }
    }

    /// Merges the members' own lists, which are in the feed's order. A few entries of each list mostly suffice: no
    /// entry is missing before the first place at which one of these lists was truncated. From there on more entries
    /// are read.
    private func read(
        byAll members: Set<MemberID>, after: Key?, wanted: Int?, _ body: (Key, FeedEntry) -> Bool
    ) {
        var after = after
        var count = wanted.map { max(4, 2 * $0 / max(members.count, 1)) } ?? .max
        while true {
            var items: [(Key, FeedEntry)] = []
            var horizon: Key?
            for member in members {
                let next = next(of: member, after: after, count)
                items += next
                guard next.count == count, let last = next.last?.0 else { continue }
                horizon = horizon.map { precedes(last, $0) ? last : $0 } ?? last
            }
            for (key, entry) in items.sorted(by: { precedes($0.0, $1.0) }) {
                if let horizon, precedes(horizon, key) { break }
                guard body(key, entry) else { return }
            }
            guard let horizon else { return }
            after = horizon
            count = count > .max / 2 ? .max : 2 * count
        }
    }

    /// One member's next recipes and reposts, at most `count`, before any filter.
    private func next(of member: MemberID, after: Key?, _ count: Int) -> [(Key, FeedEntry)] {
        var items: [(Key, FeedEntry)] = []
        // The time and id that end both keys.
        let from = after.map { Key(member.value).appending($0.uint64(at: 9)).appending($0.uint64(at: 17)) }
        queries.snapshot.scan(
            queries.views.recipes.feedsOfMembers, prefix: Key(member.value), from: from, reversed: sort == .oldest
        ) { key, entry in
            guard key != from else { return true }
            let time = Timestamp(microseconds: key.descendingInt64(at: 8))
            items.append((sort.key(rank: 0, at: time, FeedSort.id(endOf: key)), entry))
            return items.count < count
        }
        return items
    }

    /// Whether an item precedes another in the feed.
    private func precedes(_ a: Key, _ b: Key) -> Bool { sort == .oldest ? b < a : a < b }

    private func replay(_ items: [(Key, FeedEntry)], after: Key?, _ body: (Key, FeedEntry) -> Bool) {
        for (key, entry) in items.sorted(by: { precedes($0.0, $1.0) }) {
            if let after, !precedes(after, key) { continue }
            guard body(key, entry) else { return }
        }
    }
}
