import Events
import Layout

/// One command and the state, with its actor known and in good standing.
///
/// Each aggregate extends it with its decisions.
struct Deliberation<State: DecisionState> {
    let command: Command
    let state: State
    let actor: Actor
    let occurredAt: Timestamp

    init(_ command: Command, in state: State) throws(Refusal) {
        self.command = command
        self.state = state
        actor = try Actor(command.actor, in: state)
        occurredAt = command.occurredAt ?? state.now
    }

    func decide() throws(Refusal) -> Decision {
        switch command.kind {
        case .rulesChanged: try decideRuleChange()
        case .memberProfileChanged: try decideProfileChange()
        case .memberDeleted: try decideMemberDeletion()
        case .memberFollowed: try decideFollow()
        case .memberUnfollowed: try decideUnfollow()
        case .memberBlocked: try decideBlock()
        case .memberUnblocked: try decideUnblock()
        case .memberRoleChanged: try decideRoleChange()
        case .memberBanned: try decideBan()
        case .memberUnbanned: try decideUnban()
        case .memberPointsCarriedOver: try decideCarriedPoints()
        case .recipeCountsCarriedOver: try decideCarriedCounts()
        case .recipePosted: try decidePosting()
        case .recipeEdited: try decideRecipeEdit()
        case .recipeDeleted, .commentDeleted, .repostDeleted: try decideContentDeletion()
        case .recipeRestored, .commentRestored: try decideContentRestoration()
        case .recipeLiked, .commentLiked: try decideLike()
        case .recipeUnliked, .commentUnliked: try decideUnlike()
        case .recipeUpvoted, .recipeDownvoted: try decideVote()
        case .recipeVoteRetracted: try decideVoteRetraction()
        case .recipeRated: try decideRating()
        case .recipeRatingRetracted: try decideRatingRetraction()
        case .recipeBookmarked: try decideBookmark()
        case .recipeUnbookmarked: try decideUnbookmark()
        case .recipeReposted: try decideRepost()
        case .recipeCooked: try decideCooked()
        case .recipeCookNoteDeleted: try decideCookNoteDeletion()
        case .commentPosted: try decideComment()
        case .commentEdited: try decideCommentEdit()
        case .reportFiled: try decideReport()
        case .reportResolved: try decideResolution()
        case .planSet: try decidePlan()
        case .planCleared: try decidePlanClearing()
        case .listItemAdded: try decideListing()
        case .listItemChecked: try decideCheck()
        case .listItemUnchecked: try decideUncheck()
        case .listItemRemoved: try decideGivingUp(.item)
        case .cookbookCreated: try decideCookbook()
        case .cookbookChanged: try decideCookbookChange()
        case .cookbookDeleted: try decideGivingUp(.cookbook)
        case .cookbookRecipeAdded: try decideAddition()
        case .cookbookRecipeRemoved: try decideRemoval()
        case .cookbookRecipeMoved: try decideMove()
        case .notificationsRead, .feedSeen: try decideMark()
        case .logCreated, .commandNoted, .memberRegistered, .memberPasswordChanged, .memberResetLinkMade,
            .memberAccessRevoked,
            .memberLoggedIn, .memberLoggedOut:
            throw Refusal(.forbidden, "\(command.kind.name) cannot be submitted")
        }
    }

    /// The draft of the command's own event, or of one that follows from it.
    func draft(
        _ kind: EventKind? = nil, subject: Position, owner: MemberID, cause: Position = .none,
        creditedAt: Timestamp? = nil, value: UInt8 = 0, payload: Payload = .none
    ) -> Draft {
        Draft(
            kind ?? command.kind, actor: actor.id, subject: subject, owner: owner, cause: cause,
            occurredAt: occurredAt, creditedAt: creditedAt, value: value, payload: payload)
    }
}

/// Items and cookbooks, which only their owners change.
extension Deliberation {
    /// The subject, which must belong to the actor, and with `isLiving` must not be deleted.
    func subjectOfOneself(_ type: EntityType, isLiving: Bool = true) throws(Refusal) -> Entity {
        try requireMember()
        let entity = try state.anyEntity(subject, type, field: "subject")
        guard entity.author == actor.id else {
            guard isPublicCookbook(entity) else { throw .unknown(try subject, field: "subject") }
            throw Refusal(.forbidden, "\(entity.name) belongs to another member", field: "actor")
        }
        return isLiving ? try subjectEntity(type) : try state.entity(subject, type, field: "subject")
    }

    /// Whether it is a cookbook of another member that the actor can see. All other things of its kind, and all items, are refused to
    /// others as if they did not exist.
    func isPublicCookbook(_ entity: Entity) -> Bool {
        guard entity.state.type == .cookbook, entity.state.lifecycle == .living,
            let owner = state.member(entity.author), !owner.isDeleted, owner.ban?.holds(at: state.now) != true,
            state.relation(entity.author, .block, actor.id.position)?.holds != true,
            state.relation(actor.id, .block, entity.author.position)?.holds != true,
            case .cookbook(let said)? = state.record(at: entity.state.contentPosition)?.payload
        else { return false }
        return said.visibility == .public
    }

    func decideGivingUp(_ type: EntityType) throws(Refusal) -> Decision {
        let entity = try subjectOfOneself(type, isLiving: false)
        try requireNoPayload()
        guard entity.state.lifecycle == .living else { return .unchanged(entity.state.lifecyclePosition) }
        return .append([draft(subject: entity.position, owner: actor.id)])
    }

    /// The living recipe that a command's cause names, for a list or a cookbook.
    func recipeToTake(_ cause: Reference) throws(Refusal) -> Entity {
        let recipe = try state.livingEntity(cause, .recipe, field: "cause")
        try requireNoBlock(with: recipe.author)
        return recipe
    }
}
