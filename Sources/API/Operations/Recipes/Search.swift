import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Questions {
    static let search: [any AnyBinding] = [
        bind(API.search) { input, viewer, queries in
            try queries.search(
                SearchRequest(input.text, filter: try FeedRequest(input.filter)), page: input.page.page,
                viewer: viewer.member)
        }
    ]
}

extension Queries {
    /// Recipes and members whose texts match, the best first; a page of each. Recipes that feeds omit are omitted here
    /// too.
    ///
    /// While a client reads the pages, a match whose score does not change appears exactly once. New posts can change
    /// scores.
    package func search(_ request: SearchRequest, page: Page, viewer: MemberID?) throws(Refusal) -> SearchAnswer {
        guard let texts else {
            throw Refusal(.invalid, "this state of the views has no search index", remedy: .searchElsewhere)
        }
        let mark = request.digest(viewer: viewer)
        var cursor = try SearchCursor(page: page, mark: mark)
        let recipe = try findableRecipe(request.filter, viewer: viewer)
        let recipes = try matches(of: request.text, in: .recipes, texts, page, &cursor.recipes, recipe)
        var members: [MemberCard] = []
        if request.searchesMembers {
            members = try matches(of: request.text, in: .members, texts, page, &cursor.members) {
                findableMember(MemberID($0), viewer: viewer)
            }
        } else {
            cursor.members = .end
        }
        var answer = SearchAnswer(
            position: snapshot.position.value, recipes: recipes, members: members, next: cursor.text(mark: mark))
        let marks = try marks(of: request.text, in: answer, texts)
        if !marks.isEmpty { answer.matches = marks }
        if page.after == nil, page.limit != 0 {
            let nearest = try nearest(to: request, texts, viewer: viewer)
            if !nearest.isEmpty { answer.didYouMean = nearest }
        }
        return answer
    }

    /// Answers with a recipe as a search shows it; nil if the filter or the viewer's blocks omit it.
    private func findableRecipe(
        _ filter: FeedRequest, viewer: MemberID?
    ) throws(Refusal) -> (Position) -> RecipeDocument? {
        let reader = try FeedReader(filter, viewer: viewer, self)
        let among = reader.narrowed().map { Set($0) }
        return { id in
            if let among, !among.contains(RecipeID(id)) { return nil }
            return reader.item(id, .recipe)?.recipe
        }
    }

    private func findableMember(_ member: MemberID, viewer: MemberID?) -> MemberCard? {
        isHidden(member) || isApart(member, from: viewer) ? nil : memberCard(member)
    }

    /// Where the words stand in the texts that the answer shows.
    private func marks(
        of text: String, in answer: SearchAnswer, _ texts: any TextIndex
    ) throws(Refusal) -> [SearchMatch] {
        let ranges = try texts.ranges(of: text)
        var matches: [SearchMatch] = []
        func mark(_ shown: String, _ id: String, _ field: String, _ place: Int? = nil) {
            let found = ranges(shown).map {
                SearchMatch.TextRange(
                    start: $0.lowerBound.utf16Offset(in: shown), end: $0.upperBound.utf16Offset(in: shown))
            }
            if !found.isEmpty { matches.append(SearchMatch(id: id, field: field, place: place, ranges: found)) }
        }
        for recipe in answer.recipes {
            mark(recipe.title, recipe.id, "title")
            for (place, tag) in recipe.tags.enumerated() { mark(tag, recipe.id, "tags", place) }
            if let description = recipe.description { mark(description, recipe.id, "description") }
        }
        for member in answer.members {
            mark(member.username, member.id, "username")
            mark(member.name, member.id, "name")
        }
        return matches
    }

    /// Searches with the nearest words that find something for this viewer. So a suggestion says nothing about texts that
    /// are hidden from the viewer.
    private func nearest(
        to request: SearchRequest, _ texts: any TextIndex, viewer: MemberID?
    ) throws(Refusal) -> [String] {
        let recipe = try findableRecipe(request.filter, viewer: viewer)
        var found: [String] = []
        for text in try texts.nearest(to: request.text) {
            var (recipes, members) = (SearchCursor.Place.start, SearchCursor.Place.start)
            let first = try matches(of: text, in: .recipes, texts, Page(limit: 1), &recipes, recipe)
            if !first.isEmpty {
                found.append(text)
            } else if request.searchesMembers {
                let first = try matches(of: text, in: .members, texts, Page(limit: 1), &members) {
                    findableMember(MemberID($0), viewer: viewer)
                }
                if !first.isEmpty { found.append(text) }
            }
        }
        return found
    }

    /// The next items of one list. `place` advances to their end. `item` answers nil for a match that is omitted.
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

/// The words of a search, and the recipes that count.
package struct SearchRequest: Hashable, Sendable {
    /// Words, all of which must be there, and phrases in double quotes.
    package var text: String
    /// The filter of recipes; its mode and sort have no effect. With a filter only recipes are searched, because
    /// members have none of the filtered properties.
    package var filter: FeedRequest

    package init(_ text: String, filter: FeedRequest = FeedRequest()) {
        self.text = text
        self.filter = filter
    }

    var searchesMembers: Bool { filter == FeedRequest() }

    /// A digest of the whole request. It is equal in every process.
    func digest(viewer: MemberID?) -> [UInt8] {
        let checksum = CRC32C.checksum(Array(text.utf8))
        return filter.digest(viewer: viewer)
            + stride(from: UInt32(0), to: 32, by: 8).map { UInt8(truncatingIfNeeded: checksum >> $0) }
    }
}

/// The end of a page of search results, in both lists.
struct SearchCursor {
    /// The last item shown of one list.
    enum Place {
        case start
        case after(TextMatch)
        /// The whole list was shown.
        case end
    }

    var recipes = Place.start
    var members = Place.start

    init() {}

    init(page: Page, mark: [UInt8]) throws(Refusal) {
        guard let after = page.after else { return }
        let bytes = try Cursor.decode(after)
        let places = Array(bytes.dropLast(mark.count))
        guard places.count == 2 * Self.placeBytes, bytes.suffix(mark.count) == mark[...],
            let recipes = Self.place(places.prefix(Self.placeBytes)),
            let members = Self.place(places.suffix(Self.placeBytes))
        else {
            throw Refusal(
                .invalid, "«\(after)» is a cursor of another list: pass the `next` value of this list", field: "after")
        }
        (self.recipes, self.members) = (recipes, members)
    }

    /// `nil` when both lists were shown completely.
    func text(mark: [UInt8]) -> String? {
        if case .end = recipes, case .end = members { return nil }
        return Cursor.encode(Self.bytes(recipes) + Self.bytes(members) + mark)
    }

    private static let placeBytes = 17

    private static func bytes(_ place: Place) -> [UInt8] {
        switch place {
        case .start: Key(0).appending(0 as UInt64).appending(0 as UInt8).bytes
        case .after(let match): Key(match.score.bitPattern).appending(match.id.value).appending(match.tier).bytes
        case .end: Key(0).appending(0 as UInt64).appending(UInt8.max).bytes
        }
    }

    private static func place(_ bytes: some Collection<UInt8>) -> Place? {
        let key = Key(bytes)
        let score = Double(bitPattern: key.uint64(at: 0))
        switch Array(bytes).last {
        case 0?: return .start
        case UInt8.max?: return .end
        case let tier? where score.isFinite:
            return .after(TextMatch(id: Position(key.uint64(at: 8)), tier: tier, score: score))
        default: return nil
        }
    }
}
