package import Events
import Layout

/// The limits of rules, and the one form in which they are stored.
package enum RulesCheck {
    static let pointsMax: Int32 = 1_000
    static let dailyCapMax: UInt32 = 1_000
    static let levelsMax = 50
    static let thresholdMax: UInt32 = 1_000_000_000
    static let weightMax = 1_000.0
    static let collectionsMax = 50

    /// Refuses the first wrong value, by its field. Puts awards into the order of their kinds.
    package static func normal(_ given: ProtoRules) throws(Refusal) -> ProtoRules {
        var rules = ProtoRules()
        rules.awards = try awards(given.awards)
        rules.levels = try levels(given.levels)
        guard given.hasBadges else { throw Refusal(.invalid, "rules must say what badges require", field: "badges") }
        rules.badges = try badges(given.badges)
        guard given.hasRating else {
            throw Refusal(.invalid, "rules need a rating with stars and weight", field: "rating")
        }
        rules.rating = given.rating
        guard (1...5).contains(given.rating.stars), (0...weightMax).contains(given.rating.weight) else {
            throw Refusal(.invalid, "rating has 1 to 5 stars and a weight of 0 to 1,000", field: "rating")
        }
        rules.collections = try collections(given.collections)
        let note = try TextRules.unlessBlank(given.hasNote ? given.note : nil, field: "note", max: ContentLimits.reason)
        if let note { rules.note = note }
        // Each limit may hold and the collections still be larger than a payload may be.
        guard Payload.rules(rules).storedBytes.count <= ContentLimits.payloadBytes else {
            throw Refusal(.invalid, "rules must have at most 256 KiB", field: "data")
        }
        return rules
    }

    private static func awards(_ given: [ProtoRules.Award]) throws(Refusal) -> [ProtoRules.Award] {
        let field = "awards"
        let possible = AwardKind.allCases.map(\.eventKind.name).joined(separator: ", ")
        var byKind: [AwardKind: ProtoRules.Award] = [:]
        for award in given {
            guard let kind = EventKind(name: award.kind).flatMap(AwardKind.init) else {
                throw Refusal(
                    .invalid, "no points can be given for «\(award.kind.excerpt())», only for \(possible)",
                    field: field)
            }
            guard byKind[kind] == nil else {
                throw Refusal(.invalid, "\(kind.eventKind.name) is listed twice", field: field)
            }
            guard (-pointsMax...pointsMax).contains(award.points), award.dailyCap <= dailyCapMax else {
                throw Refusal(
                    .invalid, "points must be −1,000 to 1,000, and a daily cap at most 1,000", field: field)
            }
            var normal = award
            normal.kind = kind.eventKind.name
            byKind[kind] = normal
        }
        guard !byKind.isEmpty else { throw Refusal(.invalid, "rules need awards", field: field) }
        return AwardKind.allCases.compactMap { byKind[$0] }
    }

    private static func levels(_ given: [ProtoRules.Level]) throws(Refusal) -> [ProtoRules.Level] {
        let field = "levels"
        guard let first = given.first, first.xp == 0, given.count <= levelsMax else {
            throw Refusal(.invalid, "there are 1 to \(levelsMax) levels, the first from 0 points", field: field)
        }
        var levels: [ProtoRules.Level] = []
        for level in given {
            var normal = level
            normal.name = try TextRules.line(level.name, field: field, max: ContentLimits.name)
            guard !normal.name.isEmpty else { throw Refusal(.invalid, "each level has a name", field: field) }
            guard levels.last.map({ $0.xp < level.xp }) ?? true, level.xp <= thresholdMax else {
                throw Refusal(.invalid, "levels must be in ascending order of their points", field: field)
            }
            levels.append(normal)
        }
        return levels
    }

    private static func badges(_ given: ProtoRules.Badges) throws(Refusal) -> ProtoRules.Badges {
        let counts = [given.trendingLikes, given.helpfulComments, given.lovedLikes]
        guard counts.allSatisfy({ (1...thresholdMax).contains($0) }), (1...100).contains(given.topPercent) else {
            throw Refusal(
                .invalid,
                "badges needs trendingLikes, helpfulComments and lovedLikes of 1 or more, and topPercent of 1 to 100",
                field: "badges")
        }
        guard
            !given.hasTopContributorMinParticipants
                || (1...thresholdMax).contains(given.topContributorMinParticipants)
        else {
            throw Refusal(.invalid, "topContributorMinParticipants must be 1 or more", field: "badges")
        }
        return given
    }

    private static func collections(_ given: [ProtoRules.Collection]) throws(Refusal) -> [ProtoRules.Collection] {
        let field = "collections"
        guard given.count <= collectionsMax else {
            throw Refusal(.invalid, "there are at most \(collectionsMax) collections", field: field)
        }
        var collections: [ProtoRules.Collection] = []
        for collection in given {
            var normal = collection
            normal.name = try TextRules.line(collection.name, field: field, max: ContentLimits.name)
            normal.tags = try TextRules.rows(collection.tags, field: field, folded: true)
            guard !normal.name.isEmpty, !collections.contains(where: { $0.name == normal.name }) else {
                throw Refusal(.invalid, "each collection has a name of its own", field: field)
            }
            guard !normal.tags.isEmpty || ContentLimits.totalMinutes.contains(normal.maxMinutes) else {
                throw Refusal(
                    .invalid, "«\(normal.name)» collects nothing: say tags, or maxMinutes of 1 or more", field: field)
            }
            collections.append(normal)
        }
        return collections
    }
}

/// `rules.changed`: the rules of scoring and discovery from then on.
extension Deliberation {
    func decideRuleChange() throws(Refusal) -> Decision {
        try requireAdmin()
        try requireNoSubject()
        guard case .rules(let given) = command.payload else { throw wrongShape }
        let rules = try RulesCheck.normal(given)
        let current = state.relation(.operator, .rules, .none)
        if let current, case .rules(var before)? = state.record(at: current.position)?.payload {
            // Another reason for the same rules changes nothing.
            before.clearNote()
            var after = rules
            after.clearNote()
            if before == after { return .unchanged(current.position) }
        }
        return .append([draft(subject: .none, owner: .operator, payload: .rules(rules))])
    }
}
