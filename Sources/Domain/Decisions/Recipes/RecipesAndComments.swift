import Events
import Layout

/// Posting and editing recipes.
extension Deliberation {
    func decidePosting() throws(Refusal) -> Decision {
        try requireMember()
        try requireNoSubject()
        var origin = Position.none
        if let reference = command.cause {
            let forked = try state.livingEntity(reference, .recipe, field: "cause")
            try requireNoBlock(with: forked.author)
            origin = forked.position
        }
        guard case .recipe(let given) = command.payload else { throw wrongShape }
        let content = try RecipeRules.normal(given)
        guard try TextRules.unlessBlank(given.hasNote ? given.note : nil, field: "note") == nil else {
            throw Refusal(.invalid, "a note belongs to an edit, not to a new recipe", field: "note")
        }
        try RecipeRules.checkSize(content)
        return .append([
            Draft(
                .recipePosted, actor: actor.id, isOwnSubject: true, owner: actor.id, cause: origin,
                occurredAt: occurredAt, payload: .recipe(content))
        ])
    }

    /// The full new content. Equal content changes nothing, whatever its note.
    func decideRecipeEdit() throws(Refusal) -> Decision {
        let recipe = try subjectEntity(.recipe)
        try requireAuthor(of: recipe)
        guard case .recipe(let given) = command.payload else { throw wrongShape }
        var content = try RecipeRules.normal(given)
        let note = try TextRules.unlessBlank(
            given.hasNote ? given.note : nil, field: "note", max: ContentLimits.note)
        try requireExpectedVersion(of: recipe)
        if case .recipe(var current)? = state.record(at: recipe.state.contentPosition)?.payload {
            current.clearNote()
            if current == content { return .unchanged(recipe.state.contentPosition) }
        }
        if let note { content.note = note }
        try RecipeRules.checkSize(content)
        return .append([draft(subject: recipe.position, owner: recipe.author, payload: .recipe(content))])
    }

    func requireAuthor(of entity: Entity) throws(Refusal) {
        guard entity.author == actor.id else {
            throw Refusal(.forbidden, "only its author edits \(entity.name)", field: "actor")
        }
    }

    func requireExpectedVersion(of entity: Entity) throws(Refusal) {
        guard let expected = command.expectedVersion, expected != entity.state.version else { return }
        throw Refusal(
            .conflict, "\(entity.name) is at version \(entity.state.version) by now, not \(expected): read it again",
            field: "version")
    }
}

extension Deliberation {
    /// One plain repost for each member and recipe; any number of quotes.
    func decideRepost() throws(Refusal) -> Decision {
        let recipe = try recipeToActOn()
        let quote = try quotePayload()
        if quote == .none {
            if let row = state.relation(actor.id, .plainRepost, recipe.position), row.holds {
                return .unchanged(row.position)
            }
        }
        return .append([draft(subject: recipe.position, owner: recipe.author, payload: quote)])
    }

    func decideCooked() throws(Refusal) -> Decision {
        let recipe = try recipeToActOn()
        return .append([draft(subject: recipe.position, owner: recipe.author, payload: try notePayload())])
    }
}

/// Comments on recipes, and replies to comments.
extension Deliberation {
    func decideComment() throws(Refusal) -> Decision {
        let recipe = try recipeToActOn()
        var parent = Position.none
        if let reference = command.cause {
            let comment = try state.livingEntity(reference, .comment, field: "cause")
            guard comment.state.parent == recipe.position else {
                throw Refusal(.invalid, "\(comment.name) is a comment on another recipe", field: "cause")
            }
            try requireNoBlock(with: comment.author)
            parent = comment.position
        }
        return .append([
            draft(subject: recipe.position, owner: recipe.author, cause: parent, payload: try textPayload())
        ])
    }

    func decideCommentEdit() throws(Refusal) -> Decision {
        let comment = try subjectEntity(.comment)
        try requireAuthor(of: comment)
        try requireNoBlockAround(comment)
        let text = try textPayload()
        try requireExpectedVersion(of: comment)
        if state.record(at: comment.state.contentPosition)?.payload == text {
            return .unchanged(comment.state.contentPosition)
        }
        return .append([draft(subject: comment.position, owner: comment.author, payload: text)])
    }

    /// Refuses what a member writes below the recipe, or as a reply to the comment, of a member whom a block separates from
    /// them.
    private func requireNoBlockAround(_ comment: Entity) throws(Refusal) {
        let parents = [comment.state.parent, state.record(at: comment.position)?.header.cause ?? .none]
        for parent in parents where !parent.isNone {
            if let above = state.entity(parent) { try requireNoBlock(with: above.author) }
        }
    }
}

/// Deletes recipes, comments and reposts, and restores recipes and comments.
extension Deliberation {
    func decideContentDeletion() throws(Refusal) -> Decision {
        let entity = try state.entity(subject, contentType, field: "subject")
        try requireAuthorOrModerator(of: entity)
        let payload = try reasonPayload()
        guard let draft = deleting(entity, payload: payload) else {
            return .unchanged(entity.state.lifecyclePosition)
        }
        return .append([draft])
    }

    /// Only moderators restore what a moderator removed, and only its author restores what the author deleted. Content for
    /// which both holds is public after both restorations. Restoring a comment of one's own is refused where editing it is.
    func decideContentRestoration() throws(Refusal) -> Decision {
        let entity = try state.entity(subject, contentType, field: "subject")
        try requireAuthorOrModerator(of: entity)
        let isAuthor = entity.author == actor.id
        if isAuthor, entity.state.type == .comment { try requireNoBlockAround(entity) }
        let payload = try reasonPayload()
        let lifecycle = entity.state.lifecycle
        if lifecycle == .living { return .unchanged(entity.state.lifecyclePosition) }
        guard lifecycle != .removed || actor.mayModerate else {
            throw Refusal(
                .forbidden, "\(entity.name) was removed by a moderator: only a moderator restores it", field: "actor")
        }
        guard lifecycle != .deleted || isAuthor else {
            throw Refusal(
                .forbidden, "\(entity.name) was deleted by its author: only the author restores it", field: "actor")
        }
        return .append([
            draft(
                subject: entity.position, owner: entity.author, cause: entity.position,
                creditedAt: entity.state.createdAt,
                value: lifecycle.value(ofChangeTo: lifecycle.restored(byAuthor: isAuthor)), payload: payload)
        ])
    }

    /// The event that deletes it; `nil` if the actor's mark is set already. A repost cannot be restored: it is deleted once.
    func deleting(_ entity: Entity, payload: Payload = .none) -> Draft? {
        let lifecycle = entity.state.lifecycle
        let next = lifecycle.deleted(byAuthor: entity.author == actor.id)
        guard next != lifecycle, entity.state.type != .repost || lifecycle == .living else { return nil }
        let kind: EventKind
        var owner = entity.author
        switch entity.state.type {
        case .comment: kind = .commentDeleted
        case .repost:
            kind = .repostDeleted
            owner = state.entity(entity.state.parent)?.author ?? .operator
        case .recipe, .report, .item, .cookbook: kind = .recipeDeleted
        }
        return draft(
            kind, subject: entity.position, owner: owner, cause: entity.position,
            creditedAt: entity.state.createdAt, value: lifecycle.value(ofChangeTo: next), payload: payload)
    }

    private var contentType: EntityType {
        switch command.kind {
        case .commentDeleted, .commentRestored: .comment
        case .repostDeleted: .repost
        default: .recipe
        }
    }

    private func requireAuthorOrModerator(of entity: Entity) throws(Refusal) {
        guard entity.author == actor.id || actor.mayModerate else {
            throw Refusal(
                .forbidden, "\(entity.name) belongs to another member: only they or a moderator may do that",
                field: "actor")
        }
    }
}
