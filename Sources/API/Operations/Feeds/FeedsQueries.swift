import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Queries {
    /// A page of recipes and reposts. Banned and deleted members' are left out, and those of anybody whom the viewer
    /// blocks or is blocked by. `following`, `for-you` and `bookmarked` need a viewer.
    ///
    /// Reads on in the order asked for until the page is full; by author, bookmark or like, only those recipes.
    package func feed(_ request: FeedRequest, page: Page, viewer: MemberID?) throws(Refusal) -> FeedAnswer {
        let reader = try FeedReader(request, viewer: viewer, self)
        // A cursor goes on in its own feed only: in another order, or with other filters, it would skip or repeat items.
        let mark = request.digest(viewer: viewer)
        let after = try page.key(beginningWith: Key([reader.tag]), byteCount: FeedSort.keyBytes + mark.count, mark)
        var contents = PageContents<FeedItem>(page)
        reader.read(after: after, wanted: page.limit == 0 ? nil : min(page.limit, .max - 1) + 1) { key, entry in
            guard let item = reader.item(FeedSort.id(endOf: key), entry) else { return true }
            return contents.add(item, cursor: key.bytes + mark)
        }
        return FeedAnswer(position: snapshot.position.value, items: contents.items, next: contents.next)
    }
}
