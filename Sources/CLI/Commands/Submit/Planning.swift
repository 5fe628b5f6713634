import ArgumentParser
import Events
import Operations

struct SetPlan: Act {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Plan a recipe for a day and meal, or plan it for others.")
    static let examples = [
        Example("plan set r12 2026-11-24 dinner --as @bo", "as many as it serves"),
        Example("plan set r12 2026-11-24 dinner --servings 4 --as @bo", "for four"),
    ]

    @OptionGroup var place: PlannedPlace
    @Option(parsing: .unconditional, help: ArgumentHelp("For how many.", valueName: "n")) var servings: UInt32?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        var plan = try place.plan
        if let servings { plan.servings = servings }
        try invocation.plan(.planSet, place.id, plan)
    }
}

struct ClearPlan: Act {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Take a recipe off the plan of a day and meal.")
    static let examples = [Example("plan clear r12 2026-11-24 dinner --as @bo", "not then")]

    @OptionGroup var place: PlannedPlace
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws { try invocation.plan(.planCleared, place.id, try place.plan) }
}

/// What is planned when.
struct PlannedPlace: ParsableArguments {
    @Argument(help: "The recipe, such as r12.") var id: String
    @Argument(help: "The day, such as 2026-11-24.") var day: String
    @Argument(help: "breakfast, lunch, dinner or snack.") var meal: String

    var plan: ProtoPlan {
        get throws(Refusal) {
            let meal = try Word.choose(meal, Meal.allCases.map { ($0.name, $0) }, field: "meal", noun: "meal")
            let day = try Times.day(day, field: "day")
            var plan = ProtoPlan()
            plan.day = day.description
            plan.meal = ProtoMeal.Value(rawValue: Int(meal.rawValue)) ?? .unspecified
            return plan
        }
    }
}

extension Invocation {
    fileprivate func plan(_ kind: EventKind, _ id: String, _ plan: ProtoPlan) throws {
        let subject = try EntityName.reference(id, "r")
        let actor = try actor(to: "plan")
        try submit(Command(kind, actor: actor, subject: subject, payload: .plan(plan)))
    }
}
