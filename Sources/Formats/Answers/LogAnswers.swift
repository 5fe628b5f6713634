package import CloudEvents
package import Community
import Decisions
package import EventLog
package import Events
package import LarderAPI
package import Layout
import Operations
package import Views

/// Events as JSON, in the form for readers of this log.
extension EventLog {
    /// The event at a position. Refuses a position without an event.
    package func event(at position: Position) throws(Refusal) -> Record {
        guard let record = try read({ try $0.record(at: position) }) else {
            throw Refusal(.notFound, "there is no event \(position): the log ends at \(try head())")
        }
        return record
    }

    /// Several events in one document, with names as of `position`, and the cursor of the next page.
    package func document(of events: [Position], position: Position, next: String?) throws -> [UInt8] {
        let records = try events.compactMap { event in try read { try $0.record(at: event) } }
        let lines = try records.map { record in try line(record, namesAsOf: position) }
        return try EventDocument.bytes(of: lines, position: position, next: next)
    }
}

/// Events in one JSON document.
package enum EventDocument {
    /// A document of the events' lines, with the position of the answer and the cursor of the next page.
    package static func bytes(of lines: [[UInt8]], position: Position, next: String?) throws -> [UInt8] {
        var document = Array(#"{"events":["#.utf8)
        for (index, line) in lines.enumerated() {
            if index > 0 { document.append(UInt8(ascii: ",")) }
            document += line
        }
        document.append(UInt8(ascii: "]"))
        if let next { document += Array(#","next":"#.utf8) + (try JSONDocument.bytes(next)) }
        document += Array(#","position":\#(position)}"#.utf8)
        return document
    }
}

/// The names behind the ids in headers, looked up in the log's own state.
///
/// A record that cannot be read gives no name, as an erased one gives none: the event is then written with the id, and
/// the examination of the log reports the damage. So an answer about whole events does not fail because of another
/// event.
package struct EventNames: NameResolver {
    private let snapshot: LogSnapshot
    /// The position whose names count; nil: the present names.
    private let end: Position?

    package init(_ snapshot: LogSnapshot, asOf end: Position? = nil) {
        (self.snapshot, self.end) = (snapshot, end)
    }

    package func username(of member: MemberID) -> String? {
        // The examination reports an unreadable record; here it has no name.
        guard let state = try? snapshot.member(member), !state.isDeleted else { return nil }
        // The newest profile may not have changed the name. Each profile names the previous one as its cause.
        var position = state.profilePosition
        // The examination reports an unreadable record; here the search for a name ends with it.
        while let record = try? snapshot.record(at: position) {
            if position <= end ?? position {
                switch record.payload {
                case .registration(let registration): return registration.username
                case .profileChange(let change) where change.hasUsername: return change.username
                default: break
                }
            }
            guard record.header.cause < position, !record.header.cause.isNone else { return nil }
            position = record.header.cause
        }
        return nil
    }

    // The examination reports an unreadable record; here it has neither origin nor type.
    package func origin(at position: Position) -> Origin? { (try? snapshot.record(at: position))?.origin }
    package func entityType(at position: Position) -> EntityType? { (try? snapshot.entity(position))?.type }
}

extension EventLog {
    /// One event as a line of CloudEvents JSON in the local form, without a line end.
    package func line(_ record: Record, namesAsOf end: Position? = nil) throws(Refusal) -> [UInt8] {
        try read { snapshot in
            CloudEventWriter(.local, logID: lineage.text)
                .line(record, names: EventNames(snapshot, asOf: end))
        }
    }
}

/// The actor and the subject of an event, as people name them.
package struct EventParties {
    package var actor: String
    /// Empty: the event has no subject.
    package var subject: String

    package init(_ header: EventHeader, _ names: some NameResolver) {
        let name = header.actor == .operator ? "operator" : names.username(of: header.actor).map { "@\($0)" }
        actor = name ?? header.actor.description
        let type = names.entityType(at: header.subject)
        let member = type == nil ? names.username(of: MemberID(header.subject)).map { "@\($0)" } : nil
        // A member whose name is erased is recognised by this: only members own themselves.
        let isMember = header.subject == header.owner.position
        let letter = type.map { "\($0.letter)" } ?? (isMember ? "m" : "")
        subject = header.subject.isNone ? "" : member ?? "\(letter)\(header.subject)"
    }
}

/// Events of some kinds, by one actor or by all, about one thing or about all.
package struct EventSelection: Hashable, Sendable {
    private let kinds: EventKindSet
    private let actor: MemberID?
    private let thing: Position?

    /// `actor` nil: events by all actors. `thing` nil: about all entities and members; else about the one that was created there.
    package init(kinds: EventKindSet, actor: MemberID?, thing: Position? = nil) {
        (self.kinds, self.actor, self.thing) = (kinds, actor, thing)
    }

    /// Refuses an unknown kind, member or thing.
    package init(_ selection: LogSelection, _ queries: Queries) throws(Refusal) {
        let kinds = try selection.kinds.map { text throws(Refusal) in try Self.kind(text) }
        let actor = try selection.actor.map { text throws(Refusal) in
            try queries.member(try MemberName.reference(text, field: "actor"))
        }
        let thing = try selection.thing.map { text throws(Refusal) in
            try queries.creation(of: try Self.thing(text))
        }
        self.init(kinds: kinds.isEmpty ? .all : EventKindSet(kinds), actor: actor, thing: thing)
    }

    /// What a text names.
    package static func thing(_ text: String) throws(Refusal) -> Reference {
        if let thing = Reference(text) { return thing }
        throw Refusal(
            .usage, "«\(text.excerpt())» names nothing: r12, c20, @name, external:source:id or a position do",
            field: "thing")
    }

    /// The kind with a name. Refuses an unknown name, and proposes the nearest ones.
    package static func kind(_ name: String) throws(Refusal) -> EventKind {
        if let kind = EventKind(name: name) { return kind }
        let near = NearestNames(to: name, among: EventKind.allNames)
        throw Refusal(.usage, "there is no event kind «\(name)»\(near.question)", field: "kind")
    }

    /// Whether it chooses that event.
    package func contains(_ header: EventHeader) -> Bool {
        kinds.contains(header.kind) && (actor == nil || header.actor == actor)
            && thing.map { header.touches($0) } ?? true
    }

    /// The positions of the first `count` events (0: all) of a part of the log after `after`, in the order of the log.
    package func oldest(
        _ count: Int, of part: LogSpan, after: Position, in log: EventLog
    ) throws(Refusal) -> [Position] {
        try log.read { snapshot in
            guard let range = try part.positions(in: snapshot), after < range.upperBound else { return [] }
            var found: [Position] = []
            try snapshot.forEachHeader(from: max(range.lowerBound, after.next), through: range.upperBound) { header in
                if contains(header) { found.append(header.position) }
                return count == 0 || found.count < count
            }
            return found
        }
    }

    /// Counts the events of a part of the log in `count` equal spans of the time of recording, from the first event of the part to its last
    /// one. O(events of the part).
    package func histogram(of part: LogSpan, count: Int, in log: EventLog) throws(Refusal) -> LogHistogramAnswer {
        try log.read { snapshot in
            var answer = LogHistogramAnswer(position: snapshot.head.value, count: count, buckets: [])
            guard let range = try part.positions(in: snapshot),
                let first = try snapshot.header(at: range.lowerBound)?.recordedAt,
                let last = try snapshot.header(at: range.upperBound)?.recordedAt
            else { return answer }
            // The last event lies within the last span.
            let width = max(1, (last.microseconds - first.microseconds) / Int64(count) + 1)
            answer.from = first.rfc3339
            answer.to = Timestamp(microseconds: first.microseconds + width * Int64(count)).rfc3339
            var counts: [Int: Int] = [:]
            try snapshot.forEachHeader(from: range.lowerBound, through: range.upperBound) { header in
                guard contains(header) else { return true }
                let number = Int((header.recordedAt.microseconds - first.microseconds) / width)
                if answer.buckets.last?.number != number {
                    answer.buckets.append(
                        .init(number: number, first: header.position.value, last: 0, events: 0, kinds: [:]))
                }
                let index = answer.buckets.count - 1
                answer.buckets[index].last = header.position.value
                answer.buckets[index].events += 1
                counts[index << 8 | Int(header.kindNumber), default: 0] += 1
                return true
            }
            for (key, count) in counts {
                let name = EventKind(rawValue: UInt16(key & 0xFF))?.name ?? "\(key & 0xFF)"
                answer.buckets[key >> 8].kinds[name] = count
            }
            return answer
        }
    }

    /// How many events of each of its kinds the log has of each of the last `count` days in UTC, the present one last. One pass, O(events
    /// of these days).
    package func daily(_ count: Int, through now: Timestamp, in log: EventLog) throws(Refusal) -> [EventKind: [Int]] {
        let first = now.day.number - Int32(count) + 1
        let part = try LogSpan(from: .time(Timestamp(microseconds: Int64(first) * 86_400_000_000)), to: nil)
        return try log.read { snapshot in
            var counts: [EventKind: [Int]] = [:]
            guard let range = try part.positions(in: snapshot) else { return counts }
            try snapshot.forEachHeader(from: range.lowerBound, through: range.upperBound) { header in
                let day = Int(header.recordedAt.day.number - first)
                if contains(header), (0..<count).contains(day) {
                    counts[header.kind, default: [Int](repeating: 0, count: count)][day] += 1
                }
                return true
            }
            return counts
        }
    }

    /// The positions of the newest `count` events (0: all) of a part of the log up to `end`, in the order of the log.
    /// Searches backwards in growing spans.
    package func newest(
        _ count: Int, of part: LogSpan = .whole, through end: Position, in log: EventLog
    ) throws(Refusal) -> [Position] {
        guard let range = try log.read({ try part.positions(in: $0) }), range.lowerBound <= end else { return [] }
        let (start, end) = (range.lowerBound, min(end, range.upperBound))
        var span: UInt64 = count == 0 ? UInt64.max : max(UInt64(count), 1024)
        while true {
            let first = Position(span > end.value - start.value ? start.value : end.value - span + 1)
            var found: [Position] = []
            try log.read { snapshot in
                try snapshot.forEachHeader(from: first, through: end) { header in
                    if contains(header) { found.append(header.position) }
                    return true
                }
            }
            if count == 0 || found.count >= count || first <= start {
                return count == 0 ? found : found.suffix(count)
            }
            span = span.multipliedReportingOverflow(by: 8).overflow ? .max : span * 8
        }
    }
}

extension AuditHeadAnswer {
    package init(_ head: AuditHead) {
        self.init(origin: head.origin, size: head.size, root: head.root, note: head.note, key: head.key)
    }
}

extension AuditProofAnswer {
    package init(_ proof: AuditProof) {
        self.init(position: proof.position, from: proof.from, size: proof.size, proof: proof.proof)
    }
}
