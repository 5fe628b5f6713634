import Events

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
