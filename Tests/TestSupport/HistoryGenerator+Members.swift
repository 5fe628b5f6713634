import Events
import Layout
import SwiftProtobuf

extension HistoryGenerator {
    mutating func other(than actor: MemberID) -> MemberID? {
        random.pick(members.filter { $0.key != actor && !$0.value.isDeleted }.keys.sorted())
    }

    mutating func relate(_ key: RelationKey, _ header: EventHeader, _ value: UInt8) {
        relations[key] = RelationState(
            position: header.position, creditedAt: header.creditedAt,
            firstAt: relations[key]?.firstAt ?? header.occurredAt, value: value)
    }

    /// The time of the first act for a repeated one; sometimes its own, as in logs of earlier versions.
    func creditOfRepeated(_ key: RelationKey) -> Timestamp? {
        relations[key].flatMap { $0.position.value.isMultiple(of: 4) ? nil : $0.firstAt }
    }

    mutating func follow() {
        guard let actor = actor(), let followed = other(than: actor) else { return }
        let key = RelationKey(actor: actor, relation: .follow, object: followed.position)
        if relations[key]?.holds == true {
            endFollow(key)
        } else if !isBlocked(actor, followed) {
            let header = emit(
                .memberFollowed, actor: actor, subject: followed.position, owner: followed,
                creditedAt: creditOfRepeated(key))
            relate(key, header, 1)
        }
    }

    /// A block's unfollowing names the block as its cause, any other the follow.
    private mutating func endFollow(_ key: RelationKey, cause: Position? = nil) {
        guard let old = relations[key], old.holds else { return }
        let header = emit(
            .memberUnfollowed, actor: key.actor, subject: key.object, owner: MemberID(key.object),
            cause: cause ?? old.position, creditedAt: old.creditedAt)
        relate(key, header, 0)
    }

    mutating func block() {
        guard let actor = actor(), let blocked = other(than: actor) else { return }
        let key = RelationKey(actor: actor, relation: .block, object: blocked.position)
        let old = relations[key]
        let holds = old?.holds == true
        let header = emit(
            holds ? .memberUnblocked : .memberBlocked, actor: actor, subject: blocked.position, owner: blocked,
            cause: holds ? old?.position ?? .none : .none, creditedAt: holds ? old?.creditedAt : nil)
        relate(key, header, holds ? 0 : 1)
        guard !holds else { return }
        for (follower, followed) in [(actor, blocked), (blocked, actor)] {
            endFollow(
                RelationKey(actor: follower, relation: .follow, object: followed.position), cause: header.position)
        }
    }

    mutating func ban() {
        let found = members.filter { $0.value.role < .admin && !$0.value.isDeleted }.keys.sorted()
        guard let member = random.pick(found), let state = members[member] else { return }
        let actor = state.role == .moderator ? MemberID.operator : moderator()
        guard actor != member else { return }
        if state.isBanned {
            emit(
                .memberUnbanned, actor: actor, subject: member.position, owner: member, payload: .reason(reason()))
        } else {
            emitBan(of: member, by: actor)
        }
        // Some bans are over at once: such members act again, also while their marks are void.
        members[member]?.isBanned = !state.isBanned && !random.oneIn(3)
    }

    private mutating func emitBan(of member: MemberID, by actor: MemberID, cause: Position = .none) {
        var ban = ProtoBan()
        if random.oneIn(2) { ban.reason = text() }
        if random.oneIn(2) { ban.until = .init(seconds: 1_700_000_600 + Int64.random(in: 0...900, using: &random)) }
        emit(
            .memberBanned, actor: actor, subject: member.position, owner: member, cause: cause,
            value: cause.isNone && random.oneIn(2) ? EventHeader.voiding : 0, payload: .ban(ban))
    }

    mutating func changeRole() {
        guard let first = members.keys.min(), let member = other(than: first), let state = members[member] else {
            return
        }
        let role: Role = state.role == .member ? .moderator : .member
        emit(
            .memberRoleChanged, actor: random.oneIn(2) ? first : .operator, subject: member.position, owner: member,
            value: role.rawValue)
        members[member]?.role = role
    }

    mutating func changeProfile() {
        guard let member = actor() else { return }
        emit(
            .memberProfileChanged, actor: member, subject: member.position, owner: member,
            payload: .profileChange(profileChange()))
    }

    /// Never the first member: they are the admin who stays.
    mutating func deleteMember() {
        guard let first = members.keys.min(), let member = other(than: first) else { return }
        let mayAct = members[member]?.mayAct == true
        emit(
            .memberDeleted, actor: mayAct && random.oneIn(2) ? member : first, subject: member.position, owner: member,
            payload: .reason(reason()))
        members[member]?.isDeleted = true
    }

    mutating func report() {
        guard let actor = actor() else { return }
        var target: (Position, MemberID)?
        if let type = random.pick([EntityType.recipe, .comment]), let (subject, entity) = living(type) {
            target = (subject, entity.author)
        } else if let member = other(than: actor) {
            target = (member.position, member)
        }
        guard let (subject, owner) = target, owner != actor else { return }
        let key = RelationKey(actor: actor, relation: .openReport, object: subject)
        guard relations[key]?.holds != true else { return }
        var report = ProtoReport()
        if random.oneIn(2) { report.note = text() }
        let header = emit(
            .reportFiled, actor: actor, subject: subject, owner: owner, value: UInt8.random(in: 1...5, using: &random),
            payload: .report(report))
        relate(key, header, 1)
        var state = EntityState(
            type: .report, author: actor, parent: subject, position: header.position, createdAt: header.occurredAt)
        state.version = 0
        entities[header.position] = state
    }

    mutating func resolve() {
        let pending = entities.filter {
            $0.value.type == .report && $0.value.version == 0 && members[$0.value.author]?.isDeleted == false
        }
        guard let report = random.pick(pending.keys.sorted()), let state = entities[report] else { return }
        let target = entities[state.parent]
        let author = target?.author ?? MemberID(state.parent)
        var outcome: UInt8 = 1
        if let target, isLiving(target) { outcome = 2 }
        if let member = members[author], member.mayAct, member.role == .member, random.oneIn(2) { outcome = 3 }
        var resolution = ProtoResolution()
        if random.oneIn(2) { resolution.note = text() }
        let actor = MemberID.operator
        emit(
            .reportResolved, actor: actor, subject: report, owner: state.author, value: outcome,
            payload: .resolution(resolution))
        entities[report]?.version = UInt32(outcome)
        relations[RelationKey(actor: state.author, relation: .openReport, object: state.parent)]?.value = 0
        if outcome == 2, let target {
            delete(
                state.parent, target.type == .recipe ? .recipeDeleted : .commentDeleted, by: actor, cause: report)
        }
        if outcome == 3 {
            emitBan(of: author, by: actor, cause: report)
            members[author]?.isBanned = true
        }
    }

    mutating func note() {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: changeRules()
        case 1: if let actor = actor() { emit(.commandNoted, actor: actor, cause: last) }
        case 2:
            if let member = actor() {
                emit(.memberResetLinkMade, actor: .operator, subject: member.position, owner: member)
            }
        case 4:
            if let member = actor() {
                emit(.memberAccessRevoked, actor: .operator, subject: member.position, owner: member)
            }
        case 3: if let actor = actor() { emit(.memberLoggedIn, actor: actor, subject: actor.position, owner: actor) }
        default:
            if let actor = actor() {
                emit(.memberPasswordChanged, actor: actor, subject: actor.position, owner: actor)
            }
        }
    }

    private mutating func changeRules() {
        var rules = Rules.standard
        var points: [AwardKind: Int64] = [:]
        var caps: [AwardKind: Int64] = [:]
        for kind in AwardKind.allCases {
            points[kind] = random.oneIn(2) ? Int64.random(in: -2...9, using: &random) : rules.awards[kind]
            if random.oneIn(4) { caps[kind] = Int64.random(in: 0...3, using: &random) }
        }
        rules.awards = AwardRules(points, dailyCaps: caps)
        rules.badges.lovedLikes = Int64.random(in: 1...4, using: &random)
        rules.rating = RatingPrior(
            stars: Double.random(in: 1...5, using: &random), weight: Double.random(in: 0...9, using: &random))
        let payload: Payload = random.oneIn(6) ? .none : .rules(rules.message)
        emit(.rulesChanged, actor: members.keys.min() ?? .operator, payload: payload)
    }

    /// Reads notifications or sees the feed, up to some event.
    mutating func mark() {
        guard let actor = actor() else { return }
        let upTo = Position(UInt64.random(in: 1...last.value, using: &random))
        emit(
            random.oneIn(2) ? .notificationsRead : .feedSeen, actor: actor, subject: actor.position, owner: actor,
            cause: upTo)
    }
}
