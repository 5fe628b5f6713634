import Answers
import CloudEvents
import EventLog
import Events
import Layout

/// Events as rows of a table for programs: their headers, with members as they are named now.
final class EventTable {
    static let titles = ["position", "recorded", "time", "kind", "by", "about", "owner", "credited"]

    /// How the options of time choose, for helps.
    static let times = """
        --since and --until compare the time at which the log recorded an event: --since includes its instant, --until \
        excludes it. Imported events happened earlier than they were recorded. With --csv or --header the columns are \
        \(titles.joined(separator: ", ")): time is when an event happened, and credited decides in which week its award \
        counts. An unlike has the credited time of its like.
        """

    private let lines: TableLines
    private var names: [MemberID: String?] = [:]
    /// Names are looked up once for so many members. Then the memory is freed.
    private static let namesMax = 100_000

    /// Refuses a column that events do not have.
    init(_ style: TableStyle) throws(Refusal) { lines = try TableLines(style, Self.titles) }

    /// The line above the rows; empty if the style has none.
    var header: String { lines.header }

    /// The row of an event, with its line end.
    func row(_ header: EventHeader, in snapshot: LogSnapshot) -> String {
        let names = Names(table: self, others: EventNames(snapshot))
        let parties = EventParties(header, names)
        let owner = header.owner == .operator ? "" : names.username(of: header.owner).map { "@\($0)" }
        return lines.row([
            "\(header.position)", header.recordedAt.rfc3339, header.occurredAt.rfc3339, header.kind.name, parties.actor,
            parties.subject, owner ?? header.owner.description, header.creditedAt.rfc3339,
        ])
    }

    /// The names of a snapshot. Usernames are kept for later rows.
    private struct Names: NameResolver {
        let table: EventTable
        let others: EventNames

        func username(of member: MemberID) -> String? {
            if let known = table.names[member] { return known }
            if table.names.count >= EventTable.namesMax { table.names.removeAll() }
            let name = others.username(of: member)
            table.names.updateValue(name, forKey: member)
            return name
        }

        func origin(at position: Position) -> Origin? { others.origin(at: position) }
        func entityType(at position: Position) -> EntityType? { others.entityType(at: position) }
    }
}
