import Events
package import Layout

/// Selects the events that a log would lack if some members had never joined.
///
/// It drops their own events, all acts on them and on what they created, and events that follow from a dropped one:
/// replies, forks, the resolution of their reports, the unban after their ban. What they deleted was never deleted, so
/// it is not restored either; what they restored is not deleted twice by the same member. No decision is made again: refused commands stay
/// refused, and acts under a role that they granted stay.
package struct Omission {
    private let members: Set<MemberID>
    private var gone: Set<Position> = []
    /// The marks of content that is not public in the log, or would not be public without the members.
    private var marks: [Position: Marks] = [:]

    private struct Marks {
        /// With all events of the log.
        var all = Lifecycle.living
        /// With the kept events alone.
        var kept = Lifecycle.living
    }

    /// The number of dropped events.
    package var count: Int { gone.count }

    package init(of members: Set<MemberID>) { self.members = members }

    /// The event as the log would hold it; `nil` if it is dropped. A deletion or restoration that stays may publish or hide
    /// what it did not before. Call it for every event in log order. O(1).
    package mutating func kept(_ header: EventHeader) -> EventHeader? {
        let isTheirs =
            members.contains(header.actor) || gone.contains(header.subject)
            || header.answersItsCause && gone.contains(header.cause)
        var header = header
        guard changeMarks(by: &header, isTheirs: isTheirs), !isTheirs else {
            gone.insert(header.position)
            return nil
        }
        return header
    }

    /// False if the event would change no mark: content is not deleted twice by one member, and what was not deleted is not
    /// restored.
    private mutating func changeMarks(by header: inout EventHeader, isTheirs: Bool) -> Bool {
        guard header.kind.changesLifecycle else { return true }
        var marks = self.marks[header.subject] ?? Marks()
        let before = marks
        // The author of a repost is not its owner, but a repost has one mark at most.
        marks.all.change(by: header, author: header.owner)
        if !isTheirs {
            let (set, cleared) = (marks.all.subtracting(before.all), before.all.subtracting(marks.all))
            marks.kept = before.kept.union(set).subtracting(cleared)
            header.value = before.kept.value(ofChangeTo: marks.kept)
        }
        self.marks[header.subject] = marks.all == .living && marks.kept == .living ? nil : marks
        return marks.kept != before.kept
    }
}

extension EventHeader {
    /// Whether the event depends on its cause. In read marks the cause only says how far the member has read.
    fileprivate var answersItsCause: Bool { kind != .notificationsRead && kind != .feedSeen }
}
