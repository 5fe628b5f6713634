import Foundation

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
