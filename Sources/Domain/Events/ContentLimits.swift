/// The largest contents. The limits of texts count Unicode scalars of the stored form.
package enum ContentLimits {
    package static let title = 200
    package static let description = 10_000
    package static let step = 5_000
    package static let comment = 10_000
    package static let reason = 2_000
    package static let note = 2_000
    package static let quote = 2_000
    /// What an image shows.
    package static let imageText = 500
    /// A line of a shopping list.
    package static let item = 500
    /// A tag, cuisine, course or diet, and the number of them.
    package static let tag = 100
    package static let tags = 100
    /// The name of a member, cookbook, level or collection.
    package static let name = 100
    package static let bio = 2_000
    package static let email = 254
    package static let phone = 40
    /// A URL.
    package static let address = 2_048

    /// Preparation and cooking may take no time; the total time is at least a minute.
    package static let minutes: ClosedRange<UInt32> = 0...43_200
    package static let totalMinutes: ClosedRange<UInt32> = 1...43_200
    package static let servings: ClosedRange<UInt32> = 1...1_000

    /// Points that a member brings along.
    package static let carriedPoints: ClosedRange<UInt32> = 1...10_000_000
    /// Each count that a recipe brings along; at least one of them is above zero.
    package static let carriedCount: ClosedRange<UInt32> = 0...10_000_000

    /// Any payload in its stored form.
    package static let payloadBytes = 256 << 10
    /// How far `occurredAt` may be ahead of the clock, because clocks differ.
    package static let aheadMicroseconds: Int64 = 5 * 60 * 1_000_000
}
