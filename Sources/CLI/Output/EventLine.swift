import Answers
import CloudEvents
import EventLog
import Events
import Layout

/// An event as one line for people: its number, when it happened, what it was, who did it and to what.
struct EventLine: Equatable {
    private var position: String
    private var time: String
    private var kind: String
    private var actor: String
    /// The event's subject, or the created entity; empty if there is neither.
    private var subject: String

    init(_ record: Record, _ log: EventLog, namesAsOf end: Position? = nil) throws(Refusal) {
        let header = record.header
        (actor, subject) = try log.read { snapshot in
            let parties = EventParties(header, EventNames(snapshot, asOf: end))
            return (parties.actor, parties.subject)
        }
        (position, time, kind) = ("\(header.position)", header.occurredAt.rfc3339, record.kind.name)
    }

    /// Reads the line from an event's JSON; `nil` if it is no event. The created entity's name follows from the position.
    init?(_ json: JSONValue) {
        guard case .object(let members, _) = json else { return nil }
        func text(_ name: String) -> String? { if case .string(let text)? = members[name] { text } else { nil } }
        guard let position = text("sequence"), let time = text("time"), let type = text("type") else { return nil }
        (self.position, self.time) = (position, time)
        kind = String(type.trimmingPrefix("larder."))
        actor = text("actor") ?? "operator"
        if let subject = text("subject") {
            self.subject = subject
        } else if let known = EventKind(name: kind), let type = EntityType(createdBy: known) {
            subject = "\(type.letter)\(position)"
        } else {
            subject = kind == EventKind.memberRegistered.name ? actor : ""
        }
    }

    /// The widths of all columns but the last. Most texts fit, and the line fits a terminal of 80 columns.
    private static let widths = [7, 20, 22, 16]
    /// Truncates only the longest names, so that the event's subject still finds room.
    private static let cellWidthMax = 20

    func text(for terminal: Terminal) -> String {
        // A terminal shows seconds only: the position gives the order.
        let shown = terminal.isOutputTerminal ? "\(time.prefix(19))Z" : time
        let cells = [position, shown, kind, actor]
        guard terminal.isOutputTerminal else { return (cells + [subject]).joined(separator: "\t") }
        let padded = zip(cells, Self.widths).map { cell, width in
            let cell = cell.truncated(toWidth: max(width, Self.cellWidthMax))
            return cell + String(repeating: " ", count: max(0, width - cell.displayWidth))
        }
        return (padded + [subject]).joined(separator: " ").truncated(toWidth: terminal.width)
    }
}
