package import EventLog
import Events
package import Layout

/// How each kind of event changes what decisions know; the folds of each aggregate are beside its decisions. A change
/// of a fold needs another `WriteModelTables.version`.
extension WriteModel {
    package func fold(_ record: Record, originKey: SecretKey?) {
        let header = record.header
        let position = header.position
        count(header)
        if let originKey { setOrigin(originKey, position) }
        switch header.kind {
        case .logCreated, .commandNoted, .memberPasswordChanged, .memberResetLinkMade, .memberAccessRevoked,
            .memberLoggedIn,
            .memberLoggedOut, .recipeCooked:
            break
        case .rulesChanged: relate(.rules, 1, header, of: .operator, object: Position.none)
        case .memberRegistered: foldRegistration(record)
        case .memberProfileChanged:
            change(MemberID(header.subject)) { $0.state.profilePosition = position }
            if case .profileChange(let change) = record.payload {
                if change.hasUsername { rename(MemberID(header.subject), to: change.username) }
                if change.hasEmail { giveEmail(change.email, to: MemberID(header.subject)) }
            }
        case .memberDeleted: foldMemberDeletion(header)
        case .memberRoleChanged: foldRoleChange(header)
        case .memberBanned: foldBan(record)
        case .memberUnbanned:
            change(MemberID(header.subject)) {
                $0.state.ban = nil
                $0.state.statusPosition = position
            }
        case .memberPointsCarriedOver, .recipeCountsCarriedOver: relate(.carriedOver, 1, header, of: .operator)
        case .recipeCookNoteDeleted: relate(.cookNoteDeletion, 1, header, of: .operator, object: header.cause)
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
        case .listItemAdded: foldListing(header)
        case .listItemChecked: relate(.check, 1, header)
        case .listItemUnchecked: relate(.check, 0, header)
        case .listItemRemoved: foldUnlisting(header)
        case .cookbookCreated: foldCookbook(header)
        case .cookbookDeleted: foldCookbookDeletion(header)
        case .cookbookRecipeAdded, .cookbookRecipeRemoved, .cookbookRecipeMoved: foldContents(header)
        case .notificationsRead: relate(.read, 1, header, object: header.actor.position)
        case .feedSeen: relate(.seen, 1, header, object: header.actor.position)
        case .recipePosted: create(.recipe, header, parent: .none)
        case .commentPosted: create(.comment, header, parent: header.subject, repliesTo: header.cause)
        case .recipeReposted:
            create(.repost, header, parent: header.subject)
            if !header.flags.contains(.hasPayload) { relate(.plainRepost, 1, header) }
        case .reportFiled: foldReport(header)
        case .reportResolved: foldResolution(header)
        case .recipeEdited, .commentEdited, .cookbookChanged:
            change(header.subject) {
                $0.version += 1
                $0.contentPosition = position
            }
        case .recipeDeleted, .recipeRestored, .commentDeleted, .commentRestored, .repostDeleted:
            foldLifecycle(header)
        }
    }

    func foldLifecycle(_ header: EventHeader) {
        change(header.subject) {
            $0.lifecycle.change(by: header, author: $0.author)
            $0.lifecyclePosition = header.position
        }
        guard header.kind == .repostDeleted, let repost = entity(header.subject) else { return }
        let plain = relation(RelationKey(repost.author, .plainRepost, repost.parent))
        if plain?.position == header.subject {
            relate(.plainRepost, 0, header, of: repost.author, object: repost.parent)
        }
    }

    /// `value` 0: retracted. The relation of the actor to the subject unless the caller passes others.
    func relate(
        _ relation: Relation, _ value: UInt8, _ header: EventHeader, of actor: MemberID? = nil,
        object: Position? = nil
    ) {
        let key = RelationKey(actor ?? header.actor, relation, object ?? header.subject)
        let firstAt = relation.belongsToItsFirstTime ? self.relation(key)?.firstAt ?? header.occurredAt : nil
        set(
            key,
            RelationState(
                position: header.position, creditedAt: header.creditedAt, firstAt: firstAt, value: value))
    }

    func count(_ allowance: Allowance, of holder: Position, _ part: UInt64 = 0, up: Bool) {
        let key = TallyKey(holder.value, allowance, part)
        let count = tally(key)
        set(key, up ? count + 1 : count - min(count, 1))
    }

    func create(_ type: EntityType, _ header: EventHeader, parent: Position, repliesTo: Position = .none) {
        set(
            header.position,
            EntityState(
                type: type, author: header.actor, parent: parent, repliesTo: repliesTo, position: header.position,
                createdAt: header.occurredAt))
    }
}
