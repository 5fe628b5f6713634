import CloudEvents
import Events

/// A search in progress: its next request, and the items to keep from each answer. It does no I/O.
package struct ServiceSearch: Sendable {
    /// The maximum of requests of one search, if the caller names no smaller one.
    package static let pagesMax = 50

    package let service: any RecipeService
    package let words: String
    private var cursor: ServiceCursor
    /// The number of recipes still wanted. Recipes that cannot be posted are reported and do not count.
    private var left: Int
    /// The recipes found so far. A repeated one does not count.
    private var found: Set<Origin> = []
    private var asked: Set<String?> = []
    private var isDone = false
    private let pagesMax: Int

    /// `limit`: the number of recipes, 0 for all. `pagesMax`: the number of requests, after which the search ends with a rest.
    package init(
        _ service: any RecipeService, words: String, limit: Int, pagesMax: Int = Self.pagesMax,
        after cursor: ServiceCursor? = nil
    ) {
        self.service = service
        self.words = words
        self.pagesMax = pagesMax
        self.cursor = cursor ?? ServiceCursor()
        left = limit == 0 ? .max : limit
    }

    /// The next request; `nil` if the search is complete.
    package var request: ServiceRequest? { isDone ? nil : service.search(words, page: cursor.page) }

    /// The cursor of the rest; `nil` without a rest. Valid if `request` is `nil`.
    package var rest: ServiceCursor? { isAtEnd ? nil : cursor }
    private var isAtEnd = false

    /// Reads the answer to `request`, and returns the items to keep.
    package mutating func take(_ bytes: [UInt8], place: String) throws(RefusedItem) -> [FoundItem] {
        let page = try service.page(in: bytes, place: place)
        asked.insert(cursor.page)
        let items = page.items.dropFirst(cursor.skipped)
        if let end = endOfWanted(items), end < items.endIndex {
            cursor.skipped = end
            isDone = true
            return Array(items[..<end])
        }
        guard let next = page.next else {
            (isDone, isAtEnd) = (true, true)
            return Array(items)
        }
        // A service that names an earlier page as the next one would be asked for ever.
        guard ServiceCursor.mayHold(next), !service.secrets.contains(next), !asked.contains(next) else {
            (isDone, isAtEnd) = (true, true)
            let refused = RefusedItem(
                place: place, reason: .unreadable, message: "it goes on with a page that cannot be asked for")
            return Array(items) + [.refused(refused)]
        }
        cursor = ServiceCursor(skipped: 0, page: next)
        isDone = left == 0 || asked.count == pagesMax
        return Array(items)
    }

    /// The index after the last item that is wanted; `nil` if more items are wanted than the page has.
    private mutating func endOfWanted(_ items: ArraySlice<FoundItem>) -> Int? {
        for (index, item) in zip(items.indices, items) {
            // A recipe that cannot be posted is not counted; it is reported when it is imported.
            guard case .recipe(let recipe) = item, let named = try? NamedRecipe(recipe),
                found.insert(named.origin).inserted
            else { continue }
            left -= 1
            if left == 0 { return index + 1 }
        }
        return nil
    }
}

/// The place at which a search continues.
package struct ServiceCursor: Hashable, Sendable {
    /// The number of items of the page that were shown before.
    package var skipped = 0
    /// The value for the page; `nil` for the first.
    package var page: String?

    private static let pageBytesMax = 1_000

    package init(skipped: Int = 0, page: String? = nil) {
        self.skipped = skipped
        self.page = page
    }

    /// Whether a cursor may hold the value: visible ASCII, not too long.
    static func mayHold(_ page: String) -> Bool {
        (1...pageBytesMax).contains(page.utf8.count) && page.isVisibleASCII
    }

    /// The bytes of the cursor, which are valid for that search only.
    package func bytes(of service: any RecipeService, _ words: String) -> [UInt8] {
        Self.mark(service, words) + Array("\(skipped) \(page ?? "")".utf8)
    }

    /// `nil` for bytes that are no cursor of that search.
    package init?(_ bytes: [UInt8], of service: any RecipeService, _ words: String) {
        let mark = Self.mark(service, words)
        guard bytes.starts(with: mark) else { return nil }
        let parts = String(decoding: bytes.dropFirst(mark.count), as: UTF8.self)
            .split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let skipped = Int(parts[0]), skipped >= 0 else { return nil }
        guard parts[1].isEmpty || Self.mayHold(parts[1]) else { return nil }
        self.init(skipped: skipped, page: parts[1].isEmpty ? nil : parts[1])
    }

    /// The mark of a search: other services and words have other marks.
    private static func mark(_ service: any RecipeService, _ words: String) -> [UInt8] {
        Array(Origin.digest(Array("\(type(of: service).source) \(words)".utf8)).utf8.suffix(8))
    }
}

extension String {
    /// Whether a URL's query or a header may hold the text: ASCII, without blanks and control characters.
    package var isVisibleASCII: Bool { utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}
