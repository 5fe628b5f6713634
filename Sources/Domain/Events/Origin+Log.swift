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

/// What was asked of a service under a name that was made up so that it is done once.
extension Origin {
    /// Of commands that a member gives to a service at a terminal.
    package static let commandSource = "larder-command"

    /// Of what a member asks for under keys of their own.
    package static func source(ofRequestsBy member: MemberID) -> String { "larder/\(member)" }

    /// Whether a name as views show it says no more than that: no recipe is called by it.
    package static func isOfRequest(externalID: String) -> Bool {
        guard let colon = externalID.firstIndex(of: ":") else { return false }
        let parts = externalID[..<colon].split(separator: "/", omittingEmptySubsequences: false)
        if parts == [commandSource[...]] { return true }
        guard parts.count >= 2, parts[0] == "larder", case .position(_, "m")? = Reference(parts[1]) else {
            return false
        }
        return parts.count == 2 || parts.count == 3 && parts[2] == commandSource
    }
}
