import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Queries {
    /// A recipe that is older is out of the running, whatever its score below 23 million.
    private static let trendingSecondsMax: Int64 = 21 * 86_400

    /// What is rising, the highest rank first; ties: newer first, then the higher id. Ages are counted to the time of the event
    /// at the answer's position, and for further pages to that of the first page: so the answer can be had again. O(recipes of
    /// three weeks).
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
            throw Refusal(.invalid, "«\(cursor)» is a cursor of another list: pass on this list's next", field: "after")
        }
        return Timestamp(microseconds: Key(Array(bytes.suffix(8))).int64(at: 0))
    }
}
