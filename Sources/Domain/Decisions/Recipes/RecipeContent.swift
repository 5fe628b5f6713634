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

    /// The full new content; what says the same changes nothing, whatever its note.
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
    /// One plain repost each; quotes as many as one likes.
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
