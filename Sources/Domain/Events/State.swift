package import Layout

// Rows that decisions read. They are folded from the log like any view: a change of a row or of its fold needs a new
// `stateVersion`, after which the log rebuilds them.

package enum Role: UInt8, Sendable, Comparable, CaseIterable {
    case member = 0
    case moderator = 1
    case admin = 2

    package static func < (a: Role, b: Role) -> Bool { a.rawValue < b.rawValue }
    package var name: String { "\(self)" }
}

package struct MemberState: Hashable, Sendable {
    /// The number of the member in the order of registration, from 1: the slot of their data key in the vault.
    package var ordinal: UInt32
    package var role: Role
    package var isDeleted = false
    /// The last ban that was not lifted, if any; its end may have passed.
    package var ban: BanState?
    /// The newest of `member.registered` and `member.profileChanged`; each names the one before as its cause.
    package var profilePosition: Position
    /// The last ban, unban, role change or deletion.
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
    /// `nil`: until further notice.
    package var until: Timestamp?
    /// The member's marks count as taken back until the unbanning, also after `until`.
    package var voidsMarks: Bool

    package init(position: Position, until: Timestamp?, voidsMarks: Bool = false) {
        self.position = position
        self.until = until
        self.voidsMarks = voidsMarks
    }

    /// Whether the ban is in force at that instant, which is evaluated only if it matters.
    package func holds(at time: @autoclosure () -> Timestamp) -> Bool { until.map { time() < $0 } ?? true }

    /// The refusal of every command of a banned member, who reads it. `name`: the username; `nil` if it cannot be read.
    package func refusal(of member: MemberID, called name: String?, reason: String?) -> Refusal {
        let end = until.map { "until \($0.rfc3339)" } ?? "until further notice"
        let why = reason.map { ". The reason: \($0)" } ?? ""
        return Refusal(.banned, "\(name.map { "@\($0)" } ?? "\(member)") is banned \(end)\(why)", field: "actor")
    }
}

package struct EntityState: Hashable, Sendable {
    package var type: EntityType
    package var author: MemberID
    /// The recipe of a comment or repost, the target of a report, the recipe of a shopping item; none otherwise.
    package var parent: Position
    /// The comment that a reply answers; none otherwise.
    package var repliesTo: Position
    package var lifecycle = Lifecycle.living
    /// 1 after posting, one more per edit. For a report its outcome, 0 while pending.
    package var version: UInt32 = 1
    /// The event that holds the current content.
    package var contentPosition: Position
    /// The event that created it, or last changed one of its marks.
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

/// Why an entity does not exist any more.
package enum EntityLoss: Hashable, Sendable, CustomStringConvertible {
    /// Deleted by its author.
    case deleted
    /// Removed by a moderator or the operator, deleted by its author or not.
    case removed
    /// Erased with its author's account.
    case erased

    /// The words that follow a name.
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
    /// `nil` if the entity exists. `author`: the state of its author; `nil` if unknown.
    package func loss(author: MemberState?) -> EntityLoss? {
        if author?.isDeleted == true { return .erased }
        return lifecycle == .living ? nil : lifecycle.contains(.removed) ? .removed : .deleted
    }
}

/// A relation of one member to one entity, of which only the last change counts.
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
    /// The operator's relation to no entity: the rules in force.
    case rules = 11
    /// The check of a shopping item.
    case check = 12
    /// The relation of a cookbook to a recipe in it.
    case contents = 13
    /// The operator's relation to a member or recipe with a balance from the time before Larder.
    case carriedOver = 14
    /// The operator's relation to an event of cooking whose note was deleted.
    case cookNoteDeletion = 15

    /// Whether a repeated act is credited to the time of the first one, so that it moves no point into another week.
    package var belongsToItsFirstTime: Bool { self == .like || self == .bookmark || self == .follow }
}

package struct RelationState: Hashable, Sendable {
    /// The last event that changed the relation.
    package var position: Position
    /// The `creditedAt` of that event, which a retraction carries, too.
    package var creditedAt: Timestamp
    /// The `occurredAt` of the relation's first event by log order. A repeated act belongs to the week of that time.
    package var firstAt: Timestamp
    /// 0: retracted. Otherwise 1, or the stars, or 1 = up and 2 = down.
    package var value: UInt8

    /// `firstAt` `nil`: the event is the relation's first.
    package init(position: Position, creditedAt: Timestamp, firstAt: Timestamp? = nil, value: UInt8) {
        self.position = position
        self.creditedAt = creditedAt
        self.firstAt = firstAt ?? creditedAt
        self.value = value
    }

    package var holds: Bool { value != 0 }
}

/// The things whose number is limited for each holder.
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
    /// The event that placed it.
    package var position: Position

    package init(recipe: RecipeID, position: Position) {
        self.recipe = recipe
        self.position = position
    }
}

extension [PlacedRecipe] {
    /// The most recipes of a cookbook: a place fits into a header's value.
    package static var cookbookMax: Int { 250 }

    /// Moves a recipe to `place`, counted from 1. No change if the recipe or the place does not exist.
    package mutating func move(_ recipe: RecipeID, to place: Int, by position: Position) {
        guard indices.contains(place - 1), let index = firstIndex(where: { $0.recipe == recipe }) else { return }
        remove(at: index)
        insert(PlacedRecipe(recipe: recipe, position: position), at: place - 1)
    }
}
