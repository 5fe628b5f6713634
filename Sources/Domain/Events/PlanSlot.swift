package import Layout

/// What is eaten when. The numbers are those of `ProtoMeal`, in the order of the day.
package enum Meal: UInt8, CaseIterable, Comparable, Sendable {
    case breakfast = 1
    case lunch = 2
    case dinner = 3
    case snack = 4

    package var name: String { "\(self)" }
    package static func < (a: Meal, b: Meal) -> Bool { a.rawValue < b.rawValue }
}

/// One recipe's place on a member's plan: a meal may have several.
package struct PlanSlot: Hashable, Sendable {
    package var day: Day
    package var meal: Meal
    package var recipe: RecipeID

    package init(day: Day, meal: Meal, recipe: RecipeID) {
        self.day = day
        self.meal = meal
        self.recipe = recipe
    }

    /// What can be planned: the years 2000 to 2099.
    package static let days = Day(number: 10_957)...Day(number: 47_481)
    /// So many of them are looked at together, at the most.
    package static let daysMax = 366
}

extension EventHeader {
    /// Which place of a plan it fills or clears; nil for all other kinds.
    package var planSlot: PlanSlot? {
        guard kind == .planSet || kind == .planCleared, let meal = Meal(rawValue: value) else { return nil }
        return PlanSlot(day: creditedAt.day, meal: meal, recipe: RecipeID(subject))
    }
}
