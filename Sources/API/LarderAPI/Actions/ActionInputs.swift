/// An action on the community, or on the caller's own things.
public struct CommunityActionInput: OperationInput {
    /// The event's data, such as a recipe; `nil`: the event has none.
    public var content: JSONText?

    public init() {}

    public init(content: JSONText? = nil) {
        self.content = content
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.content(&content)
    }
}

/// An action on a recipe.
public struct RecipeActionInput: OperationInput {
    /// `r12`, or `external:source:id`.
    public var recipe: String = ""
    /// The event's data, such as a recipe; `nil`: the event has none.
    public var content: JSONText?

    public init() {}

    public init(recipe: String, content: JSONText? = nil) {
        self.recipe = recipe
        self.content = content
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("recipe", &recipe)
        try coder.content(&content)
    }
}

/// An action that makes something of a recipe: a fork, or an item of a shopping list.
public struct ForkInput: OperationInput {
    /// `r12`, or `external:source:id`.
    public var recipe: String = ""
    /// The event's data, such as a recipe; `nil`: the event has none.
    public var content: JSONText?

    public init() {}

    public init(recipe: String, content: JSONText? = nil) {
        self.recipe = recipe
        self.content = content
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("recipe", &recipe)
        try coder.content(&content)
    }
}

/// An action on the note of a member who cooked a recipe.
public struct CookNoteActionInput: OperationInput {
    /// The number of the event of cooking, such as `120`, or `external:source:id`.
    public var cooking: String = ""
    /// The event's data, such as a recipe; `nil`: the event has none.
    public var content: JSONText?

    public init() {}

    public init(cooking: String, content: JSONText? = nil) {
        self.cooking = cooking
        self.content = content
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("cooking", &cooking)
        try coder.content(&content)
    }
}

/// An action on a repost.
public struct RepostActionInput: OperationInput {
    /// `p30`, or `external:source:id`.
    public var repost: String = ""
    /// The event's data, such as a recipe; `nil`: the event has none.
    public var content: JSONText?

    public init() {}

    public init(repost: String, content: JSONText? = nil) {
        self.repost = repost
        self.content = content
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("repost", &repost)
        try coder.content(&content)
    }
}

/// An action on a comment.
public struct CommentActionInput: OperationInput {
    /// `c20`, or `external:source:id`.
    public var comment: String = ""
    /// The event's data, such as a recipe; `nil`: the event has none.
    public var content: JSONText?

    public init() {}

    public init(comment: String, content: JSONText? = nil) {
        self.comment = comment
        self.content = content
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("comment", &comment)
        try coder.content(&content)
    }
}

/// A comment below another one.
public struct ReplyInput: OperationInput {
    /// `c20`, or `external:source:id`.
    public var comment: String = ""
    /// The event's data, such as a recipe; `nil`: the event has none.
    public var content: JSONText?

    public init() {}

    public init(comment: String, content: JSONText? = nil) {
        self.comment = comment
        self.content = content
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("comment", &comment)
        try coder.content(&content)
    }
}

/// An action on an item of the caller's shopping list.
public struct ItemActionInput: OperationInput {
    /// `i40`, or `external:source:id`.
    public var item: String = ""
    /// The event's data, such as a recipe; `nil`: the event has none.
    public var content: JSONText?

    public init() {}

    public init(item: String, content: JSONText? = nil) {
        self.item = item
        self.content = content
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("item", &item)
        try coder.content(&content)
    }
}

/// An action on a cookbook.
public struct CookbookActionInput: OperationInput {
    /// `b41`, or `external:source:id`.
    public var cookbook: String = ""
    /// The event's data, such as a recipe; `nil`: the event has none.
    public var content: JSONText?

    public init() {}

    public init(cookbook: String, content: JSONText? = nil) {
        self.cookbook = cookbook
        self.content = content
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("cookbook", &cookbook)
        try coder.content(&content)
    }
}

/// An action on a recipe within a cookbook.
public struct PlacedRecipeInput: OperationInput {
    /// `b41`, or `external:source:id`.
    public var cookbook: String = ""
    /// `r12`, or `external:source:id`.
    public var recipe: String = ""
    /// The event's data, such as a recipe; `nil`: the event has none.
    public var content: JSONText?

    public init() {}

    public init(cookbook: String, recipe: String, content: JSONText? = nil) {
        self.cookbook = cookbook
        self.recipe = recipe
        self.content = content
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("cookbook", &cookbook)
        try coder.path("recipe", &recipe)
        try coder.content(&content)
    }
}

/// An action on a member.
public struct MemberActionInput: OperationInput {
    /// `@name`, `m17` or `external:source:id`; `me` is the caller.
    public var member: String = ""
    /// The event's data, such as a recipe; `nil`: the event has none.
    public var content: JSONText?

    public init() {}

    public init(member: String, content: JSONText? = nil) {
        self.member = member
        self.content = content
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("member", &member)
        try coder.content(&content)
    }
}

/// An action on a member other than the caller.
public struct OtherMemberActionInput: OperationInput {
    /// `@name`, `m17` or `external:source:id`.
    public var member: String = ""
    /// The event's data, such as a recipe; `nil`: the event has none.
    public var content: JSONText?

    public init() {}

    public init(member: String, content: JSONText? = nil) {
        self.member = member
        self.content = content
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("member", &member)
        try coder.content(&content)
    }
}

/// An action on a report.
public struct ReportActionInput: OperationInput {
    /// `f9`, or `external:source:id`.
    public var report: String = ""
    /// The event's data, such as a recipe; `nil`: the event has none.
    public var content: JSONText?

    public init() {}

    public init(report: String, content: JSONText? = nil) {
        self.report = report
        self.content = content
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("report", &report)
        try coder.content(&content)
    }
}
