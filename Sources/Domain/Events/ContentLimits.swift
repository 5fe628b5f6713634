import Foundation

/// The largest contents. The limits of texts count Unicode scalars of the stored form.
package enum ContentLimits {
    package static let title = 200
    package static let description = 10_000
    package static let step = 5_000
    package static let comment = 10_000
    package static let reason = 2_000
    package static let note = 2_000
    package static let quote = 2_000
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

    /// Any payload in its stored form.
    package static let payloadBytes = 256 << 10
    /// How far `occurredAt` may be ahead of the clock, because clocks differ.
    package static let aheadMicroseconds: Int64 = 5 * 60 * 1_000_000
}

/// Usernames: unique under Unicode case folding and NFKC, 2 to 30 letters, digits, `_`, `.`, `-`. Marks such as vowel signs
/// count as well.
package enum Username {
    /// In Unicode scalars of the normal form.
    package static let scalarRange = 2...30
    private static let writtenBytesMax = 1_024

    /// The form in which two spellings of one name are equal.
    package static func folded(_ username: String) -> String {
        // ASCII needs no tables, and most names are ASCII.
        if username.utf8.allSatisfy({ $0 < 0x80 }) { return username.lowercased() }
        // Lower case of upper case also folds what lower case alone keeps apart (ß and ss, σ and ς).
        return username.precomposedStringWithCompatibilityMapping.uppercased().lowercased()
            .precomposedStringWithCompatibilityMapping
    }

    package static func isWellFormed(_ username: String) -> Bool {
        // No normal form is that much shorter. Without this, a hostile text is normalized whole.
        guard username.utf8.count <= writtenBytesMax else { return false }
        let scalars = username.precomposedStringWithCompatibilityMapping.unicodeScalars
        guard scalarRange.contains(scalars.count) else { return false }
        return scalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
                || ["Mn", "Mc"].contains(scalar.properties.generalCategory.abbreviation)
                || scalar == "_" || scalar == "." || scalar == "-"
        }
    }
}

extension Unicode.GeneralCategory {
    fileprivate var abbreviation: String {
        switch self {
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        default: ""
        }
    }
}
