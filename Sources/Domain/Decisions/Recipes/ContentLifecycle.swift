import Events
import Layout

/// Deleting recipes, comments and reposts, and bringing back the first two.
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

    /// What a moderator removed only a moderator restores.
    func decideContentRestoration() throws(Refusal) -> Decision {
        let entity = try state.entity(subject, contentType, field: "subject")
        try requireAuthorOrModerator(of: entity)
        let payload = try reasonPayload()
        if entity.state.lifecycle == .living { return .unchanged(entity.state.lifecyclePosition) }
        guard entity.state.lifecycle == .deleted || actor.mayModerate else {
            throw Refusal(
                .forbidden, "\(entity.name) was removed by a moderator: only a moderator restores it", field: "actor")
        }
        return .append([
            draft(
                subject: entity.position, owner: entity.author, cause: entity.position,
                creditedAt: entity.state.createdAt, payload: payload)
        ])
    }

    /// The event that deletes it, or nil when it is deleted already.
    func deleting(_ entity: Entity, payload: Payload = .none) -> Draft? {
        guard entity.state.lifecycle == .living else { return nil }
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
            creditedAt: entity.state.createdAt, payload: payload)
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
