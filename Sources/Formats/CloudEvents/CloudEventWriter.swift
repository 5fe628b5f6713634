package import Events
package import Layout

/// The names of members and entities by the ids in event headers.
package protocol NameResolver {
    /// The member's username; `nil` if it is erased.
    func username(of member: MemberID) -> String?
    /// The origin of the event at that position; `nil` if it has none or its key is erased.
    func origin(at position: Position) -> Origin?
    /// The type of the entity created at that position; `nil` for members and for events that create nothing.
    func entityType(at position: Position) -> EntityType?
}

/// Writes events as CloudEvents JSON, one line each, with the keys in a fixed order.
package struct CloudEventWriter {
    package enum Style: Sendable {
        /// For reading beside this log: its own ids, `sequence`, `recordedtime` and every cause.
        case local
        /// For submitting to another log: entities by `external:` names, and nothing that holds in this log alone. The caller
        /// skips kinds that are not `isSubmittable`, and passes the names of that moment (`NamesAlongTheLog`).
        case portable
    }

    private let style: Style
    private let logID: (Position) -> String

    /// `logID` gives the id of the log that appended the event at a position.
    package init(_ style: Style, logID: @escaping (Position) -> String) {
        self.style = style
        self.logID = logID
    }

    /// The line of one event, without its line end.
    package func line(_ record: Record, names: some NameResolver) -> [UInt8] {
        let header = record.header
        let origin = record.origin ?? self.origin(of: header.position)
        var line = JSONObjectWriter()
        line.add("specversion", "1.0")
        line.add("type", "larder.\(record.kind.name)")
        line.add("source", origin.source)
        line.add("id", origin.id)
        line.add("time", header.occurredAt.rfc3339)
        if style == .local {
            line.add("sequence", String(header.position.value))
            line.add("recordedtime", header.recordedAt.rfc3339)
        }
        // The actor of a registration is the member that it creates.
        if header.actor != .operator, record.kind != .memberRegistered || style == .local {
            line.add("actor", member(header.actor, names))
        }
        // The subject of an event that creates something is the event itself, which has no name before it is appended.
        if !header.subject.isNone, header.subject != header.position {
            line.add("subject", subject(of: header, names))
        }
        if !header.cause.isNone, style == .local || record.kind.takesCause {
            line.add("cause", reference(header.cause, names))
        }
        line.add("datacontenttype", "application/json")
        line.add("dataschema", record.kind.dataSchema(version: header.version))
        if record.isErased, style == .local { line.add(raw: "erased", Array("true".utf8)) }
        if let data = EventData.json(of: record, isLocal: style == .local) { line.add(raw: "data", data) }
        return line.finished()
    }

    /// The line of an event from which `CloudEventReader` reads `command` again, without its line end.
    ///
    /// `origin` gives the event's `source` and `id`.
    package static func line(asking command: Command, origin: Origin) -> [UInt8] {
        var line = JSONObjectWriter()
        line.add("specversion", "1.0")
        line.add("type", "larder.\(command.kind.name)")
        line.add("source", origin.source)
        line.add("id", origin.id)
        if let time = command.occurredAt { line.add("time", time.rfc3339) }
        for (name, reference) in [
            ("actor", command.actor), ("subject", command.subject), ("cause", command.cause),
        ] {
            if let reference { line.add(name, reference.description) }
        }
        if let version = command.expectedVersion { line.add(raw: "expectedversion", Array("\(version)".utf8)) }
        line.add("datacontenttype", "application/json")
        if let data = EventData.json(of: command) { line.add(raw: "data", data) }
        return line.finished()
    }

    /// The line by which the operator grants the role of a registration that made an admin or moderator. `nil` for all other
    /// events.
    ///
    /// Only the operator registers members with a role, and a submission ignores it. Without this line another log would
    /// refuse what such a member did in their role. It follows the line of the registration, when `names` has the member.
    package func roleLine(after record: Record, names: some NameResolver) -> [UInt8]? {
        let header = record.header
        guard record.kind == .memberRegistered, header.value != Role.member.rawValue else { return nil }
        let granting = EventHeader(
            position: header.position.next, kind: .memberRoleChanged, recordedAt: header.recordedAt,
            occurredAt: header.occurredAt, actor: .operator, subject: header.position, owner: MemberID(header.position),
            value: header.value)
        let origin = Origin(ofEventAt: header.position, logID: logID(header.position), isRole: true)
        return line(
            Record(header: granting, body: .open(payload: .none, origin: origin)), names: names)
    }

    /// The origin for an event without one: unique, and the same in every export.
    private func origin(of position: Position) -> Origin {
        Origin(ofEventAt: position, logID: logID(position))
    }

    private func member(_ id: MemberID, _ names: some NameResolver) -> String {
        if let name = names.username(of: id) { return "@\(name)" }
        return style == .local ? id.description : external(id.position, names)
    }

    /// Only a member is their own owner: this recognises a member whose name is erased.
    private func subject(of header: EventHeader, _ names: some NameResolver) -> String {
        let isMember = header.subject == header.owner.position && names.entityType(at: header.subject) == nil
        return isMember ? member(header.owner, names) : reference(header.subject, names)
    }

    private func reference(_ position: Position, _ names: some NameResolver) -> String {
        let type = names.entityType(at: position)
        if type == nil, let name = names.username(of: MemberID(position)) { return "@\(name)" }
        if style == .portable { return external(position, names) }
        return Reference.position(position, letter: type?.letter).description
    }

    private func external(_ position: Position, _ names: some NameResolver) -> String {
        let origin = names.origin(at: position) ?? origin(of: position)
        return Reference.external(source: origin.source, id: origin.id).description
    }
}

extension EventKind {
    /// Whether a command of this kind names its cause. The decision finds every other cause.
    package var takesCause: Bool {
        switch self {
        case .recipePosted, .commentPosted, .listItemAdded, .cookbookRecipeAdded, .cookbookRecipeRemoved,
            .cookbookRecipeMoved, .notificationsRead, .feedSeen, .recipeCookNoteDeleted:
            true
        default: false
        }
    }
}
