import Events
import Layout
import SwiftProtobuf

// MARK: Rows

/// The key of `plans`: which member plans which recipe where. 16 bytes: member (48 bits), day since 1970 (16 bits),
/// recipe (48 bits), meal.
struct PlanKey: CompositeStateKey {
    let member: MemberID
    let slot: PlanSlot

    /// `nil` for days that cannot be planned.
    init?(_ member: MemberID, _ slot: PlanSlot) {
        guard PlanSlot.days.contains(slot.day) else { return nil }
        self.member = member
        self.slot = slot
    }

    init(keyBytes: [UInt8]) throws(MalformedRow) {
        guard keyBytes.count == 16 else { throw MalformedRow() }
        let (high, low) = (Key(keyBytes).uint64(at: 0), Key(keyBytes).uint64(at: 8))
        guard let meal = Meal(rawValue: UInt8(truncatingIfNeeded: low)) else { throw MalformedRow() }
        let day = Day(number: Int32(high & 0xFFFF))
        guard let key = PlanKey(MemberID(high >> 16), PlanSlot(day: day, meal: meal, recipe: RecipeID(low >> 8)))
        else { throw MalformedRow() }
        self = key
    }

    var key: Key { Key(rank.0).appending(rank.1) }
    var rank: (UInt64, UInt64) {
        (member.value << 16 | UInt64(slot.day.number), slot.recipe.value << 8 | UInt64(slot.meal.rawValue))
    }
    var hash64: UInt64 { spread(rank.0 &* 0x9E37_79B9_7F4A_7C15 ^ rank.1) }

    var description: String { "\(member) \(slot.day) \(slot.meal) \(slot.recipe)" }
}

// MARK: Fold

extension WriteModel {
    /// `value` 0: cleared.
    func plan(_ value: UInt8, _ header: EventHeader) {
        guard let slot = header.planSlot, let key = PlanKey(header.actor, slot) else { return }
        let wasThere = plan(key)?.holds == true
        set(key, RelationState(position: header.position, creditedAt: header.creditedAt, value: value))
        guard wasThere != (value != 0) else { return }
        count(.planned, of: header.actor.position, UInt64(slot.day.number), up: value != 0)
    }
}

// MARK: Decide

/// The recipes that a member plans to cook: one recipe for one day and meal at a time.
extension Deliberation {
    /// The most recipes of a day's plan.
    private static var dayMax: UInt64 { 100 }

    /// The same number of servings changes nothing; another number replaces the plan.
    func decidePlan() throws(Refusal) -> Decision {
        let recipe = try recipeToActOn()
        let (slot, message) = try planned(recipe)
        var payload = Payload.none
        if message.hasServings {
            let servings = try RecipeRules.servings(message.servings)
            payload = .plan(.with { $0.servings = servings })
        }
        let row = state.plan(actor.id, slot).flatMap { $0.holds ? $0 : nil }
        if let row, state.record(at: row.position)?.payload == payload { return .unchanged(row.position) }
        let count = state.tally(.planned, of: actor.id.position, UInt64(slot.day.number))
        guard row != nil || count < Self.dayMax else {
            throw Refusal(
                .invalid, "\(slot.day) has \(Self.dayMax) recipes already: clear one of them first", field: "day")
        }
        return .append([planning(slot, cause: row?.position ?? .none, payload: payload)])
    }

    /// A member may always clear their own plan, even if the recipe or its author is deleted.
    func decidePlanClearing() throws(Refusal) -> Decision {
        try requireMember()
        let recipe = try state.anyEntity(subject, .recipe, field: "subject")
        let (slot, message) = try planned(recipe)
        guard !message.hasServings else {
            throw Refusal(.invalid, "servings are not cleared: leave them out", field: "servings")
        }
        guard let row = state.plan(actor.id, slot) else { return .unchanged(recipe.position) }
        guard row.holds else { return .unchanged(row.position) }
        return .append([planning(slot, cause: row.position)])
    }

    /// The day and the meal of the command.
    private func planned(_ recipe: Entity) throws(Refusal) -> (PlanSlot, ProtoPlan) {
        let message = try optional { if case .plan(let message) = $0 { message } else { nil } } ?? ProtoPlan()
        guard let day = Day(message.day), PlanSlot.days.contains(day) else {
            throw Refusal(
                .invalid, "day must be a date of the years 2000 to 2099, as in 2026-11-24", field: "day")
        }
        guard let meal = Meal(rawValue: UInt8(truncatingIfNeeded: message.meal.rawValue)) else {
            throw Refusal(.invalid, "meal must be breakfast, lunch, dinner or snack", field: "meal")
        }
        return (PlanSlot(day: day, meal: meal, recipe: RecipeID(recipe.position)), message)
    }

    /// The day and the meal are in the header, so that later decisions need not open the payload.
    private func planning(_ slot: PlanSlot, cause: Position, payload: Payload = .none) -> Draft {
        draft(
            subject: slot.recipe.position, owner: actor.id, cause: cause, creditedAt: Timestamp(day: slot.day),
            value: slot.meal.rawValue, payload: payload)
    }
}
