/// A recipe's page.
public struct RecipeInput: OperationInput {
    public enum Units: String, ParameterChoice {
        case metric, us
    }

    /// `r12`, or `external:source:id`.
    public var recipe: String = ""
    /// Quantities for so many.
    public var servings: UInt64?
    /// Quantities in these units.
    public var units: Units?
    /// As it was in this version.
    public var version: UInt64?

    public init() {}

    public init(recipe: String, servings: UInt64? = nil, units: Units? = nil, version: UInt64? = nil) {
        self.recipe = recipe
        self.servings = servings
        self.units = units
        self.version = version
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("recipe", &recipe)
        try coder.query("servings", &servings)
        try coder.query("units", &units)
        try coder.query("version", &version)
    }
}

/// A list that belongs to a recipe.
public struct RecipeListInput: PagedInput {
    /// `r12`, or `external:source:id`.
    public var recipe: String = ""
    public var page = PageRequest()

    public init() {}

    public init(recipe: String, page: PageRequest = PageRequest()) {
        self.recipe = recipe
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("recipe", &recipe)
        try page.code(&coder)
    }
}

/// Two versions of a recipe.
public struct RecipeDifferenceInput: OperationInput {
    /// `r12`, or `external:source:id`.
    public var recipe: String = ""
    public var from: UInt64 = 0
    public var to: UInt64 = 0

    public init() {}

    public init(recipe: String, from: UInt64, to: UInt64) {
        self.recipe = recipe
        self.from = from
        self.to = to
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("recipe", &recipe)
        try coder.query("from", &from, orElse: "say which versions: from=1&to=3")
        try coder.query("to", &to, orElse: "say which versions: from=1&to=3", field: "from")
    }
}

/// What a recipe says, as actions take it.
public struct RecipeContentInput: OperationInput {
    /// `r12`, or `external:source:id`.
    public var recipe: String = ""
    /// `nil`: the newest.
    public var version: UInt64?

    public init() {}

    public init(recipe: String, version: UInt64? = nil) {
        self.recipe = recipe
        self.version = version
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("recipe", &recipe)
        try coder.query("version", &version)
    }
}

/// Something that an id or an external name names.
public struct EntityInput: OperationInput {
    /// `r12`, `c20`, `p30`, `f9`, `i40`, `b41` or `external:source:id`.
    public var entity: String = ""

    public init() {}

    public init(entity: String) {
        self.entity = entity
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("entity", &entity)
    }
}

/// A cookbook in its order.
public struct CookbookInput: PagedInput {
    /// `b41`, or `external:source:id`.
    public var cookbook: String = ""
    public var page = PageRequest()

    public init() {}

    public init(cookbook: String, page: PageRequest = PageRequest()) {
        self.cookbook = cookbook
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("cookbook", &cookbook)
        try page.code(&coder)
    }
}

/// A recipe in a form that other programs read.
public struct ExportRecipeInput: OperationInput {
    public enum Format: String, ParameterChoice {
        case jsonld, cooklang, markdown
    }

    /// `r12`, or `external:source:id`.
    public var recipe: String = ""
    /// Unless said, schema.org's JSON-LD.
    public var format: Format?

    public init() {}

    public init(recipe: String, format: Format? = nil) {
        self.recipe = recipe
        self.format = format
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("recipe", &recipe)
        try coder.query("format", &format)
    }
}
