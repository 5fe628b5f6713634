import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Queries {
    /// Recipes and members whose texts match, the best first; a page of each. Left out is whatever feeds leave out.
    ///
    /// A match whose score did not change appears exactly once while pages are read; what is posted meanwhile may move it.
    package func search(_ request: SearchRequest, page: Page, viewer: MemberID?) throws(Refusal) -> SearchAnswer {
        guard let texts else {
            throw Refusal(.invalid, "nothing is searched here", remedy: .searchElsewhere)
        }
        let mark = request.digest(viewer: viewer)
        var cursor = try SearchCursor(page: page, mark: mark)
        let reader = try FeedReader(request.filter, viewer: viewer, self)
        let among = reader.narrowed().map { Set($0) }
        let recipes = try matches(of: request.text, in: .recipes, texts, page, &cursor.recipes) {
            id -> RecipeDocument? in
            if let among, !among.contains(RecipeID(id)) { return nil }
            return reader.item(id, .recipe)?.recipe
        }
        var members: [MemberCard] = []
        if request.searchesMembers {
            members = try matches(of: request.text, in: .members, texts, page, &cursor.members) { id in
                let member = MemberID(id)
                return isHidden(member) || isApart(member, from: viewer) ? nil : memberCard(member)
            }
        } else {
            cursor.members = .end
        }
        return SearchAnswer(
            position: snapshot.position.value, recipes: recipes, members: members, next: cursor.text(mark: mark))
    }

    /// The next items of one list; `place` goes on to where they end. `item` answers nil for what is left out.
    private func matches<Item>(
        of text: String, in corpus: TextCorpus, _ texts: any TextIndex, _ page: Page,
        _ place: inout SearchCursor.Place, _ item: (Position) -> Item?
    ) throws(Refusal) -> [Item] {
        if case .end = place { return [] }
        let start = place
        var items: [Item] = []
        var last: TextMatch?
        var goesOn = false
        try texts.forEachMatch(of: text, in: corpus) { match in
            if case .after(let shown) = start, !shown.precedes(match) { return true }
            guard let item = item(match.id) else { return true }
            goesOn = page.limit != 0 && items.count == page.limit
            guard !goesOn else { return false }
            items.append(item)
            last = match
            return true
        }
        if !goesOn { place = .end } else if let last { place = .after(last) }
        return items
    }
}
