import Events
import Layout

/// Items and cookbooks, which their makers alone see to.
extension Deliberation {
    /// What the command is done to, which must be the actor's; `isLiving`: and still be there.
    func subjectOfOneself(_ type: EntityType, isLiving: Bool = true) throws(Refusal) -> Entity {
        try requireMember()
        let entity = isLiving ? try subjectEntity(type) : try state.entity(subject, type, field: "subject")
        guard entity.author == actor.id else {
            throw Refusal(.forbidden, "\(entity.name) belongs to another member", field: "actor")
        }
        return entity
    }

    func decideGivingUp(_ type: EntityType) throws(Refusal) -> Decision {
        let entity = try subjectOfOneself(type, isLiving: false)
        try requireNoPayload()
        guard entity.state.lifecycle == .living else { return .unchanged(entity.state.lifecyclePosition) }
        return .append([draft(subject: entity.position, owner: actor.id)])
    }

    /// The living recipe that a command's cause names, to be put on a list or into a cookbook.
    func recipeToTake(_ cause: Reference) throws(Refusal) -> Entity {
        let recipe = try state.livingEntity(cause, .recipe, field: "cause")
        try requireNoBlock(with: recipe.author)
        return recipe
    }
}
