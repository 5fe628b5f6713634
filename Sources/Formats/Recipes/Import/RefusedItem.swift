/// Why something that was to be taken in is refused before anybody decides about it; the names are the report's.
package enum ImportRefusal: String, Hashable, Sendable, CaseIterable {
    case recipeWithoutTitle = "recipe-without-title"
    /// Neither ingredient nor step, or beyond a limit that cutting cannot mend.
    case invalid
    /// No text of the format that it should be.
    case unreadable
    case tooLong = "too-long"
    /// A file or page that holds none.
    case noRecipe = "no-recipe"
    /// A recipe that was asked for by its id.
    case notFound = "not-found"
    /// A page that could not be fetched.
    case unreachable
    /// A page that must not be fetched.
    case forbidden
    /// Whose it is, or whom it is about, is not among what is taken in.
    case unknownMember = "unknown-member"
    case unknownRecipe = "unknown-recipe"
    case unknownComment = "unknown-comment"
    /// What not everybody may read where it comes from: here everybody could.
    case notPublic = "not-public"
}

/// What is not taken in, and why.
package struct RefusedItem: Error, Hashable, Sendable, CustomStringConvertible {
    package var place: String
    package var reason: ImportRefusal
    package var message: String

    package init(place: String, reason: ImportRefusal, message: String) {
        self.place = place
        self.reason = reason
        self.message = message
    }

    /// As reports have it.
    package var description: String { "\(place): \(reason.rawValue): \(message)" }
}
