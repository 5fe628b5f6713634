import Crypto
package import Events

/// A recipe as some outside format tells it, not yet held against the domain's limits.
package struct FoundRecipe: Hashable, Sendable {
    /// Where it stands, for the reader of the report: `soup.html`, `book.json: recipe 3`.
    package var place: String
    /// As found: text may be too long, rows blank, numbers out of range, addresses none.
    package var content: ProtoRecipeContent
    /// The source of the origin, within which `id` is unique: a host, an application, a format.
    package var source: String
    /// What it is called there for ever; nil: nothing but what it says tells it from others.
    package var id: String?
    package var occurredAt: Timestamp?
    /// What its reader dropped, changed or had to guess: one clause each, for the report.
    package var notes: [String]

    package init(
        place: String, content: ProtoRecipeContent, source: String, id: String?, occurredAt: Timestamp? = nil,
        notes: [String] = []
    ) {
        self.place = place
        self.content = content
        self.source = source
        self.id = id
        self.occurredAt = occurredAt
        self.notes = notes
    }
}

/// What a reader of recipes finds, in its order.
package enum FoundItem: Hashable, Sendable {
    case recipe(FoundRecipe)
    case refused(RefusedItem)
}

/// Why an item is rejected before it is decided about; the names are the report's.
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
    /// Its member is not among the members of the import.
    case unknownMember = "unknown-member"
    case unknownRecipe = "unknown-recipe"
    case unknownComment = "unknown-comment"
    /// What not everybody may read where it comes from: here everybody could.
    case notPublic = "not-public"
}

/// An item that is not imported, and why.
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

/// A recipe from outside as it would be posted: within the domain's limits, and with the name under which it is known for ever.
package struct NamedRecipe: Hashable, Sendable {
    package let origin: Origin
    package let content: ProtoRecipeContent
    /// What had to be changed, dropped or guessed: one clause each.
    package let notes: [String]

    /// Refuses what cannot be posted.
    package init(_ found: FoundRecipe) throws(RefusedItem) {
        let fitted = try FittedRecipe(found.content, place: found.place)
        origin = Origin(source: found.source, id: found.id, content: fitted.content)
        content = fitted.content
        notes = found.notes + fitted.notes
    }
}

extension Origin {
    /// Parts of an origin have at most so many bytes.
    private static let partBytesMax = 255

    /// Of a recipe from outside: what its source calls it, else a digest of `content`. So the same recipe is found again for
    /// ever, and a file without names that is changed holds another recipe. Parts that are too long stand as their digests.
    init(source: String, id: String?, content: ProtoRecipeContent) {
        let id = id.flatMap { $0.isEmpty ? nil : $0 } ?? Self.digest(Payload.recipe(content).storedBytes)
        self.init(fitting: source, id)
    }

    /// Parts that are too long stand as their digests.
    package init(fitting source: String, _ id: String) { self.init(source: Self.part(source), id: Self.part(id)) }

    private static func part(_ text: String) -> String {
        text.utf8.count <= partBytesMax ? text : digest(Array(text.utf8))
    }

    package static func digest(_ bytes: [UInt8]) -> String {
        let hexadecimal = SHA256.hash(data: bytes).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }
        return "sha256:" + hexadecimal.joined()
    }
}
