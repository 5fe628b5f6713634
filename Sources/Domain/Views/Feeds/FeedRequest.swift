package import Events
package import Layout

/// The authors whose recipes a feed shows. The raw value is its name in requests.
package enum FeedMode: String, CaseIterable, Sendable {
    case everyone, following
    case forYou = "for-you"
}

package enum Difficulty: String, CaseIterable, Sendable {
    case easy, intermediate, hard

    /// The number in payloads and facets.
    var number: UInt8 {
        switch self {
        case .easy: 1
        case .intermediate: 2
        case .hard: 3
        }
    }
}

/// A request for a page of a feed. All filters must hold. They concern the recipe that an item shows, but `since` and
/// `until` concern a repost's own time.
package struct FeedRequest: Hashable, Sendable {
    package var mode = FeedMode.everyone
    /// `nil`: newest first, or the mode's default.
    package var sort: FeedSort?
    package var difficulty: Difficulty?
    /// Recipes of unknown duration do not match `maxMinutes`, and recipes of unknown servings do not match `servings`.
    package var maxMinutes: UInt64?
    package var minServings: UInt64?
    /// The recipe has all of these tags, compared case-insensitively.
    package var tags: [String] = []
    /// The recipe has at least one of these tags; empty: no condition.
    package var anyTags: [String] = []
    package var cuisine: String?
    package var course: String?
    /// The recipe suits all of these diets.
    package var diets: [Diet] = []
    /// Each occurs within the name of some ingredient.
    package var withIngredients: [String] = []
    /// None equals the name of an ingredient.
    package var withoutIngredients: [String] = []
    package var author: Reference?
    /// Only recipes that the viewer has bookmarked.
    package var isBookmarked = false
    package var likedBy: Reference?
    /// Inclusive.
    package var since: Timestamp?
    /// Exclusive.
    package var until: Timestamp?

    package init() {}

    /// A four-byte digest of the whole request, equal in every process.
    package func digest(viewer: MemberID?) -> [UInt8] {
        var writer = ByteWriter(capacity: 128)
        writer.write(mode.rawValue)
        writer.write(sort?.rawValue ?? "")
        writer.write(difficulty?.number ?? 0)
        for number in [maxMinutes, minServings] {
            writer.write(number != nil)
            writer.write(varint: number ?? 0)
        }
        for words in [tags, anyTags, diets.map(\.rawValue), withIngredients, withoutIngredients] {
            writer.write(texts: words)
        }
        for word in [cuisine, course, author?.description, likedBy?.description] {
            writer.write(word != nil)
            writer.write(word ?? "")
        }
        writer.write(isBookmarked)
        writer.write(ifPresent: since)
        writer.write(ifPresent: until)
        writer.write(varint: viewer?.value ?? 0)
        let checksum = CRC32C.checksum(writer.bytes)
        return stride(from: UInt32(0), to: 32, by: 8).map { UInt8(truncatingIfNeeded: checksum >> $0) }
    }
}
