import CloudEvents
import Events

/// How far a search has come: what to ask for next, and what of the answers is wanted. It does no I/O.
package struct ServiceSearch: Sendable {
    /// So often one search asks at most.
    package static let pagesMax = 50

    package let service: any RecipeService
    package let words: String
    private var cursor: ServiceCursor
    /// Recipes that are still wanted: what cannot be posted is told, and does not count.
    private var left: Int
    /// Those that were found: one that comes again does not count either.
    private var found: Set<Origin> = []
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
        if let end = endOfWanted(items), end < items.endIndex {
            cursor.skipped = end
            isDone = true
            return Array(items[..<end])
        }
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

    /// Behind the last that is wanted; nil: more are than these.
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

/// Where a search goes on.
package struct ServiceCursor: Hashable, Sendable {
    /// Recipes of the page that were shown before.
    package var skipped = 0
    /// What the page is asked for with; nil: the first.
    package var page: String?

    private static let pageBytesMax = 1_000

    package init(skipped: Int = 0, page: String? = nil) {
        self.skipped = skipped
        self.page = page
    }

    /// Visible ASCII that is not too long.
    static func mayHold(_ page: String) -> Bool {
        (1...pageBytesMax).contains(page.utf8.count) && page.isVisibleASCII
    }

    /// For that search and no other.
    package func bytes(of service: any RecipeService, _ words: String) -> [UInt8] {
        Self.mark(service, words) + Array("\(skipped) \(page ?? "")".utf8)
    }

    /// Nil for what is none of that search.
    package init?(_ bytes: [UInt8], of service: any RecipeService, _ words: String) {
        let mark = Self.mark(service, words)
        guard bytes.starts(with: mark) else { return nil }
        let parts = String(decoding: bytes.dropFirst(mark.count), as: UTF8.self)
            .split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let skipped = Int(parts[0]), skipped >= 0 else { return nil }
        guard parts[1].isEmpty || Self.mayHold(parts[1]) else { return nil }
        self.init(skipped: skipped, page: parts[1].isEmpty ? nil : parts[1])
    }

    /// Another search has another one.
    private static func mark(_ service: any RecipeService, _ words: String) -> [UInt8] {
        Array(Origin.digest(Array("\(type(of: service).source) \(words)".utf8)).utf8.suffix(8))
    }
}

extension String {
    /// Whether all of it may stand in a URL's query or a header: ASCII, without blanks and controls.
    package var isVisibleASCII: Bool { utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}
