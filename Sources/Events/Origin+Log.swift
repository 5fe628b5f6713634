package import Layout

/// Recipes that have left a log, under the names that they take along.
extension Origin {
    private static let logSourcePrefix = "larder:"

    /// Who vouches for the ids of a log, by the log's id in hexadecimal.
    package static func source(ofLog logID: String) -> String { logSourcePrefix + logID }

    /// Whether ids of that source are those of some log.
    package static func isOfLog(_ source: String) -> Bool { source.hasPrefix(logSourcePrefix) }

    /// The recipe of a log that this names, and the log; nil for what comes from elsewhere.
    package var recipeOfLog: (logID: String, recipe: RecipeID)? {
        guard Self.isOfLog(source), case .position(let position, "r")? = Reference(id) else { return nil }
        return (String(source.dropFirst(Self.logSourcePrefix.count)), RecipeID(position))
    }
}
