import ArgumentParser
import EventLog
import Events
import Interchange
import Layout
import Notation
import Service
import Views

struct ExportPerson: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export-person", abstract: "Everything that is held about a member, as one JSON document.",
        discussion: """
            For the operator, and with --as for the member alone: the account, points, all events by the member with what they \
            say, and what others' events tell of the member. Of those only the headers, but for what was said under the member's \
            own key; of a report about the member neither who filed it nor its note.
            """)
    static let examples = [
        Example("export-person @bo > bo.json", "for whoever asks what is known about them"),
        Example("export-person @bo --as @bo", "the same, by themselves"),
    ]

    @Argument(help: "The member, such as @ada.") var member: String
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let reference = try MemberName.reference(member, field: "member")
        try invocation.withCommunity { community in
            try community.requireLiving(reference)
            try invocation.query(community) { queries in
                let id = try queries.member(reference)
                guard try invocation.viewer(queries).map({ $0 == id }) ?? true else {
                    throw Refusal(
                        .forbidden, "what is held about \(reference) is for them and the operator alone", field: "as")
                }
                let account = try queries.profile(.member(id), viewer: id, viewerIsOperator: true)
                let experience = try queries.experience(.member(id), page: Page(limit: 0, after: nil))
                StandardStream.write(
                    #"{"position":\#(queries.logPosition.value),"account":\#(try JSONDocument.text(account)),"#
                        + #""experience":\#(try JSONDocument.text(experience)),"events":["#)
                let person = PersonEvents(member: id, log: community.log, through: queries.logPosition)
                try person.write { $0.actor == id || $0.kind == .memberRegistered && $0.position == id.position }
                StandardStream.write(#"],"about":["#)
                try person.write { $0.actor != id && ($0.owner == id || $0.subject == id.position) }
                StandardStream.write("]}\n")
            }
        }
    }
}

/// The events that a member made, or that tell of them, as JSON.
private struct PersonEvents {
    let member: MemberID
    let log: EventLog
    let through: Position

    /// Writes those that are meant, separated by commas. O(log events).
    func write(_ isMeant: (EventHeader) -> Bool) throws {
        let writer = CloudEventWriter(.local, logID: log.lineage.text)
        try log.read { snapshot in
            let names = EventNames(snapshot: snapshot)
            var isFirst = true
            try snapshot.forEachHeader(from: Position(1), through: through) { header in
                guard isMeant(header), header.kind != .memberRegistered || header.position == member.position else {
                    return true
                }
                let line = writer.line(try record(header, snapshot), names: names)
                StandardStream.write(bytes: isFirst ? line : [UInt8(ascii: ",")] + line)
                isFirst = false
                return true
            }
        }
    }

    private func record(_ header: EventHeader, _ snapshot: LogSnapshot) throws -> Record {
        guard header.actor != member, header.kind != .memberRegistered else { return try snapshot.record(header) }
        // Others' words are theirs, but for those that go with the member, such as why they were banned.
        if header.keyHolder == member, header.kind != .reportFiled { return try snapshot.record(header) }
        var header = header
        // Whoever reports somebody need not fear that they are told.
        if header.kind == .reportFiled { header.actor = .operator }
        return Record(header: header, body: .none)
    }
}
