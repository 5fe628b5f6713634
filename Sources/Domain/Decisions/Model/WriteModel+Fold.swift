package import EventLog
import Events
package import Layout

/// How each kind of event changes what decisions know. A change here needs another `WriteModelTables.version`.
extension WriteModel {
    package func fold(_ record: Record, originKey: SecretKey?) {
        let header = record.header
        let position = header.position
        count(header)
        if let originKey { setOrigin(originKey, position) }
        switch header.kind {
        case .logCreated, .commandNoted, .memberPasswordChanged, .memberLoggedIn, .memberLoggedOut,
            .recipeCooked:
            break
        case .rulesChanged: relate(.rules, 1, header, of: .operator, object: Position.none)
        case .memberRegistered: foldRegistration(record)
        case .memberProfileChanged:
            change(MemberID(header.subject)) { $0.state.profilePosition = position }
            if case .profileChange(let change) = record.payload, change.hasUsername {
                rename(MemberID(header.subject), to: change.username)
            }
        case .memberDeleted: foldMemberDeletion(header)
        case .memberRoleChanged: foldRoleChange(header)
        case .memberBanned: foldBan(record)
        case .memberUnbanned:
            change(MemberID(header.subject)) {
                $0.state.ban = nil
                $0.state.statusPosition = position
            }
        case .memberFollowed: relate(.follow, 1, header)
        case .memberUnfollowed: relate(.follow, 0, header)
        case .memberBlocked: relate(.block, 1, header)
        case .memberUnblocked: relate(.block, 0, header)
        case .recipeLiked, .commentLiked: relate(.like, 1, header)
        case .recipeUnliked, .commentUnliked: relate(.like, 0, header)
        case .recipeUpvoted: relate(.vote, 1, header)
        case .recipeDownvoted: relate(.vote, 2, header)
        case .recipeVoteRetracted: relate(.vote, 0, header)
        case .recipeRated: relate(.rating, header.value, header)
        case .recipeRatingRetracted: relate(.rating, 0, header)
        case .recipeBookmarked: relate(.bookmark, 1, header)
        case .recipeUnbookmarked: relate(.bookmark, 0, header)
        case .planSet: plan(1, header)
        case .planCleared: plan(0, header)
        case .listItemAdded:
            create(.item, header, parent: header.cause)
            count(.listed, of: header.actor.position, up: true)
        case .listItemChecked: relate(.check, 1, header)
        case .listItemUnchecked: relate(.check, 0, header)
        case .listItemRemoved:
            foldDeletion(header)
            count(.listed, of: header.actor.position, up: false)
        case .cookbookCreated:
            create(.cookbook, header, parent: .none)
            count(.cookbooks, of: header.actor.position, up: true)
        case .cookbookDeleted:
            foldDeletion(header)
            count(.cookbooks, of: header.actor.position, up: false)
            setRecipes(ofCookbook: header.subject, [])
        case .cookbookRecipeAdded, .cookbookRecipeRemoved, .cookbookRecipeMoved: foldContents(header)
        case .notificationsRead: relate(.read, 1, header, object: header.actor.position)
        case .feedSeen: relate(.seen, 1, header, object: header.actor.position)
        case .recipePosted: create(.recipe, header, parent: .none)
        case .commentPosted: create(.comment, header, parent: header.subject, repliesTo: header.cause)
        case .recipeReposted:
            create(.repost, header, parent: header.subject)
            if !header.flags.contains(.hasPayload) { relate(.plainRepost, 1, header) }
        case .reportFiled:
            create(.report, header, parent: header.subject)
            change(position) { $0.version = 0 }
            relate(.openReport, 1, header)
        case .reportResolved:
            change(header.subject) {
                $0.version = UInt32(header.value)
                $0.lifecyclePosition = position
            }
            if let report = entity(header.subject) {
                relate(.openReport, 0, header, of: report.author, object: report.parent)
            }
        case .recipeEdited, .commentEdited, .cookbookChanged:
            change(header.subject) {
                $0.version += 1
                $0.contentPosition = position
            }
        case .recipeDeleted, .commentDeleted, .repostDeleted: foldDeletion(header)
        case .recipeRestored, .commentRestored:
            change(header.subject) {
                $0.lifecycle = .living
                $0.lifecyclePosition = position
            }
        }
    }

    private func foldRegistration(_ record: Record) {
        let id = MemberID(record.position)
        counts.members += 1
        let role = Role(rawValue: record.header.value) ?? .member
        if role == .admin { counts.admins += 1 }
        set(
            id, StoredMember(state: MemberState(ordinal: counts.members, role: role, position: record.position)))
        if case .registration(let registration) = record.payload { rename(id, to: registration.username) }
    }

    private func foldMemberDeletion(_ header: EventHeader) {
        let id = MemberID(header.subject)
        guard let member = member(id) else { return }
        if member.state.role == .admin, !member.state.isDeleted { counts.admins -= 1 }
        freeName(of: id)
        change(id) {
            $0.state.isDeleted = true
            $0.state.ban = nil
            $0.state.statusPosition = header.position
        }
    }

    private func foldRoleChange(_ header: EventHeader) {
        let role = Role(rawValue: header.value) ?? .member
        change(MemberID(header.subject)) {
            if $0.state.role == .admin, role != .admin { counts.admins -= 1 }
            if $0.state.role != .admin, role == .admin { counts.admins += 1 }
            $0.state.role = role
            $0.state.statusPosition = header.position
        }
    }

    private func foldBan(_ record: Record) {
        var until: Timestamp?
        if case .ban(let ban) = record.payload, ban.hasUntil { until = Timestamp(ban.until) }
        change(MemberID(record.header.subject)) {
            $0.state.ban = BanState(position: record.position, until: until)
            $0.state.statusPosition = record.position
        }
    }

    private func foldDeletion(_ header: EventHeader) {
        change(header.subject) {
            $0.lifecycle = header.actor == $0.author ? .deleted : .removed
            $0.lifecyclePosition = header.position
        }
        guard header.kind == .repostDeleted, let repost = entity(header.subject) else { return }
        let plain = relation(RelationKey(repost.author, .plainRepost, repost.parent))
        if plain?.position == header.subject {
            relate(.plainRepost, 0, header, of: repost.author, object: repost.parent)
        }
    }

    /// `value` 0: taken back. Of the actor to the subject unless said otherwise.
    private func relate(
        _ relation: Relation, _ value: UInt8, _ header: EventHeader, of actor: MemberID? = nil,
        object: Position? = nil
    ) {
        set(
            RelationKey(actor ?? header.actor, relation, object ?? header.subject),
            RelationState(position: header.position, occurredAt: header.occurredAt, value: value))
    }

    /// `value` 0: cleared.
    private func plan(_ value: UInt8, _ header: EventHeader) {
        guard let slot = header.planSlot, let key = PlanKey(header.actor, slot) else { return }
        let wasThere = plan(key)?.holds == true
        set(key, RelationState(position: header.position, occurredAt: header.occurredAt, value: value))
        guard wasThere != (value != 0) else { return }
        count(.planned, of: header.actor.position, UInt64(slot.day.number), up: value != 0)
    }

    private func count(_ allowance: Allowance, of holder: Position, _ part: UInt64 = 0, up: Bool) {
        let key = TallyKey(holder.value, allowance, part)
        let count = tally(key)
        set(key, up ? count + 1 : count - min(count, 1))
    }

    private func foldContents(_ header: EventHeader) {
        var placed = recipes(ofCookbook: header.subject)
        let recipe = RecipeID(header.cause)
        switch header.kind {
        case .cookbookRecipeAdded: placed.append(PlacedRecipe(recipe: recipe, position: header.position))
        case .cookbookRecipeRemoved: placed.removeAll { $0.recipe == recipe }
        default: placed.move(recipe, to: Int(header.value), by: header.position)
        }
        setRecipes(ofCookbook: header.subject, placed)
        guard header.kind != .cookbookRecipeMoved else { return }
        relate(
            .contents, header.kind == .cookbookRecipeAdded ? 1 : 0, header, of: MemberID(header.subject),
            object: header.cause)
    }

    private func create(_ type: EntityType, _ header: EventHeader, parent: Position, repliesTo: Position = .none) {
        set(
            header.position,
            EntityState(
                type: type, author: header.actor, parent: parent, repliesTo: repliesTo, position: header.position,
                createdAt: header.occurredAt))
    }
}
