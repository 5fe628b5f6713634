import Events
import Layout

/// A member's relations to entities, of which only the last act counts: a repetition changes nothing. A block refuses
/// new acts, and it never refuses to take one back.
extension Deliberation {
    /// Sets a relation, or replaces it by a different one: the new event names the replaced act as its cause. A like,
    /// bookmark or follow that was taken back and is done again belongs to the week and day of its first time.
    func take(
        _ relation: Relation, of thing: Position, owner: MemberID, value: UInt8 = 1, headerValue: UInt8 = 0
    ) -> Decision {
        let row = state.relation(actor.id, relation, thing)
        if let row, row.value == value { return .unchanged(row.position) }
        let replaced = row.flatMap { $0.holds ? $0.position : nil } ?? .none
        let firstAt = relation.belongsToItsFirstTime ? row?.firstAt : nil
        return .append([
            draft(subject: thing, owner: owner, cause: replaced, creditedAt: firstAt, value: headerValue)
        ])
    }

    /// Retracts a relation. Without a relation the result is unchanged, since the creation of the subject.
    func takeBack(_ relation: Relation, of thing: Position, owner: MemberID) -> Decision {
        guard let row = state.relation(actor.id, relation, thing) else { return .unchanged(thing) }
        guard row.holds else { return .unchanged(row.position) }
        return .append([draft(subject: thing, owner: owner, cause: row.position, creditedAt: row.creditedAt)])
    }

    /// The living recipe that is the subject, if no block separates its author from the actor.
    func recipeToActOn() throws(Refusal) -> Entity {
        try requireMember()
        let recipe = try subjectEntity(.recipe)
        try requireNoBlock(with: recipe.author)
        return recipe
    }

    /// The subject recipe of a command without a payload.
    func recipeToRelateTo() throws(Refusal) -> Entity {
        let recipe = try recipeToActOn()
        try requireNoPayload()
        return recipe
    }

    /// The living recipe of a command that takes an act back, whatever blocks there are.
    func recipeToRetractFrom() throws(Refusal) -> Entity {
        try requireMember()
        let recipe = try subjectEntity(.recipe)
        try requireNoPayload()
        return recipe
    }
}

/// Likes of recipes and of comments.
extension Deliberation {
    func decideLike() throws(Refusal) -> Decision {
        guard command.kind == .commentLiked else {
            let recipe = try recipeToRelateTo()
            return take(.like, of: recipe.position, owner: recipe.author)
        }
        let comment = try commentToRelateTo()
        try requireNoBlock(with: comment.author)
        try requireNoPayload()
        return take(.like, of: comment.position, owner: comment.author)
    }

    func decideUnlike() throws(Refusal) -> Decision {
        guard command.kind == .commentUnliked else {
            let recipe = try recipeToRetractFrom()
            return takeBack(.like, of: recipe.position, owner: recipe.author)
        }
        let comment = try commentToRelateTo()
        try requireNoPayload()
        return takeBack(.like, of: comment.position, owner: comment.author)
    }

    /// The subject comment, if it and its recipe are living.
    private func commentToRelateTo() throws(Refusal) -> Entity {
        try requireMember()
        let comment = try subjectEntity(.comment)
        _ = try state.livingRecipe(of: comment, field: "subject")
        return comment
    }
}

extension Deliberation {
    /// One vote for each member and recipe: the other direction replaces it.
    func decideVote() throws(Refusal) -> Decision {
        let recipe = try recipeToRelateTo()
        return take(
            .vote, of: recipe.position, owner: recipe.author, value: command.kind == .recipeUpvoted ? 1 : 2)
    }

    func decideVoteRetraction() throws(Refusal) -> Decision {
        let recipe = try recipeToRetractFrom()
        return takeBack(.vote, of: recipe.position, owner: recipe.author)
    }
}

extension Deliberation {
    func decideRating() throws(Refusal) -> Decision {
        let recipe = try recipeToRelateTo()
        guard (1...5).contains(command.value) else {
            throw Refusal(.invalid, "a rating has 1 to 5 stars", field: "stars")
        }
        return take(
            .rating, of: recipe.position, owner: recipe.author, value: command.value, headerValue: command.value)
    }

    func decideRatingRetraction() throws(Refusal) -> Decision {
        let recipe = try recipeToRetractFrom()
        return takeBack(.rating, of: recipe.position, owner: recipe.author)
    }
}

extension Deliberation {
    func decideBookmark() throws(Refusal) -> Decision {
        let recipe = try recipeToRelateTo()
        return take(.bookmark, of: recipe.position, owner: recipe.author)
    }

    /// A member may remove a bookmark that outlived its recipe: it would stay in the list for good. A member without a
    /// bookmark of a deleted recipe is told that it is gone, as with every other act.
    func decideUnbookmark() throws(Refusal) -> Decision {
        try requireMember()
        let position = try state.position(subject, field: "subject")
        let wasBookmarked = state.relation(actor.id, .bookmark, position) != nil
        let recipe =
            wasBookmarked
            ? try state.anyEntity(subject, .recipe, field: "subject") : try subjectEntity(.recipe)
        try requireNoPayload()
        return takeBack(.bookmark, of: recipe.position, owner: recipe.author)
    }
}

extension Deliberation {
    func decideFollow() throws(Refusal) -> Decision {
        let member = try memberToRelateTo()
        try requireNoBlock(with: member.id)
        return take(.follow, of: member.id.position, owner: member.id)
    }

    func decideUnfollow() throws(Refusal) -> Decision {
        let member = try memberToRelateTo()
        return takeBack(.follow, of: member.id.position, owner: member.id)
    }

    /// The subject, which must be another member.
    func memberToRelateTo() throws(Refusal) -> Member {
        try requireMember()
        let member = try subjectMember()
        try requireNoPayload()
        guard member.id != actor.id else {
            throw Refusal(.invalid, "you cannot \(command.kind.deed) yourself", field: "subject")
        }
        return member
    }
}

extension Deliberation {
    /// A block also ends following in both directions.
    func decideBlock() throws(Refusal) -> Decision {
        let member = try memberToRelateTo()
        let block = take(.block, of: member.id.position, owner: member.id)
        guard case .append(var drafts) = block else { return block }
        drafts += [
            unfollowing(of: member.id, by: actor.id), unfollowing(of: actor.id, by: member.id),
        ].compactMap { $0 }
        return .append(drafts)
    }

    func decideUnblock() throws(Refusal) -> Decision {
        let member = try memberToRelateTo()
        return takeBack(.block, of: member.id.position, owner: member.id)
    }

    private func unfollowing(of followed: MemberID, by follower: MemberID) -> Draft? {
        guard let row = state.relation(follower, .follow, followed.position), row.holds else { return nil }
        var draft = Draft(
            .memberUnfollowed, actor: follower, subject: followed.position, owner: followed, occurredAt: occurredAt,
            creditedAt: row.creditedAt)
        draft.isCausedByFirst = true
        return draft
    }
}

/// The position up to which a member has read their notifications, or seen the feed. It only increases.
extension Deliberation {
    func decideMark() throws(Refusal) -> Decision {
        try requireMember()
        try requireOwnSubject()
        try requireNoPayload()
        let upTo = try markedPosition()
        let relation: Relation = command.kind == .feedSeen ? .seen : .read
        if let row = state.relation(actor.id, relation, actor.id.position),
            let mark = state.record(at: row.position)?.header
        {
            // A position just before the mark itself means up to the mark, which is nothing to read.
            let marked = mark.cause.next == row.position ? row.position : mark.cause
            if upTo <= marked { return .unchanged(row.position) }
        }
        return .append([draft(subject: actor.id.position, owner: .operator, cause: upTo)])
    }

    /// Any event is allowed; without a reference it is the last one.
    private func markedPosition() throws(Refusal) -> Position {
        guard let reference = command.cause else { return state.head }
        let position = try state.position(reference, field: "cause")
        guard !position.isNone, position <= state.head else { throw .unknown(reference, field: "cause") }
        if case .position(_, let letter?) = reference {
            let actual = state.entity(position)?.type.letter ?? (state.member(MemberID(position)) == nil ? nil : "m")
            guard letter == actual else { throw .unknown(reference, field: "cause") }
        }
        return position
    }
}
