import Crypto
package import Events

/// A recipe of an outside format, not yet checked against the domain's limits.
package struct FoundRecipe: Hashable, Sendable {
    /// Its place in the report: `soup.html`, `book.json: recipe 3`.
    package var place: String
    /// The content as found: text may be too long, rows blank, numbers out of range, addresses invalid.
    package var content: ProtoRecipeContent
    /// The source of the origin, within which `id` is unique: a host, an application, a format.
    package var source: String
    /// Its permanent id in the source; `nil` if only its content distinguishes it.
    package var id: String?
    package var occurredAt: Timestamp?
    /// Dropped, changed and guessed values, a clause for each, for the report.
    package var notes: [String]
    /// Pictures that the source holds itself, in the order of their places. They are dropped unless `keepingPictures` stores
    /// them.
    package var pictures: [PlacedPicture]
    /// Facts for which the content has no fields.
    package var facts: SourceFacts
    /// The heading of each ingredient where the source has one beside its lines; empty if it has none.
    package var sections: [String?]

    package init(
        place: String, content: ProtoRecipeContent, source: String, id: String?, occurredAt: Timestamp? = nil,
        notes: [String] = [], pictures: [PlacedPicture] = [], facts: SourceFacts = SourceFacts(),
        sections: [String?] = []
    ) {
        self.place = place
        self.content = content
        self.source = source
        self.id = id
        self.occurredAt = occurredAt
        self.notes = notes
        self.pictures = pictures
        self.facts = facts
        self.sections = sections
    }
}

extension ProtoRecipeContent {
    /// Remarks about rows that the source lacks. A recipe with neither is refused, so that it needs no remark.
    var missingRows: [String] {
        guard ingredients.isEmpty != steps.isEmpty else { return [] }
        return ["\(steps.isEmpty ? "steps" : "ingredients"): missing: the source has none"]
    }
}

/// An item that a reader of recipes finds.
package enum FoundItem: Hashable, Sendable {
    case recipe(FoundRecipe)
    case refused(RefusedItem)
}

/// Why an item is rejected before it is submitted. The raw values are the names in the report.
package enum ImportRefusal: String, Hashable, Sendable, CaseIterable {
    case recipeWithoutTitle = "recipe-without-title"
    /// It has neither ingredient nor step, or is beyond a limit to which nothing can be truncated.
    case invalid
    /// It is not of the expected format.
    case unreadable
    case tooLong = "too-long"
    /// A file or page without recipes.
    case noRecipe = "no-recipe"
    /// There is no recipe with the id that was asked for.
    case notFound = "not-found"
    /// The page could not be fetched.
    case unreachable
    /// The page must not be fetched.
    case forbidden
    /// Its member is not in the import.
    case unknownMember = "unknown-member"
    case unknownRecipe = "unknown-recipe"
    case unknownComment = "unknown-comment"
    /// It is not public in its source, and would be public here.
    case notPublic = "not-public"
    /// It has changed at its source and here since the last import.
    case conflict
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

    /// The line of the report.
    package var description: String { "\(place): \(reason.rawValue): \(message)" }
}

/// A recipe from outside as it would be posted: within the domain's limits, with its permanent origin.
package struct NamedRecipe: Hashable, Sendable {
    package let origin: Origin
    package let content: ProtoRecipeContent
    /// Changed, dropped and guessed values, a clause for each.
    package let notes: [String]

    /// Refuses a recipe that cannot be posted.
    package init(_ found: FoundRecipe) throws(RefusedItem) {
        let fitted = try FittedRecipe(found.content, place: found.place)
        origin = Origin(source: found.source, id: found.id, content: fitted.content)
        content = fitted.content
        let dropped = found.pictures.map { _ in
            "image: dropped, because it is a picture itself, in base64, and no address of one"
        }
        notes = dropped + found.notes + fitted.notes
    }
}

extension Origin {
    /// The longest part of an origin, in bytes.
    private static let partBytesMax = 255

    /// The origin of a recipe from outside: its id in the source, else a digest of `content`. A later import finds the recipe by
    /// it. A recipe without an id that is changed is another recipe. Parts that are too long are replaced by their digests.
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
