import CloudEvents
package import Events

/// A recipe for an export: its content, its author, and its likes, ratings and comments as numbers.
package struct ExportedRecipe: Hashable, Sendable {
    /// The id, such as `r12`.
    package var id: String
    /// The id of the log in which `id` is a position.
    package var logID: String
    package var content: ProtoRecipeContent
    package var authorName: String
    package var authorUsername: String
    package var postedAt: Timestamp
    package var editedAt: Timestamp?
    package var likes: Int64 = 0
    package var comments: Int64 = 0
    /// The mean of 1 to 5 stars; `nil` without ratings.
    package var ratingAverage: Double?
    package var ratingCount: Int64 = 0

    package init(
        id: String, logID: String, content: ProtoRecipeContent, authorName: String, authorUsername: String,
        postedAt: Timestamp, editedAt: Timestamp? = nil
    ) {
        self.id = id
        self.logID = logID
        self.content = content
        self.authorName = authorName
        self.authorUsername = authorUsername
        self.postedAt = postedAt
        self.editedAt = editedAt
    }

    /// The name of its file without extension: the title in characters that every file system allows, and the id.
    package var fileName: String { Self.fileName(title: content.title, id: id) }

    package static func fileName(title: String, id: String) -> String {
        var slug = ""
        for scalar in title.lowercased().unicodeScalars {
            if slug.utf8.count >= slugBytesMax { break }
            let isKept = scalar.properties.isAlphabetic || scalar.properties.generalCategory == .decimalNumber
            if isKept {
                slug.unicodeScalars.append(scalar)
            } else if !slug.isEmpty, slug.last != "-" {
                slug.append("-")
            }
        }
        while slug.last == "-" { slug.removeLast() }
        return slug.isEmpty ? id : "\(slug)-\(id)"
    }

    private static let slugBytesMax = 80
}

/// The format of an export.
package enum ExportFormat: String, CaseIterable, Sendable {
    case jsonld, cooklang, markdown

    /// The extension of its files.
    package var fileEnding: String {
        switch self {
        case .jsonld: "jsonld"
        case .cooklang: "cook"
        case .markdown: "md"
        }
    }

    /// The media type, for HTTP.
    package var mediaType: String {
        switch self {
        case .jsonld: "application/ld+json"
        case .cooklang: "text/plain"
        case .markdown: "text/markdown"
        }
    }

    /// The recipe as a file of its own, or as one line of JSON-LD.
    package func text(_ recipe: ExportedRecipe, isLine: Bool = false) -> String {
        switch self {
        case .jsonld: SchemaRecipeWriter.document(recipe).text(isIndented: !isLine)
        case .cooklang: CooklangWriter.text(recipe.content)
        case .markdown: MarkdownWriter.text(recipe)
        }
    }
}
