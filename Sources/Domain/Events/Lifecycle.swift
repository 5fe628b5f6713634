package import Layout

/// What hides an entity: two independent marks. A recipe, comment or repost is public only while neither is set.
package struct Lifecycle: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let living: Lifecycle = []
    /// Deleted by its author: only the author restores it.
    package static let deleted = Lifecycle(rawValue: 1)
    /// Removed by a moderator or the operator: only they restore it.
    package static let removed = Lifecycle(rawValue: 2)

    package static let all: Lifecycle = [.deleted, .removed]

    /// After a deletion. An author who is a moderator, too, acts on their own content as its author.
    package func deleted(byAuthor: Bool) -> Lifecycle { union(byAuthor ? .deleted : .removed) }

    /// After a restoration. Of two marks, it clears that of its actor. A single mark is cleared in any case: in logs of
    /// earlier programs, moderators restored what an author had deleted.
    package func restored(byAuthor: Bool) -> Lifecycle {
        self == .all ? subtracting(byAuthor ? .deleted : .removed) : .living
    }

    /// The `value` of the event that turns this lifecycle into `next`.
    package func value(ofChangeTo next: Lifecycle) -> UInt8 {
        self == .living || next == .living ? 0 : EventHeader.leavingHidden
    }

    /// Deletes or restores an entity of `author`. Returns by how much the count of public entities changes: 1, 0 or −1.
    @discardableResult
    package mutating func change(by header: EventHeader, author: MemberID) -> Int64 {
        let before = self
        let isAuthor = header.actor == author
        self = header.kind.isRestoration ? restored(byAuthor: isAuthor) : deleted(byAuthor: isAuthor)
        return (self == .living ? 1 : 0) - (before == .living ? 1 : 0)
    }
}

extension EventHeader {
    /// Whether the event deletes or restores content that another mark hides before and after it: it changes no count,
    /// no list and no points. In logs of earlier programs there is no such event.
    package var leavesHidden: Bool { kind.changesLifecycle && value == Self.leavingHidden }
    /// The `value` of such a deletion or restoration.
    package static let leavingHidden: UInt8 = 1

    /// Whether the event clears the mark of moderators, if it is set. Where both marks were set, a restoration by the
    /// author clears only the author's mark.
    package var clearsRemoval: Bool { kind.isRestoration && !(actor == owner && leavesHidden) }
}

extension EventKind {
    /// Whether the kind restores content that was deleted or removed.
    package var isRestoration: Bool { self == .recipeRestored || self == .commentRestored }
    /// Whether the kind deletes or restores content.
    package var changesLifecycle: Bool {
        switch self {
        case .recipeDeleted, .recipeRestored, .repostDeleted, .commentDeleted, .commentRestored: true
        default: false
        }
    }
}
