/// A cookbook as lists show it.
public struct CookbookCard: Codable, Sendable {
    public var id: String
    public var name: String
    /// `private` or `public`.
    public var visibility: String
    /// How many, gone ones included.
    public var recipes: Int

    public init(id: String, name: String, visibility: String, recipes: Int) {
        self.id = id
        self.name = name
        self.visibility = visibility
        self.recipes = recipes
    }
}

public struct CookbooksAnswer: Codable, Sendable {
    public var position: UInt64
    public var cookbooks: [CookbookCard]
    public var next: String?

    public init(position: UInt64, cookbooks: [CookbookCard], next: String? = nil) {
        self.position = position
        self.cookbooks = cookbooks
        self.next = next
    }
}

/// A recipe at its place in a cookbook.
public struct CookbookEntry: Codable, Sendable {
    /// From 1.
    public var place: Int
    public var id: String
    /// Absent, like its author, when it cannot be seen any more.
    public var title: String?
    public var author: MemberCard?

    public init(place: Int, id: String, title: String? = nil, author: MemberCard? = nil) {
        self.place = place
        self.id = id
        self.title = title
        self.author = author
    }
}

public struct CookbookAnswer: Codable, Sendable {
    public var position: UInt64
    public var id: String
    public var name: String
    public var visibility: String
    public var owner: MemberCard?
    public var recipes: [CookbookEntry]
    public var next: String?

    public init(
        position: UInt64, id: String, name: String, visibility: String, owner: MemberCard? = nil,
        recipes: [CookbookEntry], next: String? = nil
    ) {
        self.position = position
        self.id = id
        self.name = name
        self.visibility = visibility
        self.owner = owner
        self.recipes = recipes
        self.next = next
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
