import Events
import Layout

/// Reports, and the rules of scoring.
extension Model {
    /// «one open report per reporter and target».
    mutating func fileReport(_ act: Act) throws -> Verdict {
        try requireMember(act)
        guard let subject = act.command.subject else { throw No(.invalid) }
        guard let target = position(subject) else { throw No(.notFound) }
        let owner: UInt64
        switch works[target]?.sort {
        case .recipe?: owner = works[try livingWork(subject, .recipe)]?.author ?? 0
        case .comment?: owner = works[try livingWork(subject, .comment)]?.author ?? 0
        case .repost?: throw No(.notFound)
        case nil: owner = try livingMember(subject)
        }
        guard owner != act.actor else { throw No(.invalid) }
        guard (1...5).contains(act.command.value) else { throw No(.invalid) }
        let open = reports.first { $1.reporter == act.actor && $1.target == target && $1.outcome == 0 }
        if let open { return .unchanged(open.key) }
        let id = append(act, subject: target, owner: owner, value: Int(act.command.value))
        reports[id] = Report(reporter: act.actor, target: target)
        note(id, act)
        return .done(id)
    }

    /// «`removed` (recipe or comment only) also deletes the content, `banned` also bans its author: further events in
    /// the same transaction, `cause` = the report; if such a step would be refused, all of it is».
    mutating func resolve(_ act: Act) throws -> Verdict {
        try requireModerator(act)
        guard let subject = act.command.subject else { throw No(.invalid) }
        guard let id = position(subject), let report = reports[id] else { throw No(.notFound) }
        if case .position(_, let letter?) = subject, letter != "f" { throw No(.notFound) }
        let outcome = Int(act.command.value)
        guard (1...3).contains(outcome) else { throw No(.invalid) }
        if report.outcome != 0 {
            if report.outcome == outcome { return .unchanged(report.resolvedBy) }
            throw No(.conflict)
        }
        let before = self
        let event = append(act, subject: id, owner: isHere(report.reporter) ? report.reporter : 0, value: outcome)
        do {
            let target = works[report.target]
            switch outcome {
            case 2:
                guard let target else { throw No(.invalid) }
                guard isHere(target.author) else { throw No(.gone) }
                _ = deleting(report.target, act, cause: event)
            case 3:
                let author = target?.author ?? report.target
                guard isHere(author) else { throw No(.notFound) }
                _ = try banning(author, until: nil, act, cause: event)
            default: break
            }
        } catch {
            self = before
            throw error
        }
        reports[id]?.outcome = outcome
        reports[id]?.resolvedBy = event
        note(event, act)
        return .done(event)
    }

    mutating func changeRules(_ act: Act) throws -> Verdict {
        guard act.role == .admin else { throw No(.forbidden) }
        guard act.command.subject == nil, case .rules(var said) = act.command.payload else { throw No(.invalid) }
        guard (1...100).contains(said.badges.topPercent), said.levels.first?.xp == 0 else { throw No(.invalid) }
        let hasFewest = said.badges.hasTopContributorMinParticipants
        guard !hasFewest || said.badges.topContributorMinParticipants > 0 else { throw No(.invalid) }
        // «each collection has a name of its own», and something to collect by.
        let names = said.collections.map(\.name)
        guard !names.contains(""), Set(names).count == names.count,
            said.collections.allSatisfy({ !$0.tags.isEmpty || $0.maxMinutes > 0 })
        else { throw No(.invalid) }
        // «why» is no rule.
        said.clearNote()
        if rulesEvent != 0, said == rules { return .unchanged(rulesEvent) }
        rulesEvent = append(act, subject: 0, owner: 0)
        rules = said
        return .done(rulesEvent)
    }

    /// The defaults, as views.md lists them.
    static let standardRules = {
        var rules = ProtoRules()
        rules.awards = [
            award(.recipePosted, 10), award(.recipeLiked, 2), award(.commentPosted, 1), award(.recipeBookmarked, 1),
        ]
        let levels: [(String, UInt32)] = [
            ("Beginner Cook", 0), ("Home Chef", 50), ("Pro Chef", 150), ("Master Chef", 400),
        ]
        rules.levels = levels.map { name, xp in
            var level = ProtoRules.Level()
            level.name = name
            level.xp = xp
            return level
        }
        rules.badges.trendingLikes = 12
        rules.badges.helpfulComments = 8
        rules.badges.lovedLikes = 30
        rules.badges.topPercent = 10
        rules.badges.topContributorMinParticipants = 5
        rules.rating.stars = 3.5
        rules.rating.weight = 5
        rules.collections = [
            collection("Cozy Breakfasts", tags: ["breakfast", "brunch"]), collection("Spicy Dinners", tags: ["spicy"]),
            collection("Sweet Treats", tags: ["dessert", "desserts", "sweet"]),
            collection("Quick Fixes", maxMinutes: 30), collection("Healthy Bowls", tags: ["healthy"]),
        ]
        return rules
    }()

    static func collection(_ name: String, tags: [String] = [], maxMinutes: UInt32? = nil) -> ProtoRules.Collection {
        var collection = ProtoRules.Collection()
        collection.name = name
        collection.tags = tags
        if let maxMinutes { collection.maxMinutes = maxMinutes }
        return collection
    }

    static func award(_ kind: EventKind, _ points: Int32, dailyCap: UInt32? = nil) -> ProtoRules.Award {
        var award = ProtoRules.Award()
        award.kind = kind.name
        award.points = points
        if let dailyCap { award.dailyCap = dailyCap }
        return award
    }
}
