import Events
import Layout

/// XP, levels and badges, and every award behind them.
extension Standings {
    func record(
        of member: UInt64
    ) -> (xp: Int, level: String, nextLevelAt: Int?, badges: [String]) {
        let xp = xp(of: member)
        let level = model.rules.levels.last { Int($0.xp) <= max(xp, 0) }
        let next = model.rules.levels.first { Int($0.xp) > max(xp, 0) }
        return (xp, level?.name ?? "", next.map { Int($0.xp) }, badges(of: member))
    }

    func xp(of member: UInt64) -> Int { weeks.reduce(model.carriedPoints(of: member)) { $0 + engagement(member, $1) } }

    /// «every award with its event»: «daily caps per kind (the first by log order count)».
    ///
    /// For others than the member and admins bookmarks are summed by day, behind all else; moderators are named to
    /// moderators.
    func history(of member: UInt64, viewer: UInt64?, isOperator: Bool) throws -> [AwardLine] {
        guard model.isHere(member), !model.isClosed(member, to: viewer) else { throw Model.No(.notFound) }
        let role = viewer.flatMap { model.members[$0]?.role } ?? .member
        let seesBookmarks = isOperator || viewer == member || role == .admin
        let moderations = isOperator || role >= .moderator ? [] : Set(model.moderationLog().map(\.id))
        func isApart(_ other: UInt64) -> Bool { viewer.map { model.isApart($0, other) } ?? false }
        var counts: [Cell: Int] = [:]
        var lines = model.facts.enumerated().compactMap { index, fact -> AwardLine? in
            if fact.kind == .memberPointsCarriedOver, fact.owner == member {
                return AwardLine(
                    id: UInt64(index) + 1, kind: fact.kind.name,
                    subject: isApart(member) ? nil : model.name(of: member), at: fact.creditedAt.rfc3339, change: 1,
                    points: model.gains[UInt64(index) + 1] ?? 0)
            }
            guard let award = Self.award(fact), award.member == member, !Self.isVoid(fact, model),
                let worth = worth.first(where: { $0.kind == award.kind }),
                seesBookmarks || award.kind != .recipeBookmarked
            else { return nil }
            let id = UInt64(index) + 1
            let cell = Cell(member: member, kind: award.kind, day: award.day)
            let old = counts[cell, default: 0]
            let new = old + award.change
            counts[cell] = new
            let cap = worth.cap ?? .max
            let isNamed = !moderations.contains(id) && !isApart(fact.actor)
            return AwardLine(
                id: id, kind: fact.kind.name, actor: isNamed ? model.livingCard(fact.actor) : nil,
                subject: isApart(fact.owner) ? nil : model.name(of: fact.subject),
                at: fact.creditedAt.rfc3339, week: award.day.week.description, change: award.change,
                points: worth.points * (min(new, cap) - min(old, cap)))
        }
        if !seesBookmarks, let worth = worth.first(where: { $0.kind == .recipeBookmarked }) {
            let own = model.facts.filter { !Self.isVoid($0, model) }.compactMap(Self.award)
                .filter { $0.member == member && $0.kind == .recipeBookmarked }
            for (day, awards) in Dictionary(grouping: own, by: \.day).sorted(by: { $0.key < $1.key }) {
                let sum = awards.reduce(0) { $0 + $1.change }
                guard sum != 0 else { continue }
                lines.append(
                    AwardLine(
                        kind: EventKind.recipeBookmarked.name, at: Timestamp(day: day).rfc3339,
                        week: day.week.description, change: sum, points: worth.points * min(sum, worth.cap ?? .max)))
            }
        }
        return lines
    }

    private func badges(of member: UInt64) -> [String] {
        let bar = model.rules.badges
        var badges: [String] = []
        if model.works.values.contains(where: { $0.sort == .recipe && $0.author == member && !$0.isRemoved }) {
            badges.append("Recipe Creator")
        }
        if weeks.contains(where: { total(member, .recipeLiked, in: $0) >= bar.trendingLikes }) {
            badges.append("Trending Chef")
        }
        if weeks.contains(where: { total(member, .commentPosted, in: $0) >= bar.helpfulComments }) {
            badges.append("Community Helper")
        }
        if total(member, .recipeLiked) >= bar.lovedLikes { badges.append("Loved Chef") }
        // «among the first ceil(10 %) of the board's full order, at least one, by place and not by rank».
        let isTop = weeks.contains { week in
            let board = boards[week] ?? []
            let places = (Double(board.count) * Double(bar.topPercent) / 100).rounded(.up)
            let fewest = bar.hasTopContributorMinParticipants ? Int(bar.topContributorMinParticipants) : 5
            guard isCompleted(week), board.count >= fewest else { return false }
            return board.prefix(max(1, Int(places))).contains { $0.member == "m\(member)" }
        }
        if isTop { badges.append("Top Contributor") }
        return badges.sorted()
    }

    func experience(_ member: UInt64, viewer: UInt64?) throws -> Experience {
        guard model.isHere(member), !model.isClosed(member, to: viewer) else { throw Model.No(.notFound) }
        let record = record(of: member)
        let carried = model.carriedPoints(of: member)
        let kept = weeks.filter { week in worth.contains { total(member, $0.kind, in: week) != 0 } }
        return Experience(
            position: model.head, id: "m\(member)", username: model.card(member).username, xp: record.xp,
            pointsCarriedOver: carried == 0 ? nil : carried, level: record.level,
            nextLevelAt: record.nextLevelAt, badges: record.badges,
            weeks: kept.sorted(by: >).map {
                WeekLine(
                    week: $0.description, engagement: engagement(member, $0), activeDays: activeDays(member, $0),
                    recipes: total(member, .recipePosted, in: $0), likesReceived: total(member, .recipeLiked, in: $0),
                    comments: total(member, .commentPosted, in: $0),
                    bookmarks: total(member, .recipeBookmarked, in: $0))
            })
    }
}
