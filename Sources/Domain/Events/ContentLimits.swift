import Foundation

/// What may be said at the most. Of texts these are Unicode scalars in the form in which they are stored.
package enum ContentLimits {
    package static let title = 200
    package static let description = 10_000
    package static let step = 5_000
    package static let comment = 10_000
    package static let reason = 2_000
    package static let note = 2_000
    package static let quote = 2_000
    /// Of a shopping list's line.
    package static let item = 500
    /// Of a tag, cuisine, course or diet, and how many of them there may be.
    package static let tag = 100
    package static let tags = 100
    /// Of a member, cookbook, level or collection.
    package static let name = 100
    package static let bio = 2_000
    package static let email = 254
    package static let phone = 40
    /// Of a URL.
    package static let address = 2_048

    /// Of preparing and of cooking; all of it together takes some time.
    package static let minutes: ClosedRange<UInt32> = 0...43_200
    package static let totalMinutes: ClosedRange<UInt32> = 1...43_200
    package static let servings: ClosedRange<UInt32> = 1...1_000

    /// Of any payload as it is stored.
    package static let payloadBytes = 256 << 10
    /// How far ahead of the clock an event may claim to have happened: clocks disagree.
    package static let aheadMicroseconds: Int64 = 5 * 60 * 1_000_000
}

/// Usernames: unique under Unicode case folding and NFKC, 2 to 30 of letters, digits, `_`, `.`, `-`.
package enum Username {
    /// The form under which two spellings are the same name.
    package static func folded(_ username: String) -> String {
        // Plain letters need no tables, and most names have no others.
        if username.utf8.allSatisfy({ $0 < 0x80 }) { return username.lowercased() }
        // Lower-casing after upper-casing folds what lower-casing alone keeps apart (ß and ss, σ and ς).
        return username.precomposedStringWithCompatibilityMapping.uppercased().lowercased()
            .precomposedStringWithCompatibilityMapping
    }

    package static func isWellFormed(_ username: String) -> Bool {
        let characters = username.precomposedStringWithCompatibilityMapping
        guard (2...30).contains(characters.count) else { return false }
        return characters.unicodeScalars.allSatisfy { scalar in
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
