package import Events
package import Layout

/// Selects the events that a log would lack if some members had never joined.
///
/// It drops their own events, all acts on them and on what they created, and events that follow from a dropped one:
/// replies, forks, the resolution of their reports, the unban after their ban. What they deleted was never deleted, so
/// it is not restored either; what they restored is not deleted twice. No decision is made again: refused commands stay
/// refused, and acts under a role that they granted stay.
package struct Omission {
    private let members: Set<MemberID>
    private var gone: Set<Position> = []
    /// The existence of entities of other members whose deletion or restoration was dropped.
    private var isThere: [Position: Bool] = [:]

    /// The number of dropped events.
    package var count: Int { gone.count }

    package init(of members: Set<MemberID>) { self.members = members }

    /// Whether the event is dropped. Call it for every event in log order. O(1).
    package mutating func takes(_ header: EventHeader) -> Bool {
        let isTheirs =
            members.contains(header.actor) || gone.contains(header.subject)
            || header.answersItsCause && gone.contains(header.cause)
        guard let restores = header.restoresOrDeletes else {
            if isTheirs { gone.insert(header.position) }
            return isTheirs
        }
        let known = isThere[header.subject]
        // An existing entity is not restored, and a missing one is not deleted.
        guard isTheirs || known == restores else {
            if known != nil { isThere[header.subject] = restores }
            return false
        }
        gone.insert(header.position)
        isThere[header.subject] = known ?? !restores
        return true
    }
}

extension EventHeader {
    /// Whether the event depends on its cause. In read marks the cause only says how far the member has read.
    fileprivate var answersItsCause: Bool { kind != .notificationsRead && kind != .feedSeen }

    /// True for a restoration, false for a deletion, `nil` for other events.
    fileprivate var restoresOrDeletes: Bool? {
        switch kind {
        case .recipeRestored, .commentRestored: true
        case .recipeDeleted, .commentDeleted, .repostDeleted: false
        default: nil
        }
    }
}
