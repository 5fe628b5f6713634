import Events
import Layout

/// Deleting the note of a member who cooked a recipe, its words and its picture. The cooking stays, and no command restores the note.
extension Deliberation {
    /// The cause names the event of cooking. The subject, its recipe, may be left out.
    func decideCookNoteDeletion() throws(Refusal) -> Decision {
        let cooking = try cookingWithNote()
        guard cooking.actor == actor.id || actor.mayModerate else {
            throw Refusal(
                .forbidden,
                "the note of event \(cooking.position) belongs to another member: only they or a moderator may do that",
                field: "actor")
        }
        let payload = try reasonPayload()
        if let row = state.relation(.operator, .cookNoteDeletion, cooking.position) {
            return .unchanged(row.position)
        }
        return .append([
            draft(subject: cooking.subject, owner: cooking.actor, cause: cooking.position, payload: payload)
        ])
    }

    /// The event of cooking that the cause names, if it has a note, deleted or not.
    private func cookingWithNote() throws(Refusal) -> EventHeader {
        guard let reference = command.cause else {
            throw Refusal(.invalid, "\(command.kind.name) needs a cause: the event of cooking", field: "cause")
        }
        let position = try state.position(reference, field: "cause")
        guard reference.isBare, let header = state.record(at: position)?.header, header.kind == .recipeCooked,
            header.flags.contains(.hasPayload)
        else {
            throw Refusal(.notFound, "\(reference) is not an event of cooking with a note or a picture", field: "cause")
        }
        if let subject = command.subject {
            let recipe = try state.anyEntity(subject, .recipe, field: "subject")
            guard recipe.position == header.subject else {
                throw Refusal(.invalid, "event \(position) is about another recipe", field: "subject")
            }
        }
        guard state.member(header.actor)?.isDeleted == false else {
            throw EntityLoss.erased.refusal(of: "the note of event \(position)", field: "cause")
        }
        return header
    }
}

extension Reference {
    /// Whether it is written as events are that create nothing: without a letter and without a name.
    fileprivate var isBare: Bool {
        switch self {
        case .position(_, let letter): letter == nil
        case .external: true
        case .username: false
        }
    }
}
