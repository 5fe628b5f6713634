package import Events
package import Layout

/// The result of an import or a bulk submission. Its JSON is the output of `submit --json` and `import --json`.
package struct ImportReport: Hashable, Sendable, Encodable {
    /// The log's head at the end. During the work: the newest position of an event that was found or appended.
    package var position = Position.none
    /// The number of rows, lines, recipes or other items read.
    package var read = 0
    /// Events appended, by kind.
    package var appendedByKind: [String: Int] = [:]
    /// Commands that changed nothing.
    package var unchanged = 0
    /// Unchanged recipes that were deleted since they were posted.
    package var lost = 0
    /// Members with an e-mail that belongs to another member.
    package var sharedEmails = 0
    /// Members who can log in with the password of the app that they come from, and could not before this import; `nil` where
    /// no passwords were found.
    package var passwords: Int?
    /// Rows and recipes refused by reason, or lines refused by code.
    package var refused: [String: Int] = [:]
    /// Refused commands of accepted rows, by code: the community differs from the files.
    package var refusedCommands: [String: Int] = [:]
    package var seconds = 0.0
    /// Food.com only: rows dated before their recipe, and recipes with unknown minutes.
    package var redated: Int?
    package var minutesOutOfRange: Int?
    /// Pictures that were fetched and stored, and those that could not be; `nil`: none were looked for.
    package var picturesFetched: Int?
    package var picturesUnfetched: Int?
    /// The line or row that ended a strict submission.
    package var stoppedAt: Int?
    /// Imported recipes in the order of the input, those that were posted before included.
    package var recipes: [ImportedRecipe]?
    /// The members of an imported community.
    package var members: [ImportedMember]?
    /// `true`: a rehearsal. Nothing was appended; the numbers say what would have been.
    package var dryRun: Bool?

    package init() {}

    package var appended: Int { appendedByKind.values.reduce(0, +) }

    /// Counts the outcome of a command.
    package mutating func count(_ outcome: Outcome) {
        position = max(position, outcome.position)
        if outcome.changed { appendedByKind[outcome.kind.name, default: 0] += 1 } else { unchanged += 1 }
        if outcome.loss != nil { lost += 1 }
        if outcome.emailHolder != nil { sharedEmails += 1 }
    }

    private enum CodingKeys: String, CodingKey {
        case position, read, appended, appendedByKind, unchanged, lost, sharedEmails, passwords, refused,
            refusedCommands
        case seconds, redated, minutesOutOfRange, picturesFetched, picturesUnfetched, stoppedAt, members, recipes
        case dryRun
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(position.value, forKey: .position)
        try container.encode(read, forKey: .read)
        try container.encode(appended, forKey: .appended)
        try container.encode(appendedByKind, forKey: .appendedByKind)
        try container.encode(unchanged, forKey: .unchanged)
        if lost > 0 { try container.encode(lost, forKey: .lost) }
        if sharedEmails > 0 { try container.encode(sharedEmails, forKey: .sharedEmails) }
        try container.encodeIfPresent(passwords, forKey: .passwords)
        try container.encode(refused, forKey: .refused)
        if !refusedCommands.isEmpty { try container.encode(refusedCommands, forKey: .refusedCommands) }
        try container.encode(seconds, forKey: .seconds)
        try container.encodeIfPresent(redated, forKey: .redated)
        try container.encodeIfPresent(minutesOutOfRange, forKey: .minutesOutOfRange)
        try container.encodeIfPresent(picturesFetched, forKey: .picturesFetched)
        try container.encodeIfPresent(picturesUnfetched, forKey: .picturesUnfetched)
        try container.encodeIfPresent(stoppedAt, forKey: .stoppedAt)
        try container.encodeIfPresent(members, forKey: .members)
        try container.encodeIfPresent(recipes, forKey: .recipes)
        try container.encodeIfPresent(dryRun, forKey: .dryRun)
    }
}

extension Duration {
    /// In seconds, to the millisecond.
    package var roundedSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds * 1000 + attoseconds / 1_000_000_000_000_000) / 1000
    }
}

/// A recipe that this import posted, or found posted by an earlier one.
package struct ImportedRecipe: Hashable, Sendable, Encodable {
    /// `nil` in a rehearsal for a recipe that is not posted yet.
    package var id: String?
    package var title: String
    /// The file or page, and the recipe's place in it.
    package var from: String
    package var appended: Bool
    /// The changes that make it fit the limits.
    package var changes: [String]?
    /// Why a recipe that was posted no longer exists.
    package var lost: String?
    /// `true`: it had changed at its source, and was edited here.
    package var updated: Bool?

    package init(
        id: String?, title: String, from: String, appended: Bool, changes: [String]? = nil, lost: String? = nil
    ) {
        self.id = id
        self.title = title
        self.from = from
        self.appended = appended
        self.changes = changes
        self.lost = lost
    }
}

/// A member whom this import registered, or found registered by an earlier one.
package struct ImportedMember: Hashable, Sendable, Encodable {
    /// `nil` in a rehearsal for a member who is not registered yet.
    package var id: String?
    package var username: String
    package var from: String
    package var appended: Bool
    /// The changes that make the profile fit the limits, that of the username included.
    package var changes: [String]?
    /// `true`: the profile had changed at its source, and was changed here.
    package var updated: Bool?

    package init(id: String?, username: String, from: String, appended: Bool, changes: [String]? = nil) {
        self.id = id
        self.username = username
        self.from = from
        self.appended = appended
        self.changes = changes
    }
}
