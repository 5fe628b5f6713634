import ArgumentParser
import Events
import LarderAPI
import Operations
import Views

struct PlanGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "What you plan to cook, and when.",
        subcommands: [ShowPlan.self, SetPlan.self, ClearPlan.self], defaultSubcommand: ShowPlan.self)
    static let examples = [
        Example("plan --as @bo", "the next seven days"),
        Example("plan --from 2026-11-24 --days 14 --as @bo", "two weeks from that day on"),
        Example("plan set r12 2026-11-24 dinner --servings 4 --as @bo", "cook it then, for four"),
        Example("plan clear r12 2026-11-24 dinner --as @bo", "or not"),
    ]
}

struct ShowPlan: Question {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "What you plan to cook.")
    static let examples = [
        Example("plan --as @bo", "the next seven days"),
        Example("plan --from 2026-11-24 --days 14 --as @bo --json", "two weeks, for programs"),
    ]

    @OptionGroup var days: PlannedDays
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        _ = try invocation.actor(to: "look at their plan")
        let first = try days.first()
        return Call(
            API.plan, PlanInput(from: first, days: days.count, page: invocation.pageRequest),
            unexplained: days.unexplained
        ) { answer, _ in
            try invocation.output.answer(answer) {
                var table = TextTable([
                    .whole("day"), .whole("meal"), .whole("id"), .number("servings"), .text("recipe"),
                ])
                for entry in answer.entries {
                    table.add([
                        entry.day, entry.meal, entry.recipe, entry.servings.map { "\($0)" } ?? "",
                        entry.title ?? "(gone)",
                    ])
                }
                return table.text(for: invocation.output.terminal)
            }
            if answer.entries.isEmpty {
                invocation.output.note("Nothing is planned from \(answer.from) to \(answer.through).")
            }
            invocation.output.noteNext(answer.next)
        }
    }
}

/// The options that choose days of a plan.
struct PlannedDays: ParsableArguments {
    @Option(help: ArgumentHelp("The first day (else today, in UTC).", valueName: "day")) var from: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("How many days.", valueName: "n")) var days = 7

    /// The first day as it was written; `nil`: today.
    func first() throws(Refusal) -> String? {
        try from.map { text throws(Refusal) in "\(try Times.day(text, field: "from"))" }
    }

    /// A number below zero becomes 0, which is refused.
    var count: UInt64 { UInt64(max(0, days)) }

    /// Without a first day the shown days change with time, so the answer cannot be explained.
    var unexplained: Refusal? {
        from == nil
            ? Refusal(.usage, "the days that are looked at change with time: say --from", field: "from") : nil
    }
}

struct SetPlan: Act {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Plan a recipe for a day and meal, or plan it for others.")
    static let examples = [
        Example("plan set r12 2026-11-24 dinner --as @bo", "as many as it serves"),
        Example("plan set r12 2026-11-24 dinner --servings 4 --as @bo", "for four"),
    ]

    @OptionGroup var place: PlannedPlace
    @Option(parsing: .unconditional, help: ArgumentHelp("The number of servings.", valueName: "n")) var servings:
        UInt32?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        var plan = try place.plan
        if let servings { plan.servings = servings }
        try invocation.plan(.planSet, place.id, plan)
    }
}

struct ClearPlan: Act {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove a recipe from the plan of a day and meal.")
    static let examples = [Example("plan clear r12 2026-11-24 dinner --as @bo", "not then")]

    @OptionGroup var place: PlannedPlace
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws { try invocation.plan(.planCleared, place.id, try place.plan) }
}

/// The options that name a recipe and its place in the plan.
struct PlannedPlace: ParsableArguments {
    @Argument(help: "The recipe, such as r12.", completion: .recipes) var id: String
    @Argument(help: "The day, such as 2026-11-24.") var day: String
    @Argument(help: "breakfast, lunch, dinner or snack.", completion: .list(["breakfast", "lunch", "dinner", "snack"]))
    var meal: String

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
