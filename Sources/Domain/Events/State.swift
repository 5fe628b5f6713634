package import Layout

// Rows that decisions read. They are folded from the log like any view: changing what one holds, or how it is folded,
// needs a new `stateVersion`, upon which the log rebuilds them.

package enum Role: UInt8, Sendable, Comparable, CaseIterable {
    case member = 0
    case moderator = 1
    case admin = 2

    package static func < (a: Role, b: Role) -> Bool { a.rawValue < b.rawValue }
    package var name: String { "\(self)" }
}

package struct MemberState: Hashable, Sendable {
    /// How many-eth member of the log this is, from 1: the slot of their data key in the vault.
    package var ordinal: UInt32
    package var role: Role
    package var isDeleted = false
    /// The ban in force, if any.
    package var ban: BanState?
    /// The newest of `member.registered` and `member.profileChanged`; each names the one before as its cause.
    package var profilePosition: Position
    /// The last event of ban, unban, role change or deletion: what made it so.
    package var statusPosition: Position

    package init(ordinal: UInt32, role: Role, position: Position) {
        self.ordinal = ordinal
        self.role = role
        profilePosition = position
        statusPosition = position
    }
}

package struct BanState: Hashable, Sendable {
    package var position: Position
    /// Nil: until further notice.
    package var until: Timestamp?

    package init(position: Position, until: Timestamp?) {
        self.position = position
        self.until = until
    }

    /// Whether it is in force at that instant, which is asked for only where it makes a difference.
    package func holds(at time: @autoclosure () -> Timestamp) -> Bool { until.map { time() < $0 } ?? true }

    /// Of every command of a banned member.
    package func refusal(of member: Reference) -> Refusal {
        let end = until.map { "until \($0.rfc3339)" } ?? "until further notice"
        return Refusal(.banned, "\(member) is banned \(end)", field: "actor")
    }
}

package enum Lifecycle: UInt8, Sendable {
    case living = 0
    case deleted = 1
    /// By a moderator or the operator: only they restore it.
    case removed = 2
}

package struct EntityState: Hashable, Sendable {
    package var type: EntityType
    package var author: MemberID
    /// The recipe of a comment or repost, the target of a report, the recipe that an item stands for; none otherwise.
    package var parent: Position
    /// The comment that a reply answers; none otherwise.
    package var repliesTo: Position
    package var lifecycle = Lifecycle.living
    /// 1 on posting, one more per edit. Of a report: its outcome, 0 while pending.
    package var version: UInt32 = 1
    /// The event that holds the current content.
    package var contentPosition: Position
    /// The event that last deleted or restored it, or created it.
    package var lifecyclePosition: Position
    package var createdAt: Timestamp

    package init(
        type: EntityType, author: MemberID, parent: Position = .none, repliesTo: Position = .none,
        position: Position, createdAt: Timestamp
    ) {
        self.type = type
        self.author = author
        self.parent = parent
        self.repliesTo = repliesTo
        contentPosition = position
        lifecyclePosition = position
        self.createdAt = createdAt
    }
}

/// Why something that was made is not there any more.
package enum EntityLoss: Hashable, Sendable, CustomStringConvertible {
    /// By its author.
    case deleted
    /// By a moderator or the operator.
    case removed
    /// With its author's account.
    case erased

    /// As it goes on after a name.
    package var description: String {
        switch self {
        case .deleted: "was deleted"
        case .removed: "was removed by a moderator"
        case .erased: "was deleted with its author's account"
        }
    }

    package func refusal(of name: String, field: String? = nil) -> Refusal {
        Refusal(.gone, "\(name) \(self)", field: field)
    }
}

extension EntityState {
    /// Nil: it is there. `author` is what its author is; nil where nothing is known of them.
    package func loss(author: MemberState?) -> EntityLoss? {
        if author?.isDeleted == true { return .erased }
        return switch lifecycle {
        case .living: nil
        case .deleted: .deleted
        case .removed: .removed
        }
    }
}

/// What one member can do to one thing again and again with only the last one counting.
package enum Relation: UInt8, Sendable {
    case follow = 1
    case block = 2
    case like = 3
    case vote = 4
    case rating = 5
    case bookmark = 6
    case plainRepost = 7
    case openReport = 8
    case read = 9
    case seen = 10
    /// Of the operator to nothing: the rules in force.
    case rules = 11
    /// Of an item of a shopping list.
    case check = 12
    /// Of a cookbook to a recipe in it.
    case contents = 13
}

package struct RelationState: Hashable, Sendable {
    /// The event that made it so.
    package var position: Position
    /// Of that event: what a retraction gives back.
    package var occurredAt: Timestamp
    /// 0: taken back. Otherwise 1, or the stars, or 1 = up and 2 = down.
    package var value: UInt8

    package init(position: Position, occurredAt: Timestamp, value: UInt8) {
        self.position = position
        self.occurredAt = occurredAt
        self.value = value
    }

    package var holds: Bool { value != 0 }
}

/// What there is only so much of. Each is counted for a holder.
package enum Allowance: UInt8, Sendable {
    /// Recipes on a member's plan, by day.
    case planned = 1
    /// Items on a member's shopping list.
    case listed = 2
    /// A member's cookbooks.
    case cookbooks = 3
}

/// A recipe at its place in a cookbook.
package struct PlacedRecipe: Hashable, Sendable {
    package var recipe: RecipeID
    /// The event that put it there.
    package var position: Position

    package init(recipe: RecipeID, position: Position) {
        self.recipe = recipe
        self.position = position
    }
}

extension [PlacedRecipe] {
    /// How many recipes a cookbook may have: a place fits into a header's value.
    package static var cookbookMax: Int { 250 }

    /// Puts a recipe elsewhere; `place` from 1. Nothing where either is not there.
    package mutating func move(_ recipe: RecipeID, to place: Int, by position: Position) {
        guard indices.contains(place - 1), let index = firstIndex(where: { $0.recipe == recipe }) else { return }
        remove(at: index)
        insert(PlacedRecipe(recipe: recipe, position: position), at: place - 1)
    }
}
