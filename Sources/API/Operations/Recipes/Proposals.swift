import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Questions {
    static let proposals: [any AnyBinding] = [
        bind(API.trending) { input, viewer, queries in
            try queries.trending(page: input.page.page, viewer: viewer.member)
        },
        bind(API.becauseYouCooked) { input, viewer, queries in
            try queries.cooked(by: try viewer.required, showing: alsoLikedMax, page: input.page.page)
        },
    ]

    /// The number of proposed recipes for each cooked recipe.
    private static let alsoLikedMax = 5
}

extension Queries {
    /// Older recipes do not count. Their rank would be 0 for every score below 23 million.
    private static let trendingSecondsMax: Int64 = 21 * 86_400

    /// Trending recipes, the highest rank first; ties: the newer first, then the higher id. Ages count up to the time
    /// of the event at the answer's position, so that the answer can be repeated; further pages use the first page's
    /// time. O(recipes of three weeks).
    package func trending(page: Page, viewer: MemberID?) throws(Refusal) -> TrendingAnswer {
        let instant = try page.after.map { text throws(Refusal) in try Self.instant(in: text) } ?? positionTime
        let mark = Key().appending(instant.microseconds).bytes
        let after = try page.key(beginningWith: Key(), byteCount: 24 + mark.count, mark)
        let reader = try FeedReader(FeedRequest(), viewer: viewer, self)
        var ranked: [(key: Key, rank: Int64, id: RecipeID)] = []
        let oldest = instant.microseconds - Self.trendingSecondsMax * 1_000_000
        snapshot.scan(views.recipes.feeds, prefix: Key([FeedSort.newest.tag])) { key, entry in
            let id = FeedSort.id(endOf: key)
            let time = Timestamp(microseconds: key.descendingInt64(at: 9))
            guard time.microseconds >= oldest else { return false }
            guard entry == .recipe, let row = snapshot.get(views.recipes.rows, Key(id.value)) else { return true }
            let rank = Ranking.trending(score: row.counts.score, postedAt: time, at: instant)
            guard rank > 0, reader.isShown(id) else { return true }
            let place = Key().appending(descending: rank).appending(descending: time.microseconds).appending(
                descending: id.value)
            ranked.append((place, rank, RecipeID(id)))
            return true
        }
        var contents = PageContents<TrendingAnswer.Item>(page)
        for (key, rank, id) in ranked.sorted(by: { $0.key < $1.key }) where after.map({ $0 < key }) ?? true {
            guard let recipe = recipe(id, .listed, viewer: viewer) else { continue }
            guard contents.add(TrendingAnswer.Item(rank: rank, recipe: recipe), cursor: key.bytes + mark) else { break }
        }
        return TrendingAnswer(
            position: snapshot.position.value, at: instant.rfc3339, items: contents.items, next: contents.next)
    }

    /// When the event at the answer's position was recorded.
    private var positionTime: Timestamp {
        var time = Timestamp(microseconds: 0)
        log.forEachHeader(from: snapshot.position, through: snapshot.position) { header in
            time = header.recordedAt
            return false
        }
        return time
    }

    private static func instant(in cursor: String) throws(Refusal) -> Timestamp {
        let bytes = try Cursor.decode(cursor)
        guard bytes.count >= 8 else {
            throw Refusal(
                .invalid, "«\(cursor)» is a cursor of another list: pass the `next` value of this list", field: "after")
        }
        return Timestamp(microseconds: Key(Array(bytes.suffix(8))).int64(at: 0))
    }

    /// For each recipe that the member has cooked, up to `count` others that the same members like, and that the member
    /// has neither written nor liked nor cooked. A cooked recipe without such others is omitted.
    ///
    /// The order of the others is the cosine between the sets of likers, the greatest first; ties: more common likers,
    /// then the higher id. One common liker is not enough. O(cooked recipes × likers looked at × likes looked at).
    /// Source: Sarwar et al., Item-based collaborative filtering recommendation algorithms (WWW 2001).
    package func cooked(by member: MemberID, showing count: Int, page: Page) throws(Refusal) -> CookedAnswer {
        let reader = try FeedReader(FeedRequest(), viewer: member, self)
        let contents = try contents(
            of: page, in: views.recipes.cooked, prefix: Key(member.value), keyBytes: 24, reversed: true
        ) { key, _ -> CookedAnswer.Item? in
            let recipe = RecipeID(RecipesView.position(endOf: key))
            guard reader.isShown(recipe.position), let cooked = self.recipe(recipe, .listed, viewer: member) else {
                return nil
            }
            let others = alsoLiked(with: recipe, by: member, reader, showing: count)
            guard !others.isEmpty else { return nil }
            let time = Timestamp(microseconds: key.int64(at: 8))
            return CookedAnswer.Item(cooked: cooked, cookedAt: time.rfc3339, alsoLiked: others)
        }
        return CookedAnswer(position: snapshot.position.value, items: contents.items, next: contents.next)
    }

    /// Limits on the likers of a recipe, and on the likes of each of them. The latest count, so that a popular recipe
    /// costs no more.
    private static var likersMax: Int { 100 }
    private static var likesMax: Int { 50 }

    private func alsoLiked(
        with recipe: RecipeID, by member: MemberID, _ reader: FeedReader, showing count: Int
    ) -> [CookedAnswer.AlsoLiked] {
        var common: [Position: Int64] = [:]
        for liker in ends(of: views.recipes.likers, Key(recipe.value), max: Self.likersMax) {
            for liked in ends(of: views.recipes.liked, Key(liker.value), max: Self.likesMax) {
                common[liked, default: 0] += 1
            }
        }
        common[recipe.position] = nil
        var ranked: [(place: Key, id: RecipeID, likers: Int64)] = []
        for (id, likers) in common where likers > 1 {
            guard let row = snapshot.get(views.recipes.rows, Key(id.value)), row.author != member else { continue }
            let opinion = opinion(of: member, on: RecipeID(id))
            guard opinion.likedAt == nil, opinion.cookedAt == nil, reader.isShown(id) else { continue }
            // The square of the cosine without the number of the cooked recipe's likers, which is a common factor.
            let nearness = likers * likers * 1_000_000 / max(likers, row.counts.likes)
            let place = Key().appending(descending: nearness).appending(descending: likers)
                .appending(descending: id.value)
            ranked.append((place, RecipeID(id), likers))
        }
        ranked.sort { $0.place < $1.place }
        return ranked.prefix(count).compactMap { _, id, likers in
            self.recipe(id, .listed, viewer: member).map { CookedAnswer.AlsoLiked(likers: likers, recipe: $0) }
        }
    }

    /// The positions at the end of a table's latest keys.
    private func ends(of table: ViewTable<Entry>, _ prefix: Key, max: Int) -> [Position] {
        var ends: [Position] = []
        snapshot.scan(table, prefix: prefix, reversed: true) { key, _ in
            ends.append(RecipesView.position(endOf: key))
            return ends.count < max
        }
        return ends
    }
}
