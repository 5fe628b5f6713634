package import Layout

/// A recipe: the position of its `recipe.posted`.
package struct RecipeID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var value: UInt64

    @inlinable package init(_ value: UInt64) { self.value = value }
    @inlinable package init(_ position: Position) { self.value = position.value }

    @inlinable package var position: Position { Position(value) }
    @inlinable package static func < (a: RecipeID, b: RecipeID) -> Bool { a.value < b.value }
    package var description: String { "r\(value)" }
}

/// A comment or reply: the position of its `comment.posted`.
package struct CommentID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var value: UInt64

    @inlinable package init(_ value: UInt64) { self.value = value }
    @inlinable package init(_ position: Position) { self.value = position.value }

    @inlinable package var position: Position { Position(value) }
    @inlinable package static func < (a: CommentID, b: CommentID) -> Bool { a.value < b.value }
    package var description: String { "c\(value)" }
}

/// The types of entities, and the letter with which their ids begin. Members are no entities.
package enum EntityType: UInt8, Sendable {
    case recipe = 1
    case comment = 2
    case repost = 3
    case report = 4
    /// An item of a shopping list.
    case item = 5
    case cookbook = 6

    package var letter: Character {
        switch self {
        case .recipe: "r"
        case .comment: "c"
        case .repost: "p"
        case .report: "f"
        case .item: "i"
        case .cookbook: "b"
        }
    }
    package var name: String { self == .item ? "shopping item" : "\(self)" }
}

extension EntityType {
    /// The type that an event of that kind creates; `nil` if it creates no entity.
    package init?(createdBy kind: EventKind) {
        switch kind {
        case .recipePosted: self = .recipe
        case .commentPosted: self = .comment
        case .recipeReposted: self = .repost
        case .reportFiled: self = .report
        case .listItemAdded: self = .item
        case .cookbookCreated: self = .cookbook
        default: return nil
        }
    }

    /// The type whose ids begin with that letter.
    package init?(letter: Character) {
        let all: [EntityType] = [.recipe, .comment, .repost, .report, .item, .cookbook]
        guard let type = all.first(where: { $0.letter == letter }) else { return nil }
        self = type
    }
}
