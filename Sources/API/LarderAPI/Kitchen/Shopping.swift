/// The caller's plan and shopping list.
extension API {
    public static let plan: Operation<PlanInput, PlanAnswer> = question(
        "plan", "/plan", "Your plan: which recipes you cook on which days.", access: .member)
    public static let shopping: Operation<ShoppingInput, ShoppingAnswer> = question(
        "shopping", "/shopping", "Your shopping list, with what the plan needs.", access: .member)

    static let shoppingOperations: [any AnyOperation] = [plan, shopping]
}

/// Some days of the caller's plan.
public struct PlanInput: PagedInput {
    /// The first day, in UTC; `nil`: today.
    public var from: String?
    /// The number of days; `nil`: 7.
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

/// The caller's shopping list, and what some days of the plan need.
public struct ShoppingInput: OperationInput {
    /// The first day, in UTC; `nil`: today.
    public var from: String?
    /// The number of days; `nil`: 7.
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
    /// The position of the event that put the recipe there.
    public var id: UInt64
    /// A day such as `2026-11-24`.
    public var day: String
    public var meal: String
    public var recipe: String
    /// Absent if the recipe was deleted, or if a block separates the member from its author.
    public var title: String?
    /// The planned number of servings; absent: the recipe's own number.
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

/// An ingredient to buy, with its amount and the recipes that need it.
public struct ShoppingNeed: Codable, Sendable {
    /// The ingredient's line, as a cook would write it.
    public var text: String
    public var quantity: Double?
    /// The end of a range such as 2 to 3.
    public var quantityMax: Double?
    public var unit: String?
    public var name: String
    /// The ids of the recipes, such as `r12`, in the order of ``ShoppingAnswer/recipes``.
    public var recipes: [String]
    /// The item on the list that stands for this need but does not cover it: it is not checked, or the need has grown.
    public var item: String?
    /// The amount that was checked.
    public var bought: String?
    /// The whole need, bought parts included; absent if nothing is bought.
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

/// An item of a member's shopping list.
public struct ListedItem: Codable, Sendable {
    public var id: String
    public var text: String?
    public var recipe: String?
    /// The recipe's title; absent if the member may not see the recipe, or if it was deleted.
    public var title: String?
    public var servings: UInt32?
    public var checked: Bool
    public var addedAt: String
    /// The first and last day of the plan that needed it; absent: the member added it without a plan.
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

/// A recipe whose ingredients are to be bought.
public struct ShoppedRecipe: Codable, Sendable {
    public var id: String
    public var title: String
    /// The servings of all its planned and listed dishes together; absent if the recipe does not state its servings.
    public var servings: UInt32?

    public init(id: String, title: String, servings: UInt32? = nil) {
        self.id = id
        self.title = title
        self.servings = servings
    }
}

public struct ShoppingAnswer: Codable, Sendable {
    public var position: UInt64
    /// The first and the last day of the plan that counts.
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
