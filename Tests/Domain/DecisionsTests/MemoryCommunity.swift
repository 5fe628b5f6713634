import Decisions
import Events
import Layout
import SwiftProtobuf

/// A community in dictionaries: folds decided events like the log's state, and nothing else.
struct MemoryCommunity: DecisionState {
    var now = Timestamp(seconds: 1_700_000_000)
    private(set) var records: [Record] = []
    private var members: [MemberID: MemberState] = [:]
    private var names: [MemberID: String] = [:]
    /// The member to whom each e-mail belongs, by the folded e-mail.
    private var emails: [String: MemberID] = [:]
    private var entities: [Position: EntityState] = [:]
    private var relations: [RelationKey: RelationState] = [:]
    private var origins: [Origin: Position] = [:]

    private var plans: [PlanKey: RelationState] = [:]
    private var tallies: [TallyKey: UInt64] = [:]
    private var cookbooks: [Position: [PlacedRecipe]] = [:]

    private struct PlanKey: Hashable {
        var member: MemberID
        var slot: PlanSlot
    }
    private struct TallyKey: Hashable {
        var holder: Position
        var allowance: Allowance
        var part: UInt64
    }
    private struct RelationKey: Hashable {
        var actor: MemberID
        var relation: Relation
        var object: Position
    }

    var head: Position { Position(UInt64(records.count)) }
    var adminCount: Int { members.values.count { $0.role == .admin && !$0.isDeleted } }

    func member(_ id: MemberID) -> MemberState? { members[id] }
    func memberID(username: String) -> MemberID? {
        let folded = Username.folded(username)
        return names.first { $0.value == folded }?.key
    }
    func memberID(email: String) -> MemberID? { emails[Username.folded(email)] }
    func entity(_ position: Position) -> EntityState? { entities[position] }
    func relation(_ actor: MemberID, _ relation: Relation, _ object: Position) -> RelationState? {
        relations[RelationKey(actor: actor, relation: relation, object: object)]
    }
    func plan(_ member: MemberID, _ slot: PlanSlot) -> RelationState? { plans[PlanKey(member: member, slot: slot)] }
    func tally(_ allowance: Allowance, of holder: Position, _ part: UInt64) -> UInt64 {
        tallies[TallyKey(holder: holder, allowance: allowance, part: part), default: 0]
    }
    func recipes(ofCookbook cookbook: Position) -> [PlacedRecipe] { cookbooks[cookbook, default: []] }
    func position(of reference: Reference) -> Position? {
        switch reference {
        case .position(let position, _): position
        case .username(let name): memberID(username: name)?.position
        case .external(let source, let id): origins[Origin(source: source, id: id)]
        }
    }
    func record(at position: Position) -> Record? {
        position.isNone || position > head ? nil : records[Int(position.value - 1)]
    }

    /// Decides a command and appends its events. Returns the first event's position, or that of the fact that already
    /// held.
    @discardableResult
    mutating func submit(_ command: Command) throws -> Position {
        switch try Decider.decide(command, in: self) {
        case .unchanged(let position): return position
        case .append(let drafts):
            let first = head.next
            for (index, draft) in drafts.enumerated() {
                let header = EventHeader(
                    position: head.next, kind: draft.kind, recordedAt: now, occurredAt: draft.occurredAt,
                    actor: draft.kind == .memberRegistered ? MemberID(head.next) : draft.actor,
                    subject: draft.isOwnSubject ? head.next : draft.subject,
                    owner: draft.kind == .memberRegistered ? MemberID(head.next) : draft.owner,
                    cause: draft.isCausedByFirst ? first : draft.cause, creditedAt: draft.creditedAt,
                    flags: draft.payload == .none ? [] : .hasPayload, value: draft.value)
                let origin = index == 0 ? command.origin : nil
                if let origin { origins[origin] = header.position }
                records.append(Record(header: header, body: .open(payload: draft.payload, origin: origin)))
                fold(header, draft.payload)
            }
            return first
        }
    }

    private mutating func give(_ email: String, to id: MemberID) {
        emails = emails.filter { $0.value != id }
        let folded = Username.folded(email)
        if !email.isEmpty, emails[folded] == nil { emails[folded] = id }
    }

    private mutating func fold(_ header: EventHeader, _ payload: Payload) {
        let subject = header.subject
        let id = MemberID(subject)
        func row(_ value: UInt8, after old: RelationState? = nil) -> RelationState {
            RelationState(
                position: header.position, creditedAt: header.creditedAt, firstAt: old?.firstAt ?? header.occurredAt,
                value: value)
        }
        func key(_ relation: Relation, _ object: Position, of actor: MemberID? = nil) -> RelationKey {
            RelationKey(actor: actor ?? header.actor, relation: relation, object: object)
        }
        func created(_ type: EntityType, parent: Position = .none) -> EntityState {
            EntityState(
                type: type, author: header.actor, parent: parent, repliesTo: header.cause, position: header.position,
                createdAt: header.occurredAt)
        }
        switch header.kind {
        case .memberRegistered:
            members[id] = MemberState(
                ordinal: UInt32(members.count + 1), role: Role(rawValue: header.value) ?? .member,
                position: header.position)
            if case .registration(let registration) = payload {
                names[id] = Username.folded(registration.username)
                give(registration.email, to: id)
            }
        case .memberProfileChanged:
            members[id]?.profilePosition = header.position
            if case .profileChange(let change) = payload {
                if change.hasUsername { names[id] = Username.folded(change.username) }
                if change.hasEmail { give(change.email, to: id) }
            }
        case .memberDeleted:
            members[id]?.isDeleted = true
            members[id]?.ban = nil
            members[id]?.statusPosition = header.position
            names[id] = nil
            give("", to: id)
        case .memberRoleChanged:
            members[id]?.role = Role(rawValue: header.value) ?? .member
            members[id]?.statusPosition = header.position
        case .memberBanned:
            var until: Timestamp?
            if case .ban(let ban) = payload, ban.hasUntil {
                until = Timestamp(microseconds: ban.until.seconds * 1_000_000 + Int64(ban.until.nanos) / 1_000)
            }
            let voidsMarks = header.voidsMarks || members[id]?.ban?.voidsMarks == true
            members[id]?.ban = BanState(position: header.position, until: until, voidsMarks: voidsMarks)
            members[id]?.statusPosition = header.position
        case .memberUnbanned:
            members[id]?.ban = nil
            members[id]?.statusPosition = header.position
        case .memberPointsCarriedOver, .recipeCountsCarriedOver:
            relations[key(.carriedOver, subject, of: .operator)] = row(1)
        case .recipeCookNoteDeleted: relations[key(.cookNoteDeletion, header.cause, of: .operator)] = row(1)
        case .memberFollowed: relations[key(.follow, subject)] = row(1, after: relations[key(.follow, subject)])
        case .memberUnfollowed: relations[key(.follow, subject)] = row(0, after: relations[key(.follow, subject)])
        case .memberBlocked: relations[key(.block, subject)] = row(1)
        case .memberUnblocked: relations[key(.block, subject)] = row(0)
        case .recipePosted: entities[header.position] = created(.recipe)
        case .commentPosted: entities[header.position] = created(.comment, parent: subject)
        case .recipeEdited, .commentEdited, .cookbookChanged:
            entities[subject]?.version += 1
            entities[subject]?.contentPosition = header.position
        case .recipeDeleted, .commentDeleted, .repostDeleted:
            guard let entity = entities[subject] else { return }
            entities[subject]?.lifecycle.insert(entity.author == header.actor ? .deleted : .removed)
            entities[subject]?.lifecyclePosition = header.position
            let plain = key(.plainRepost, entity.parent, of: entity.author)
            if header.kind == .repostDeleted, relations[plain]?.position == subject { relations[plain] = row(0) }
        case .recipeRestored, .commentRestored:
            guard let entity = entities[subject] else { return }
            let isOwn = entity.author == header.actor && entity.lifecycle.contains(.deleted)
            entities[subject]?.lifecycle.remove(isOwn ? .deleted : .removed)
            entities[subject]?.lifecyclePosition = header.position
        case .recipeLiked, .commentLiked: relations[key(.like, subject)] = row(1, after: relations[key(.like, subject)])
        case .recipeUnliked, .commentUnliked:
            relations[key(.like, subject)] = row(0, after: relations[key(.like, subject)])
        case .recipeUpvoted: relations[key(.vote, subject)] = row(1)
        case .recipeDownvoted: relations[key(.vote, subject)] = row(2)
        case .recipeVoteRetracted: relations[key(.vote, subject)] = row(0)
        case .recipeRated: relations[key(.rating, subject)] = row(header.value)
        case .recipeRatingRetracted: relations[key(.rating, subject)] = row(0)
        case .recipeBookmarked: relations[key(.bookmark, subject)] = row(1, after: relations[key(.bookmark, subject)])
        case .recipeUnbookmarked: relations[key(.bookmark, subject)] = row(0, after: relations[key(.bookmark, subject)])
        case .recipeReposted:
            entities[header.position] = created(.repost, parent: subject)
            if payload == .none { relations[key(.plainRepost, subject)] = row(1) }
        case .reportFiled:
            entities[header.position] = created(.report, parent: subject)
            entities[header.position]?.version = 0
            relations[key(.openReport, subject)] = row(1)
        case .reportResolved:
            guard let report = entities[subject] else { return }
            entities[subject]?.version = UInt32(header.value)
            entities[subject]?.lifecyclePosition = header.position
            relations[key(.openReport, report.parent, of: report.author)] = row(0)
        case .planSet, .planCleared:
            guard let slot = header.planSlot else { return }
            let key = PlanKey(member: header.actor, slot: slot)
            let day = TallyKey(
                holder: header.actor.position, allowance: .planned, part: UInt64(slot.day.number))
            if plans[key]?.holds == true { tallies[day, default: 1] -= 1 }
            plans[key] = row(header.kind == .planSet ? 1 : 0)
            if header.kind == .planSet { tallies[day, default: 0] += 1 }
        case .listItemAdded:
            entities[header.position] = created(.item, parent: header.cause)
            tallies[TallyKey(holder: header.actor.position, allowance: .listed, part: 0), default: 0] += 1
        case .listItemChecked: relations[key(.check, subject)] = row(1)
        case .listItemUnchecked: relations[key(.check, subject)] = row(0)
        case .listItemRemoved:
            entities[subject]?.lifecycle = .deleted
            entities[subject]?.lifecyclePosition = header.position
            tallies[TallyKey(holder: header.actor.position, allowance: .listed, part: 0), default: 1] -= 1
        case .cookbookCreated:
            entities[header.position] = created(.cookbook)
            tallies[TallyKey(holder: header.actor.position, allowance: .cookbooks, part: 0), default: 0] += 1
        case .cookbookDeleted:
            entities[subject]?.lifecycle = .deleted
            entities[subject]?.lifecyclePosition = header.position
            tallies[TallyKey(holder: header.actor.position, allowance: .cookbooks, part: 0), default: 1] -= 1
            cookbooks[subject] = nil
        case .cookbookRecipeAdded:
            let placed = PlacedRecipe(recipe: RecipeID(header.cause), position: header.position)
            cookbooks[subject, default: []].append(placed)
            relations[key(.contents, header.cause, of: id)] = row(1)
        case .cookbookRecipeRemoved:
            cookbooks[subject]?.removeAll { $0.recipe.position == header.cause }
            relations[key(.contents, header.cause, of: id)] = row(0)
        case .cookbookRecipeMoved:
            cookbooks[subject]?.removeAll { $0.recipe.position == header.cause }
            cookbooks[subject]?.insert(
                PlacedRecipe(recipe: RecipeID(header.cause), position: header.position), at: Int(header.value) - 1)
        case .notificationsRead: relations[key(.read, header.actor.position)] = row(1)
        case .feedSeen: relations[key(.seen, header.actor.position)] = row(1)
        case .rulesChanged: relations[key(.rules, .none, of: .operator)] = row(1)
        case .logCreated, .commandNoted, .memberPasswordChanged, .memberResetLinkMade, .memberAccessRevoked,
            .memberLoggedIn,
            .memberLoggedOut, .recipeCooked:
            break
        }
    }
}
