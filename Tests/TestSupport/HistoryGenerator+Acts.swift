import Events
import Layout

extension HistoryGenerator {
    /// One thing that a member does; nothing when chance picks what is not allowed just now.
    mutating func act() {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<5: register(role: .member)
        case 5..<13: post()
        case 13..<17: edit()
        case 17..<23: changeLifecycle(of: .recipe, .recipeDeleted, .recipeRestored)
        case 23..<31: toggle(.like, .recipeLiked, .recipeUnliked, on: .recipe)
        case 31: plan()
        case 32: list()
        case 33..<35: collect()
        case 35..<42: vote()
        case 42..<50: rate()
        case 50..<57: toggle(.bookmark, .recipeBookmarked, .recipeUnbookmarked, on: .recipe)
        case 57..<61: repost()
        case 61..<63: changeLifecycle(of: .repost, .repostDeleted, nil)
        case 63..<65: cook()
        case 65..<76: comment()
        case 76..<78: editComment()
        case 78..<82: changeLifecycle(of: .comment, .commentDeleted, .commentRestored)
        case 82..<86: toggle(.like, .commentLiked, .commentUnliked, on: .comment)
        case 86..<90: follow()
        case 90..<91: block()
        case 91..<93: ban()
        case 93..<94: changeRole()
        case 94..<95: changeProfile()
        case 95..<96: report()
        case 96..<97: resolve()
        case 97..<98: note()
        case 98..<99: mark()
        default: if random.oneIn(2) { deleteMember() }
        }
    }

    /// Some member who may act.
    mutating func actor() -> MemberID? {
        random.pick(members.filter { $0.value.mayAct }.keys.sorted())
    }

    /// Someone who may do what a moderator may: the operator too.
    mutating func moderator() -> MemberID {
        let moderators = members.filter { $0.value.mayAct && $0.value.role >= .moderator }.keys.sorted()
        return random.pick([.operator] + moderators) ?? .operator
    }

    /// A living thing whose author is not deleted.
    mutating func living(_ type: EntityType) -> (Position, EntityState)? {
        let found = entities.filter { isLiving($0.value) && $0.value.type == type }.keys.sorted()
        guard let position = random.pick(found), let entity = entities[position] else { return nil }
        return (position, entity)
    }

    func isLiving(_ entity: EntityState) -> Bool {
        guard entity.lifecycle == .living, members[entity.author]?.isDeleted == false else { return false }
        guard entity.type == .comment || entity.type == .repost, let recipe = entities[entity.parent] else {
            return true
        }
        return recipe.lifecycle == .living && members[recipe.author]?.isDeleted == false
    }

    func isBlocked(_ a: MemberID, _ b: MemberID) -> Bool {
        relations[RelationKey(actor: a, relation: .block, object: b.position)]?.holds == true
            || relations[RelationKey(actor: b, relation: .block, object: a.position)]?.holds == true
    }

    mutating func register(role: Role) {
        let header = emit(
            .memberRegistered, actor: .operator, value: role.rawValue, payload: .registration(registration()),
            hasOwnSubject: true)
        members[MemberID(header.position)] = Member(role: role)
        carryOver(to: header)
    }

    /// Some members and recipes come with numbers from before.
    private mutating func carryOver(to creation: EventHeader) {
        guard creation.position.value.isMultiple(of: 3) else { return }
        let isMember = creation.kind == .memberRegistered
        var (points, counts) = (ProtoPointsCarriedOver(), ProtoCountsCarriedOver())
        points.points = UInt32.random(in: 1...10_000_000, using: &random)
        counts.likes = UInt32.random(in: 1...10_000_000, using: &random)
        if random.oneIn(2) { counts.comments = 3 }
        emit(
            isMember ? .memberPointsCarriedOver : .recipeCountsCarriedOver, actor: .operator,
            subject: creation.position, owner: creation.owner, payload: isMember ? .points(points) : .counts(counts))
    }

    mutating func post() {
        guard let author = actor() else { return }
        let forked = random.oneIn(4) ? living(.recipe)?.0 ?? .none : .none
        let header = emit(
            .recipePosted, actor: author, owner: author, cause: forked, payload: .recipe(content()),
            hasOwnSubject: true)
        entities[header.position] = EntityState(
            type: .recipe, author: author, position: header.position, createdAt: header.occurredAt)
        forks[header.position] = forked
        carryOver(to: header)
    }

    mutating func edit() {
        guard let (recipe, entity) = living(.recipe), members[entity.author]?.mayAct == true else { return }
        emit(
            .recipeEdited, actor: entity.author, subject: recipe, owner: entity.author, payload: .recipe(content()))
    }

    /// Deletes what lives, or restores what was deleted.
    mutating func changeLifecycle(of type: EntityType, _ deleting: EventKind, _ restoring: EventKind?) {
        let all = entities.filter { $0.value.type == type && members[$0.value.author]?.isDeleted == false }
        guard let subject = random.pick(all.keys.sorted()), let entity = entities[subject] else { return }
        let authorMayAct = members[entity.author]?.mayAct == true
        let actor = authorMayAct && !random.oneIn(3) ? entity.author : moderator()
        let isModerator = actor == .operator || (members[actor]?.role ?? .member) >= .moderator
        let (old, mark) = (entity.lifecycle, actor == entity.author ? Lifecycle.deleted : .removed)
        if old == .living || restoring != nil && !old.contains(mark) && random.oneIn(2) {
            delete(subject, deleting, by: actor)
        } else if let restoring, old.contains(mark) || old == .removed && isModerator {
            let cleared = old.contains(mark) ? mark : .removed
            let header = emit(
                restoring, actor: actor, subject: subject, owner: entity.author, creditedAt: entity.createdAt,
                value: old == cleared ? 0 : EventHeader.leavingHidden, payload: .reason(reason()))
            entities[subject]?.lifecycle.remove(cleared)
            entities[subject]?.lifecyclePosition = header.position
        }
    }

    mutating func delete(_ subject: Position, _ kind: EventKind, by actor: MemberID, cause: Position = .none) {
        guard let entity = entities[subject] else { return }
        let owner = entity.type == .repost ? entities[entity.parent]?.author ?? entity.author : entity.author
        let header = emit(
            kind, actor: actor, subject: subject, owner: owner, cause: cause, creditedAt: entity.createdAt,
            value: entity.lifecycle == .living ? 0 : EventHeader.leavingHidden, payload: .reason(reason()))
        entities[subject]?.lifecycle.insert(actor == entity.author ? .deleted : .removed)
        entities[subject]?.lifecyclePosition = header.position
    }

    mutating func toggle(_ relation: Relation, _ doing: EventKind, _ undoing: EventKind, on type: EntityType) {
        guard let actor = actor(), let (subject, entity) = living(type) else { return }
        let key = RelationKey(actor: actor, relation: relation, object: subject)
        if let old = relations[key], old.holds {
            let header = emit(
                undoing, actor: actor, subject: subject, owner: entity.author, cause: old.position,
                creditedAt: old.creditedAt)
            relate(key, header, 0)
        } else if !isBlocked(actor, entity.author) {
            let header = emit(
                doing, actor: actor, subject: subject, owner: entity.author, creditedAt: creditOfRepeated(key))
            relate(key, header, 1)
        }
    }

    mutating func vote() {
        guard let actor = actor(), let (recipe, entity) = living(.recipe) else { return }
        let key = RelationKey(actor: actor, relation: .vote, object: recipe)
        let old = relations[key].flatMap { $0.holds ? $0 : nil }
        let value = UInt8.random(in: 0...2, using: &random)
        guard value != old?.value ?? 0, value == 0 || !isBlocked(actor, entity.author) else { return }
        let kind: EventKind = value == 0 ? .recipeVoteRetracted : value == 1 ? .recipeUpvoted : .recipeDownvoted
        let header = emit(
            kind, actor: actor, subject: recipe, owner: entity.author, cause: old?.position ?? .none,
            creditedAt: value == 0 ? old?.creditedAt : nil)
        relate(key, header, value)
    }

    mutating func rate() {
        guard let actor = actor(), let (recipe, entity) = living(.recipe) else { return }
        let key = RelationKey(actor: actor, relation: .rating, object: recipe)
        let old = relations[key].flatMap { $0.holds ? $0 : nil }
        let stars = UInt8.random(in: 0...5, using: &random)
        guard stars != old?.value ?? 0, stars == 0 || !isBlocked(actor, entity.author) else { return }
        let header = emit(
            stars == 0 ? .recipeRatingRetracted : .recipeRated, actor: actor, subject: recipe, owner: entity.author,
            cause: old?.position ?? .none, creditedAt: stars == 0 ? old?.creditedAt : nil, value: stars)
        relate(key, header, stars)
    }

    mutating func repost() {
        guard let actor = actor(), let (recipe, entity) = living(.recipe), !isBlocked(actor, entity.author) else {
            return
        }
        var quote = ProtoQuote()
        if random.oneIn(2) {
            quote.quote = text()
        } else {
            let plain = entities.values.contains {
                $0.type == .repost && $0.author == actor && $0.parent == recipe && $0.lifecycle == .living
            }
            if plain { return }
        }
        let header = emit(.recipeReposted, actor: actor, subject: recipe, owner: entity.author, payload: .quote(quote))
        entities[header.position] = EntityState(
            type: .repost, author: actor, parent: recipe, position: header.position, createdAt: header.occurredAt)
    }

    mutating func cook() {
        guard let actor = actor(), let (recipe, entity) = living(.recipe), !isBlocked(actor, entity.author) else {
            return
        }
        var note = ProtoNote()
        if random.oneIn(2) { note.note = text() }
        // Without a throw of the dice: the other acts of a seed stay as they are.
        if last.value % 4 == 0 { note.image = "https://example.org/dish.png" }
        if last.value % 8 == 0 { note.imageText = "A bowl" }
        let header = emit(.recipeCooked, actor: actor, subject: recipe, owner: entity.author, payload: .note(note))
        guard note.hasNote || note.hasImage, random.oneIn(3) else { return }
        emit(
            .recipeCookNoteDeleted, actor: random.oneIn(2) ? actor : moderator(), subject: recipe, owner: actor,
            cause: header.position, payload: .reason(reason()))
    }

    mutating func comment() {
        guard let actor = actor() else { return }
        var recipe = living(.recipe)?.0
        var parent = Position.none
        if random.oneIn(2), let (comment, entity) = living(.comment), !isBlocked(actor, entity.author) {
            recipe = entity.parent
            parent = comment
        }
        guard let recipe, let owner = entities[recipe]?.author, !isBlocked(actor, owner) else { return }
        let header = emit(
            .commentPosted, actor: actor, subject: recipe, owner: owner, cause: parent, payload: .text(words()))
        entities[header.position] = EntityState(
            type: .comment, author: actor, parent: recipe, repliesTo: parent, position: header.position,
            createdAt: header.occurredAt)
    }

    mutating func editComment() {
        guard let (comment, entity) = living(.comment), members[entity.author]?.mayAct == true else { return }
        emit(.commentEdited, actor: entity.author, subject: comment, owner: entity.author, payload: .text(words()))
    }
}
