/// What belongs to a recipe: its comments, notes of cooks, forks and versions.
extension API {
    public static let comments: Operation<RecipeListInput, CommentsAnswer> = question(
        "comments", "/recipes/{recipe}/comments", "The comments on a recipe, in threads.")
    public static let comment: Operation<CommentInput, CommentAnswer> = question(
        "comment", "/comments/{comment}", "A comment with its replies.")
    public static let cookNotes: Operation<RecipeListInput, CookNotesAnswer> = question(
        "cookNotes", "/recipes/{recipe}/cooked", "The notes of members who cooked a recipe, the latest first.")
    public static let forks: Operation<RecipeListInput, DescentAnswer> = question(
        "forks", "/recipes/{recipe}/forks", "The recipes that a recipe was forked from, and its forks.")
    public static let recipeVersions: Operation<RecipeListInput, RecipeVersionsAnswer> = question(
        "recipeVersions", "/recipes/{recipe}/versions", "The versions of a recipe, with the reason of each change.")
    public static let recipeDifference: Operation<RecipeDifferenceInput, RecipeDifferenceAnswer> = question(
        "recipeDifference", "/recipes/{recipe}/difference", "The differences between two versions of a recipe.")

    static let recipeHistoryOperations: [any AnyOperation] = [
        comments, comment, cookNotes, forks, recipeVersions, recipeDifference,
    ]
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

/// One comment.
public struct CommentInput: OperationInput {
    /// `c20`, or `external:source:id`.
    public var comment: String = ""

    public init() {}

    public init(comment: String) {
        self.comment = comment
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("comment", &comment)
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

/// A page of the threads of comments on a recipe.
public struct CommentsAnswer: Codable, Sendable {
    public var position: UInt64
    public var comments: [CommentDocument]
    public var next: String?

    public init(position: UInt64, comments: [CommentDocument], next: String? = nil) {
        self.position = position
        self.comments = comments
        self.next = next
    }
}

/// One comment, and the recipe that it belongs to.
public struct CommentAnswer: Codable, Sendable {
    public var position: UInt64
    public var recipe: String
    public var comment: CommentDocument

    public init(position: UInt64, recipe: String, comment: CommentDocument) {
        self.position = position
        self.recipe = recipe
        self.comment = comment
    }
}

public struct CommentDocument: Codable, Sendable {
    public var id: String
    /// Absent, like the text, if the comment was deleted. A deleted comment is listed only if it has replies.
    public var author: MemberCard?
    public var text: String?
    public var createdAt: String
    public var editedAt: String?
    public var likes: Int64
    public var deleted: Bool?
    /// Whether the viewer likes it; absent without a viewer.
    public var liked: Bool?
    public var replies: [CommentDocument]

    public init(
        id: String, author: MemberCard? = nil, text: String? = nil, createdAt: String, editedAt: String? = nil,
        likes: Int64, deleted: Bool? = nil, liked: Bool? = nil, replies: [CommentDocument]
    ) {
        self.id = id
        self.author = author
        self.text = text
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.likes = likes
        self.deleted = deleted
        self.liked = liked
        self.replies = replies
    }
}

/// The recipes that a recipe was forked from, and its forks.
public struct DescentAnswer: Codable, Sendable {
    public var position: UInt64
    public var id: String
    /// The recipes that it descends from: the first original first, the direct original last.
    public var origins: [DescentDocument]
    /// A page of its forks, the oldest first.
    public var forks: [DescentDocument]
    public var next: String?

    public init(
        position: UInt64, id: String, origins: [DescentDocument], forks: [DescentDocument], next: String? = nil
    ) {
        self.position = position
        self.id = id
        self.origins = origins
        self.forks = forks
        self.next = next
    }
}

/// A recipe in a family of forks, with its author and its own forks.
public struct DescentDocument: Codable, Sendable {
    public var id: String
    /// Absent, like the title, if the viewer may not see the recipe. Such a recipe is listed only for its forks.
    public var author: MemberCard?
    public var title: String?
    public var postedAt: String?
    public var deleted: Bool?
    public var forks: [DescentDocument]

    public init(
        id: String, author: MemberCard? = nil, title: String? = nil, postedAt: String? = nil, deleted: Bool? = nil,
        forks: [DescentDocument]
    ) {
        self.id = id
        self.author = author
        self.title = title
        self.postedAt = postedAt
        self.deleted = deleted
        self.forks = forks
    }
}

/// One version of a recipe, as its history lists it.
public struct RecipeVersion: Codable, Sendable {
    public var version: UInt64
    /// The position of the event that holds its content.
    public var event: UInt64
    public var at: String
    public var title: String
    /// The author's reason of the change.
    public var note: String?

    public init(version: UInt64, event: UInt64, at: String, title: String, note: String? = nil) {
        self.version = version
        self.event = event
        self.at = at
        self.title = title
        self.note = note
    }
}

public struct RecipeVersionsAnswer: Codable, Sendable {
    public var position: UInt64
    public var id: String
    public var versions: [RecipeVersion]
    public var next: String?

    public init(position: UInt64, id: String, versions: [RecipeVersion], next: String? = nil) {
        self.position = position
        self.id = id
        self.versions = versions
        self.next = next
    }
}

/// What changed from one version of a recipe to another.
public struct RecipeDifferenceAnswer: Codable, Sendable {
    public var position: UInt64
    public var id: String
    public var from: UInt64
    public var to: UInt64
    public var changes: [RecipeDifference]

    public init(position: UInt64, id: String, from: UInt64, to: UInt64, changes: [RecipeDifference]) {
        self.position = position
        self.id = id
        self.from = from
        self.to = to
        self.changes = changes
    }
}

/// The change of one field: the old and the new value, or for a list its lines in order.
public struct RecipeDifference: Codable, Hashable, Sendable {
    public struct Line: Codable, Hashable, Sendable {
        /// `kept`, `removed` or `added`.
        public var change: String
        public var text: String

        public init(change: String, text: String) {
            self.change = change
            self.text = text
        }
    }

    public var field: String
    public var from: String?
    public var to: String?
    public var lines: [Line]?

    public init(field: String, from: String? = nil, to: String? = nil, lines: [Line]? = nil) {
        self.field = field
        self.from = from
        self.to = to
        self.lines = lines
    }
}
