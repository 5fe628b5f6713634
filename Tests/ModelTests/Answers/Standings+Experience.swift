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

    func xp(of member: UInt64) -> Int { weeks.reduce(0) { $0 + engagement(member, $1) } }

    /// «every award with its event»: «daily caps per kind (the first by log order count)».
    func history(of member: UInt64) throws -> [AwardLine] {
        guard model.isHere(member) else { throw Model.No(.notFound) }
        var counts: [Cell: Int] = [:]
        return model.facts.enumerated().compactMap { index, fact in
            guard let award = Self.award(fact), award.member == member, !Self.isVoid(fact, model),
                let worth = worth.first(where: { $0.kind == award.kind })
            else { return nil }
            let cell = Cell(member: member, kind: award.kind, day: award.day)
            let old = counts[cell, default: 0]
            let new = old + award.change
            counts[cell] = new
            let (cap, subject) = (worth.cap ?? .max, model.name(of: fact.subject))
            return AwardLine(
                id: UInt64(index) + 1, kind: fact.kind.name, actor: model.livingCard(fact.actor), subject: subject,
                at: fact.creditedAt.rfc3339, week: award.day.week.description, change: award.change,
                points: worth.points * (min(new, cap) - min(old, cap)))
        }
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

    func experience(_ member: UInt64) throws -> Experience {
        guard model.isHere(member) else { throw Model.No(.notFound) }
        let record = record(of: member)
        let kept = weeks.filter { week in worth.contains { total(member, $0.kind, in: week) != 0 } }
        return Experience(
            position: model.head, id: "m\(member)", username: model.card(member).username, xp: record.xp,
            level: record.level,
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
