/// The caller's plan and shopping list.
extension API {
    public static let plan: Operation<PlanInput, PlanAnswer> = question(
        "plan", "/plan", "Your plan: which recipes you cook on which days.", access: .member)
    public static let shopping: Operation<ShoppingInput, ShoppingAnswer> = question(
        "shopping", "/shopping", "Your shopping list, with what the plan needs.", access: .member)

    static let shoppingOperations: [any AnyOperation] = [plan, shopping]
}

/// What the caller plans to cook.
public struct PlanInput: PagedInput {
    /// The first day, in UTC; `nil`: today.
    public var from: String?
    /// Unless said, 7.
    public var days: UInt64?
    public var page = PageRequest()

    public init() {}

    public init(from: String? = nil, days: UInt64? = nil, page: PageRequest = PageRequest()) {
        self.from = from
        self.days = days
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("from", &from)
        try coder.query("days", &days)
        try page.code(&coder)
    }
}

/// What the caller has to buy.
public struct ShoppingInput: OperationInput {
    /// The first day, in UTC; `nil`: today.
    public var from: String?
    /// Unless said, 7.
    public var days: UInt64?

    public init() {}

    public init(from: String? = nil, days: UInt64? = nil) {
        self.from = from
        self.days = days
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("from", &from)
        try coder.query("days", &days)
    }
}

/// A recipe on the plan, as it is now.
public struct PlannedRecipe: Codable, Sendable {
    /// Of the event that put it there.
    public var id: UInt64
    /// As in `2026-11-24`.
    public var day: String
    public var meal: String
    public var recipe: String
    /// Absent when it cannot be seen any more: deleted, or kept apart from its author by a block.
    public var title: String?
    /// For how many it is planned; absent: for as many as the recipe is for.
    public var servings: UInt32?

    public init(id: UInt64, day: String, meal: String, recipe: String, title: String? = nil, servings: UInt32? = nil) {
        self.id = id
        self.day = day
        self.meal = meal
        self.recipe = recipe
        self.title = title
        self.servings = servings
    }
}

/// Some days of a member's plan.
public struct PlanAnswer: Codable, Sendable {
    public var position: UInt64
    /// The first and the last day.
    public var from: String
    public var through: String
    public var entries: [PlannedRecipe]
    public var next: String?

    public init(position: UInt64, from: String, through: String, entries: [PlannedRecipe], next: String? = nil) {
        self.position = position
        self.from = from
        self.through = through
        self.entries = entries
        self.next = next
    }
}

/// How much of something is to be bought, and for which recipes.
public struct ShoppingNeed: Codable, Sendable {
    /// As a cook would write it down.
    public var text: String
    public var quantity: Double?
    /// Of a range, such as 2 to 3: its end.
    public var quantityMax: Double?
    public var unit: String?
    public var name: String
    /// `r12`, in the order of the recipes.
    public var recipes: [String]
    /// What is on the list for it, and does not do: not checked, or less than is needed by now.
    public var item: String?
    /// As much as was checked of it.
    public var bought: String?
    /// The same with what is bought for some of the days; absent where nothing is.
    public var whole: String?

    public init(
        text: String, quantity: Double? = nil, quantityMax: Double? = nil, unit: String? = nil, name: String,
        recipes: [String], item: String? = nil, bought: String? = nil, whole: String? = nil
    ) {
        self.text = text
        self.quantity = quantity
        self.quantityMax = quantityMax
        self.unit = unit
        self.name = name
        self.recipes = recipes
        self.item = item
        self.bought = bought
        self.whole = whole
    }
}

/// An item that a member has put on the shopping list.
public struct ListedItem: Codable, Sendable {
    public var id: String
    public var text: String?
    public var recipe: String?
    /// The recipe's; absent when it cannot be seen any more.
    public var title: String?
    public var servings: UInt32?
    public var checked: Bool
    public var addedAt: String
    /// The days on which it was needed; absent: it is on the list for itself.
    public var from: String?
    public var through: String?

    public init(
        id: String, text: String? = nil, recipe: String? = nil, title: String? = nil, servings: UInt32? = nil,
        checked: Bool, addedAt: String, from: String? = nil, through: String? = nil
    ) {
        self.id = id
        self.text = text
        self.recipe = recipe
        self.title = title
        self.servings = servings
        self.checked = checked
        self.addedAt = addedAt
        self.from = from
        self.through = through
    }
}

/// A recipe for which something is to be bought.
public struct ShoppedRecipe: Codable, Sendable {
    public var id: String
    public var title: String
    /// For how many in all, as often as it is planned or listed; absent when it does not say how many it serves.
    public var servings: UInt32?

    public init(id: String, title: String, servings: UInt32? = nil) {
        self.id = id
        self.title = title
        self.servings = servings
    }
}

public struct ShoppingAnswer: Codable, Sendable {
    public var position: UInt64
    /// The first and the last day of the plan that is shopped for.
    public var from: String
    public var through: String
    public var needs: [ShoppingNeed]
    public var recipes: [ShoppedRecipe]
    public var items: [ListedItem]

    public init(
        position: UInt64, from: String, through: String, needs: [ShoppingNeed], recipes: [ShoppedRecipe],
        items: [ListedItem]
    ) {
        self.position = position
        self.from = from
        self.through = through
        self.needs = needs
        self.recipes = recipes
        self.items = items
    }
}
