package import Events
package import Layout
import Projections

/// A page of the events about an entity or member, by their positions.
package struct HistoryPage: Sendable {
    package var position: UInt64
    package var events: [Position]
    package var next: String?
}

extension Queries {
    /// All events about the entity or member created at `position`: as actor, subject, owner or cause, its creation
    /// included. O(events of the log), because an index would cost every append.
    package func history(of position: Position, newestFirst: Bool, page: Page) throws(Refusal) -> HistoryPage {
        var events: [Position] = []
        log.forEachHeader(from: position, through: snapshot.position) { header in
            if header.touches(position) { events.append(header.position) }
            return true
        }
        if newestFirst { events.reverse() }
        if let after = try page.key(beginningWith: Key(), byteCount: 8).map({ Position($0.uint64(at: 0)) }) {
            events = events.filter { newestFirst ? $0 < after : $0 > after }
        }
        var contents = PageContents<Position>(page)
        for event in events where !contents.add(event, Key(event.value)) { break }
        return HistoryPage(position: snapshot.position.value, events: contents.items, next: contents.next)
    }

    /// The creation of the entity or member that a reference names: a living member, or any entity, deleted or not.
    package func creation(of reference: Reference) throws(Refusal) -> Position {
        switch reference {
        case .username: return try member(reference).position
        case .position(let position, let letter):
            guard !position.isNone, position <= snapshot.position else {
                throw Refusal(.notFound, "there is no \(reference): the log ends at \(snapshot.position)")
            }
            guard letter == nil || letter == self.letter(of: position) else {
                throw Refusal(.notFound, "there is no \(reference)")
            }
            return position
        case .external(let source, let id):
            guard let position = position(Origin(source: source, id: id)) else {
                throw Refusal(.notFound, "there is no \(reference)")
            }
            return position
        }
    }

    /// `r12`, `c20`, `p30`, `f9` or `m3`, by the views; a plain number for an event that created no entity.
    package func name(of position: Position) -> String {
        let key = Key(position.value)
        if snapshot.get(views.recipes.rows, key) != nil { return "r\(position)" }
        if snapshot.get(views.recipes.comments, key) != nil { return "c\(position)" }
        if snapshot.get(views.recipes.reposts, key) != nil { return "p\(position)" }
        if snapshot.get(views.moderation.reports, key) != nil { return "f\(position)" }
        return snapshot.get(views.members.rows, key) == nil ? "\(position)" : MemberID(position).description
    }

    /// The type of the created entity; `nil` if the event created none.
    private func letter(of position: Position) -> Character? {
        var letter: Character?
        log.forEachHeader(from: position, through: position) { header in
            letter = header.kind == .memberRegistered ? "m" : EntityType(createdBy: header.kind)?.letter
            return false
        }
        return letter
    }
}

extension EventHeader {
    /// Whether the event is about the entity or member created at `id`: as actor, subject, owner or cause, its creation included.
    package func touches(_ id: Position) -> Bool {
        position == id || subject == id || cause == id || actor.position == id || owner.position == id
    }
}
