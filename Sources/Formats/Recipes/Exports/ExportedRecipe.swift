import CloudEvents
package import Events

/// A recipe as it leaves the community: what it says, who wrote it, and what people made of it.
package struct ExportedRecipe: Hashable, Sendable {
    /// `r12`.
    package var id: String
    /// Of the log that the id is a position of.
    package var logID: String
    package var content: ProtoRecipeContent
    package var authorName: String
    package var authorUsername: String
    package var postedAt: Timestamp
    package var editedAt: Timestamp?
    package var likes: Int64 = 0
    package var comments: Int64 = 0
    /// Of 1 to 5 stars; nil while it has no rating.
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

    /// A file's name without its ending: of the title what every file system takes, and the id.
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

/// In which form recipes leave the community.
package enum ExportFormat: String, CaseIterable, Sendable {
    case jsonld, cooklang, markdown

    /// How its files end.
    package var fileEnding: String {
        switch self {
        case .jsonld: "jsonld"
        case .cooklang: "cook"
        case .markdown: "md"
        }
    }

    /// What it is called where types are told, such as by HTTP.
    package var mediaType: String {
        switch self {
        case .jsonld: "application/ld+json"
        case .cooklang: "text/plain"
        case .markdown: "text/markdown"
        }
    }

    /// A file of its own, or for JSON-LD one line of many.
    package func text(_ recipe: ExportedRecipe, isLine: Bool = false) -> String {
        switch self {
        case .jsonld: SchemaRecipeWriter.document(recipe).text(isIndented: !isLine)
        case .cooklang: CooklangWriter.text(recipe.content)
        case .markdown: MarkdownWriter.text(recipe)
        }
    }
}
