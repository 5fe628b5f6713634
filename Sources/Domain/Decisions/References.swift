import Events
import Layout

/// A member in the state.
struct Member {
    let id: MemberID
    let state: MemberState
}

/// A recipe, comment, repost or report in the state.
struct Entity {
    let position: Position
    let state: EntityState

    var author: MemberID { state.author }
    var name: String { "\(state.type.letter)\(position)" }
}

/// Resolves references. An id with another type's letter names nothing.
extension DecisionState {
    func position(_ reference: Reference, field: String) throws(Refusal) -> Position {
        guard let position = position(of: reference) else { throw .unknown(reference, field: field) }
        return position
    }

    /// Deleted members are not found: their names are free again.
    func livingMember(_ reference: Reference, field: String) throws(Refusal) -> Member {
        if case .position(_, let letter?) = reference, letter != "m" {
            throw Refusal(.notFound, "\(reference) is not a member: write m17 or @name", field: field)
        }
        let id = MemberID(try position(reference, field: field))
        guard let member = member(id), !member.isDeleted else { throw .unknown(reference, field: field) }
        return Member(id: id, state: member)
    }

    /// Deleted or not, as long as its author's account exists.
    func entity(_ reference: Reference, _ type: EntityType, field: String) throws(Refusal) -> Entity {
        let entity = try anyEntity(reference, type, field: field)
        guard member(entity.author)?.isDeleted == false else {
            throw EntityLoss.erased.refusal(of: entity.name, field: field)
        }
        return entity
    }

    func livingEntity(_ reference: Reference, _ type: EntityType, field: String) throws(Refusal) -> Entity {
        let entity = try entity(reference, type, field: field)
        try requireLiving(entity, field: field)
        return entity
    }

    /// An entity of that type, deleted or not, whether or not its author's account exists.
    func anyEntity(_ reference: Reference, _ type: EntityType, field: String) throws(Refusal) -> Entity {
        let position = try position(reference, field: field)
        guard let entity = entity(position) else { throw .unknown(reference, field: field) }
        if case .position(_, let letter?) = reference, letter != entity.type.letter {
            throw .unknown(reference, field: field)
        }
        guard entity.type == type else {
            // Others than their members and the moderators may not learn that they exist.
            guard ![.item, .cookbook, .report].contains(entity.type) else { throw .unknown(reference, field: field) }
            throw Refusal(.notFound, "\(reference) is a \(entity.type.name), not a \(type.name)", field: field)
        }
        return Entity(position: position, state: entity)
    }

    /// The recipe of a comment or a repost, if it is visible.
    func livingRecipe(of entity: Entity, field: String) throws(Refusal) -> Entity {
        guard let recipe = self.entity(entity.state.parent), recipe.type == .recipe,
            member(recipe.author)?.isDeleted == false
        else { throw Refusal(.gone, "the recipe of \(entity.name) is gone", field: field) }
        let found = Entity(position: entity.state.parent, state: recipe)
        try requireLiving(found, field: field)
        return found
    }

    private func requireLiving(_ entity: Entity, field: String) throws(Refusal) {
        // The author was checked before.
        if let loss = entity.state.loss(author: nil) { throw loss.refusal(of: entity.name, field: field) }
    }
}

extension Refusal {
    static func unknown(_ reference: Reference, field: String) -> Refusal {
        Refusal(.notFound, "there is no \(reference) here", field: field)
    }
}

extension Deliberation {
    /// The subject of the command; refuses a command without one.
    var subject: Reference {
        get throws(Refusal) {
            guard let subject = command.subject else {
                throw Refusal(.invalid, "\(command.kind.name) needs a subject", field: "subject")
            }
            return subject
        }
    }

    func subjectMember() throws(Refusal) -> Member { try state.livingMember(subject, field: "subject") }
    func subjectEntity(_ type: EntityType) throws(Refusal) -> Entity {
        try state.livingEntity(subject, type, field: "subject")
    }

    /// For acts on oneself: a missing subject means the actor, and no other member is allowed.
    func requireOwnSubject() throws(Refusal) {
        guard let reference = command.subject else { return }
        guard try state.livingMember(reference, field: "subject").id == actor.id else {
            throw Refusal(.forbidden, "only the member can \(command.kind.deed)", field: "subject")
        }
    }

    /// For entities that the event itself creates.
    func requireNoSubject() throws(Refusal) {
        if command.subject != nil {
            throw Refusal(
                .invalid, "\(command.kind.name) creates its own subject: leave it out", field: "subject")
        }
    }
}
