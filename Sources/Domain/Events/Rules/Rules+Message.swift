extension Rules {
    /// As a payload says them. Total: kinds that no points can be given for are passed over.
    package init(_ message: ProtoRules) {
        var points: [AwardKind: Int64] = [:]
        var caps: [AwardKind: Int64] = [:]
        for award in message.awards {
            guard let kind = EventKind(name: award.kind).flatMap(AwardKind.init) else { continue }
            points[kind] = Int64(award.points)
            if award.hasDailyCap { caps[kind] = Int64(award.dailyCap) }
        }
        self.init(
            awards: AwardRules(points, dailyCaps: caps),
            levels: message.levels.map { Level($0.name, from: Int64($0.xp)) },
            badges: Badges(
                trendingLikes: Int64(message.badges.trendingLikes),
                helpfulComments: Int64(message.badges.helpfulComments),
                lovedLikes: Int64(message.badges.lovedLikes), topPercent: Int(message.badges.topPercent)),
            rating: RatingPrior(stars: message.rating.stars, weight: message.rating.weight),
            collections: message.collections.map {
                Collection($0.name, tags: $0.tags, maxMinutes: $0.hasMaxMinutes ? $0.maxMinutes : nil)
            })
    }

    /// As a payload says them; kinds without points or cap are left out.
    package var message: ProtoRules {
        var message = ProtoRules()
        for kind in AwardKind.allCases where awards[kind] != 0 || awards.dailyCap(kind) != nil {
            var award = ProtoRules.Award()
            award.kind = kind.eventKind.name
            award.points = Int32(clamping: awards[kind])
            if let cap = awards.dailyCap(kind) { award.dailyCap = UInt32(clamping: cap) }
            message.awards.append(award)
        }
        message.levels = levels.map {
            var level = ProtoRules.Level()
            level.name = $0.name
            level.xp = UInt32(clamping: $0.xp)
            return level
        }
        message.badges.trendingLikes = UInt32(clamping: badges.trendingLikes)
        message.badges.helpfulComments = UInt32(clamping: badges.helpfulComments)
        message.badges.lovedLikes = UInt32(clamping: badges.lovedLikes)
        message.badges.topPercent = UInt32(clamping: badges.topPercent)
        message.rating.stars = rating.stars
        message.rating.weight = rating.weight
        message.collections = collections.map {
            var collection = ProtoRules.Collection()
            collection.name = $0.name
            collection.tags = $0.tags
            if let minutes = $0.maxMinutes { collection.maxMinutes = minutes }
            return collection
        }
        return message
    }
}
