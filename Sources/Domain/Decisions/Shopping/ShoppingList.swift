import Events
import Layout
import SwiftProtobuf

// MARK: Fold

extension WriteModel {
    func foldListing(_ header: EventHeader) {
        create(.item, header, parent: header.cause)
        count(.listed, of: header.actor.position, up: true)
    }

    func foldUnlisting(_ header: EventHeader) {
        foldLifecycle(header)
        count(.listed, of: header.actor.position, up: false)
    }
}

// MARK: Decide

/// A member's shopping list: lines of their own, and the ingredients of recipes.
extension Deliberation {
    /// The most items of a list, checked ones included.
    private static var itemsMax: UInt64 { 1_000 }

    func decideListing() throws(Refusal) -> Decision {
        try requireMember()
        try requireNoSubject()
        let message = try optional { if case .listItem(let message) = $0 { message } else { nil } } ?? ProtoListItem()
        var (payload, recipe) = (ProtoListItem(), Position.none)
        if let reference = command.cause {
            let entity = try recipeToTake(reference)
            guard !message.hasText else {
                throw Refusal(.invalid, "an item is a text or a recipe, not both", field: "text")
            }
            guard !message.hasFrom, !message.hasThrough else {
                throw Refusal(.invalid, "only a text has days: leave from and through out", field: "from")
            }
            if message.hasServings { payload.servings = try RecipeRules.servings(message.servings) }
            recipe = entity.position
        } else {
            payload.text = try TextRules.line(message.text, field: "text", max: ContentLimits.item)
            guard !payload.text.isEmpty else {
                throw Refusal(.invalid, "an item needs a text or a recipe", field: "text")
            }
            guard !message.hasServings else {
                throw Refusal(.invalid, "only a recipe has servings", field: "servings")
            }
            if message.hasFrom || message.hasThrough {
                let days = try daysOfNeed(message)
                (payload.from, payload.through) = ("\(days.lowerBound)", "\(days.upperBound)")
            }
        }
        guard state.tally(.listed, of: actor.id.position, 0) < Self.itemsMax else {
            throw Refusal(
                .invalid, "the list has \(Self.itemsMax) items already: remove what is bought first")
        }
        return .append([
            Draft(
                .listItemAdded, actor: actor.id, isOwnSubject: true, owner: actor.id, cause: recipe,
                occurredAt: occurredAt, payload: payload == ProtoListItem() ? .none : .listItem(payload))
        ])
    }

    /// The days of the plan whose recipes need the item.
    private func daysOfNeed(_ message: ProtoListItem) throws(Refusal) -> ClosedRange<Day> {
        func day(_ text: String, _ field: String) throws(Refusal) -> Day {
            guard let day = Day(text), PlanSlot.days.contains(day) else {
                throw Refusal(
                    .invalid, "\(field) must be a date of the years 2000 to 2099, as in 2026-11-24", field: field)
            }
            return day
        }
        let (first, last) = (try day(message.from, "from"), try day(message.through, "through"))
        guard first <= last, last.number - first.number < PlanSlot.daysMax else {
            throw Refusal(.invalid, "from and through are 1 to \(PlanSlot.daysMax) days", field: "through")
        }
        return first...last
    }

    func decideCheck() throws(Refusal) -> Decision {
        let item = try subjectOfOneself(.item)
        try requireNoPayload()
        return take(.check, of: item.position, owner: actor.id)
    }

    func decideUncheck() throws(Refusal) -> Decision {
        let item = try subjectOfOneself(.item)
        try requireNoPayload()
        return takeBack(.check, of: item.position, owner: actor.id)
    }
}
