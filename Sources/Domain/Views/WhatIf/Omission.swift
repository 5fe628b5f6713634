import Events
package import Layout

/// Which events would not be in a log if some members had never been there.
///
/// Theirs go, registrations included; with them all that was done to them and to what they made, and what answers an event
/// that is gone: replies, forks, the outcome of their reports, the unban after their ban. What they deleted was never deleted,
/// so it is not restored either, and what they restored is not deleted twice. Nothing is decided anew: what was refused because
/// of them stays refused, and what a member was let do by a role that they gave stays done.
package struct Omission {
    private let members: Set<MemberID>
    private var gone: Set<Position> = []
    /// What others made, where a deletion or a restoration is gone: whether it would be there.
    private var isThere: [Position: Bool] = [:]

    /// How many events are gone.
    package var count: Int { gone.count }

    package init(of members: Set<MemberID>) { self.members = members }

    /// Whether that event goes. To be asked of every event, in the order of the log. O(1).
    package mutating func takes(_ header: EventHeader) -> Bool {
        let isTheirs =
            members.contains(header.actor) || gone.contains(header.subject)
            || header.answersItsCause && gone.contains(header.cause)
        guard let restores = header.restoresOrDeletes else {
            if isTheirs { gone.insert(header.position) }
            return isTheirs
        }
        let known = isThere[header.subject]
        // Whatever is there already is not restored, and whatever is not is not deleted.
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
    /// Whether it would not be without its cause. Of marks the cause says only how far somebody has read.
    fileprivate var answersItsCause: Bool { kind != .notificationsRead && kind != .feedSeen }

    /// True for a restoration, false for a deletion, nil for all else.
    fileprivate var restoresOrDeletes: Bool? {
        switch kind {
        case .recipeRestored, .commentRestored: true
        case .recipeDeleted, .commentDeleted, .repostDeleted: false
        default: nil
        }
    }
}
