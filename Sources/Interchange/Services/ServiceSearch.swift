/// How far a search has come: what to ask for next, and what of the answers is wanted. It asks nobody itself.
package struct ServiceSearch: Sendable {
    /// So often one search asks at most.
    package static let pagesMax = 50

    package let service: any RecipeService
    package let words: String
    private var cursor: ServiceCursor
    /// Recipes that are still wanted.
    private var left: Int
    private var asked: Set<String?> = []
    private var isDone = false

    /// `limit`: recipes that are wanted, 0 = all.
    package init(_ service: any RecipeService, words: String, limit: Int, after cursor: ServiceCursor? = nil) {
        self.service = service
        self.words = words
        self.cursor = cursor ?? ServiceCursor()
        left = limit == 0 ? .max : limit
    }

    /// What to ask for; nil: there is nothing more, or nothing more is wanted.
    package var request: ServiceRequest? { isDone ? nil : service.search(words, page: cursor.page) }

    /// Where the rest begins; nil: there is none. It means something when there is no further request.
    package var rest: ServiceCursor? { isAtEnd ? nil : cursor }
    private var isAtEnd = false

    /// Takes the answer to the request. Gives what is wanted of it.
    package mutating func take(_ bytes: [UInt8], place: String) throws(RefusedItem) -> [FoundItem] {
        let page = try service.page(in: bytes, place: place)
        asked.insert(cursor.page)
        let items = page.items.dropFirst(cursor.skipped)
        guard items.count <= left else {
            cursor.skipped += left
            isDone = true
            return Array(items.prefix(left))
        }
        left -= items.count
        guard let next = page.next else {
            (isDone, isAtEnd) = (true, true)
            return Array(items)
        }
        // Who says that a page is followed by one before it would be asked for ever.
        guard ServiceCursor.mayHold(next), !service.secrets.contains(next), !asked.contains(next) else {
            (isDone, isAtEnd) = (true, true)
            let refused = RefusedItem(
                place: place, reason: .unreadable, message: "it goes on with a page that cannot be asked for")
            return Array(items) + [.refused(refused)]
        }
        cursor = ServiceCursor(skipped: 0, page: next)
        isDone = left == 0 || asked.count == Self.pagesMax
        return Array(items)
    }
}
