package import EventLog
package import Events
package import Layout

/// Events of some kinds, by somebody or anybody.
package struct EventSelection {
    private let kinds: EventKindSet
    private let actor: MemberID?

    /// By anybody, unless `actor` says who.
    package init(kinds: EventKindSet, actor: MemberID?) { (self.kinds, self.actor) = (kinds, actor) }

    /// The kind of that name. Refuses one that is none, with the nearest.
    package static func kind(_ name: String) throws(Refusal) -> EventKind {
        if let kind = EventKind(name: name) { return kind }
        let near = NearestNames(to: name, among: EventKind.allNames)
        throw Refusal(.usage, "there is no event kind «\(name)»\(near.question)", field: "kind")
    }

    /// The positions of the newest `count` of them (0 = all) up to `end`, in order. Looks back in growing steps.
    package func newest(_ count: Int, through end: Position, in log: EventLog) throws(Refusal) -> [Position] {
        var span: UInt64 = count == 0 ? UInt64.max : max(UInt64(count), 1024)
        while true {
            let first = Position(span >= end.value ? 1 : end.value - span + 1)
            var found: [Position] = []
            try log.read { snapshot in
                try snapshot.forEachHeader(from: first, through: end) { header in
                    if kinds.contains(header.kind), actor == nil || header.actor == actor {
                        found.append(header.position)
                    }
                    return true
                }
            }
            if count == 0 || found.count >= count || first.value <= 1 {
                return count == 0 ? found : found.suffix(count)
            }
            span *= 8
        }
    }
}
