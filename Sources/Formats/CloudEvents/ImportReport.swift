package import Events
package import Layout

/// What became of an import or a bulk submission; as JSON, the answer of `submit --json` and `import --json`.
package struct ImportReport: Hashable, Sendable, Encodable {
    /// The log's head when the work was done; until then the newest position that anything was found or appended at.
    package var position = Position.none
    /// Rows, lines, recipes, or whatever else a community holds.
    package var read = 0
    /// Events appended, by kind.
    package var appendedByKind: [String: Int] = [:]
    /// Events that already held.
    package var unchanged = 0
    /// Recipes among the unchanged that are not there any more.
    package var lost = 0
    /// Rows and recipes refused by reason, or lines refused by code.
    package var refused: [String: Int] = [:]
    /// Commands of accepted rows that were refused all the same, by code: the community differs from what the files
    /// say.
    package var refusedCommands: [String: Int] = [:]
    package var seconds = 0.0
    /// Food.com: rows dated before their recipe, and recipes whose minutes are unknown.
    package var redated: Int?
    package var minutesOutOfRange: Int?
    /// The line or row that ended a strict submission.
    package var stoppedAt: Int?
    /// Recipes from outside, in their order: those appended and those that were there.
    package var recipes: [ImportedRecipe]?
    /// Members whom a whole community brings along.
    package var members: [ImportedMember]?
    /// True: nothing was appended, this is what would have been.
    package var dryRun: Bool?

    package init() {}

    package var appended: Int { appendedByKind.values.reduce(0, +) }

    /// Counts what was decided.
    package mutating func count(_ outcome: Outcome) {
        position = max(position, outcome.position)
        if outcome.changed { appendedByKind[outcome.kind.name, default: 0] += 1 } else { unchanged += 1 }
        if outcome.loss != nil { lost += 1 }
    }

    private enum CodingKeys: String, CodingKey {
        case position, read, appended, appendedByKind, unchanged, lost, refused, refusedCommands, seconds, redated
        case minutesOutOfRange, stoppedAt, members, recipes, dryRun
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(position.value, forKey: .position)
        try container.encode(read, forKey: .read)
        try container.encode(appended, forKey: .appended)
        try container.encode(appendedByKind, forKey: .appendedByKind)
        try container.encode(unchanged, forKey: .unchanged)
        if lost > 0 { try container.encode(lost, forKey: .lost) }
        try container.encode(refused, forKey: .refused)
        if !refusedCommands.isEmpty { try container.encode(refusedCommands, forKey: .refusedCommands) }
        try container.encode(seconds, forKey: .seconds)
        try container.encodeIfPresent(redated, forKey: .redated)
        try container.encodeIfPresent(minutesOutOfRange, forKey: .minutesOutOfRange)
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

/// A recipe that an import has posted, or found posted already.
package struct ImportedRecipe: Hashable, Sendable, Encodable {
    /// Nil in a rehearsal for what is not there yet.
    package var id: String?
    package var title: String
    /// The file or page, and which of its recipes.
    package var from: String
    package var appended: Bool
    /// What had to be changed about it.
    package var changes: [String]?
    /// Why it is not there any more, although it was posted.
    package var lost: String?

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

/// A member whom an import has registered, or found registered already.
package struct ImportedMember: Hashable, Sendable, Encodable {
    /// Nil in a rehearsal for who is not there yet.
    package var id: String?
    package var username: String
    package var from: String
    package var appended: Bool
    /// What had to be changed about them, the username among it.
    package var changes: [String]?

    package init(id: String?, username: String, from: String, appended: Bool, changes: [String]? = nil) {
        self.id = id
        self.username = username
        self.from = from
        self.appended = appended
        self.changes = changes
    }
}
