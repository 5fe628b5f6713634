import Events
import Layout

/// What one member does to one thing, where only the last act counts: a repetition changes nothing.
extension Deliberation {
    /// Doing it, or doing it differently: that answers the act which it replaces.
    func take(
        _ relation: Relation, of thing: Position, owner: MemberID, value: UInt8 = 1, headerValue: UInt8 = 0
    ) -> Decision {
        let row = state.relation(actor.id, relation, thing)
        if let row, row.value == value { return .unchanged(row.position) }
        let replaced = row.flatMap { $0.holds ? $0.position : nil } ?? .none
        return .append([draft(subject: thing, owner: owner, cause: replaced, value: headerValue)])
    }

    /// Taking it back; what was never done is unchanged since the thing itself came to be.
    func takeBack(_ relation: Relation, of thing: Position, owner: MemberID) -> Decision {
        guard let row = state.relation(actor.id, relation, thing) else { return .unchanged(thing) }
        guard row.holds else { return .unchanged(row.position) }
        return .append([draft(subject: thing, owner: owner, cause: row.position, creditedAt: row.occurredAt)])
    }

    /// The living recipe that the command is about, of an author whom no block separates from the actor.
    func recipeToActOn() throws(Refusal) -> Entity {
        try requireMember()
        let recipe = try subjectEntity(.recipe)
        try requireNoBlock(with: recipe.author)
        return recipe
    }

    /// The same without anything to say about it.
    func recipeToRelateTo() throws(Refusal) -> Entity {
        let recipe = try recipeToActOn()
        try requireNoPayload()
        return recipe
    }
}
