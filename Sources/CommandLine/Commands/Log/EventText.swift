import Answers
import EventLog
import Events
import Layout

/// An event as one line for people: its number, when it happened, what it was, who did it and to what.
enum EventText {
    /// Columns of all but the last; wide enough for most, and for a terminal of 80.
    private static let widths = [7, 20, 22, 16]
    /// Only the longest of names are cut, so that what it was done to still finds room.
    private static let cellWidthMax = 20

    static func line(
        _ record: Record, _ log: EventLog, _ terminal: Terminal, namesAsOf end: Position? = nil
    ) throws(Refusal) -> String {
        let header = record.header
        let (actor, subject) = try log.read { snapshot in
            let parties = EventParties(header, EventNames(snapshot, asOf: end))
            return (parties.actor, parties.subject)
        }
        // To the second for people: the position tells the order.
        let time = header.occurredAt.rfc3339
        let shown = terminal.isOutputTerminal ? "\(time.prefix(19))Z" : time
        let cells = ["\(header.position)", shown, record.kind.name, actor]
        guard terminal.isOutputTerminal else { return (cells + [subject]).joined(separator: "\t") }
        let padded = zip(cells, widths).map { cell, width in
            let cell = cell.truncated(toWidth: max(width, cellWidthMax))
            return cell + String(repeating: " ", count: max(0, width - cell.displayWidth))
        }
        return (padded + [subject]).joined(separator: " ").truncated(toWidth: terminal.width)
    }
}
