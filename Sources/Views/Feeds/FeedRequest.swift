package import Events
package import Layout

/// Whose recipes a feed shows. Its raw value is how people write it.
package enum FeedMode: String, CaseIterable, Sendable {
    case everyone, following
    case forYou = "for-you"
}

package enum Difficulty: String, CaseIterable, Sendable {
    case easy, intermediate, hard

    /// As payloads and facets store it.
    var number: UInt8 {
        switch self {
        case .easy: 1
        case .intermediate: 2
        case .hard: 3
        }
    }
}

/// Which feed, in which order, and what of it. All filters must hold, and all are about the recipe that an item shows;
/// a repost's own time counts for `since` and `until`.
package struct FeedRequest: Hashable, Sendable {
    package var mode = FeedMode.everyone
    /// Nil: newest first, or what suits the mode.
    package var sort: FeedSort?
    package var difficulty: Difficulty?
    /// Recipes of unknown duration do not match; nor those of unknown servings the next one.
    package var maxMinutes: UInt64?
    package var minServings: UInt64?
    /// All of them must be there, whatever their case.
    package var tags: [String] = []
    /// One of them must be there, where there are any.
    package var anyTags: [String] = []
    package var cuisine: String?
    package var course: String?
    /// Each must be answered with yes.
    package var diets: [Diet] = []
    /// Each must be contained in some ingredient's name.
    package var withIngredients: [String] = []
    /// None may be an ingredient's name.
    package var withoutIngredients: [String] = []
    package var author: Reference?
    /// By the viewer.
    package var isBookmarked = false
    package var likedBy: Reference?
    /// From this instant on.
    package var since: Timestamp?
    /// Before this instant.
    package var until: Timestamp?

    package init() {}

    /// Four bytes that stand for the whole request, the same in every process.
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
