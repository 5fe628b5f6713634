import Crypto
package import Events
import LMDB
package import Layout
import SwiftProtobuf

/// Appends that become visible together: what has been decided so far, over the log as it was when the batch began.
///
/// State reads see the batch's own events. Nothing reaches LMDB before `flush`; a batch that is dropped leaves no trace.
/// A storage failure is latched in `failure` (decisions do not throw it), and the batch is then never flushed.
package final class LogBatch {
    let log: EventLog
    let snapshot: LogSnapshot
    /// `recordedAt` of every event of the batch. Never before that of the log's last event.
    package let now: Timestamp
    package private(set) var head: Position
    package private(set) var failure: Refusal?

    private var meta: LogMeta
    private var headers: [EventHeader] = []
    private var bodies: [(position: Position, stored: [UInt8])] = []
    private var firstPosition: Position
    private var opened: [Position: Record] = [:]
    private var storedOrigins: [Position: ProtoOrigin] = [:]

    // State rows read or changed; nil inside: absent.
    private var members: [MemberID: StoredMember?] = [:]
    private var entities: [Position: EntityState?] = [:]
    private var relations: [Key: RelationState?] = [:]
    private var usernames: [[UInt8]: MemberID?] = [:]
    private var origins: [[UInt8]: Position] = [:]
    private var erasing: [MemberID: UInt32] = [:]
    private var changedMembers: Set<MemberID> = []
    private var changedEntities: Set<Position> = []
    private var changedRelations: Set<Key> = []
    /// While the state is folded anew, what is stored of it does not count.
    private var isRebuilding = false

    init(_ log: EventLog, clock: Timestamp) throws(Refusal) {
        self.log = log
        snapshot = try LogSnapshot(log)
        head = snapshot.head
        firstPosition = snapshot.head.next
        do {
            meta = try snapshot.meta()
            now = max(clock, try snapshot.header(at: snapshot.head)?.recordedAt ?? clock)
        } catch {
            throw log.refusal(error)
        }
    }

    package var count: Int { headers.count }
    package var adminCount: Int { Int(meta.adminCount) }
    package var memberCount: Int { Int(meta.memberCount) }
    /// Members deleted in this batch: their keys go once it is durable.
    var erasures: [MemberID: UInt32] { erasing }

    /// Latches what went wrong below a read that cannot throw.
    package func fail(_ error: any Error) {
        if failure == nil { failure = log.refusal(error) }
    }

    private func stateRow<R>(_ read: () throws -> R?) -> R? { isRebuilding ? nil : latching(read) }

    private func latching<R>(_ read: () throws -> R?) -> R? {
        do { return try read() } catch {
            fail(error)
            return nil
        }
    }

    // MARK: Reading

    package func member(_ id: MemberID) -> MemberState? { stored(id)?.state }

    private func stored(_ id: MemberID) -> StoredMember? {
        if let known = members[id] { return known }
        let row = stateRow { try snapshot.storedMember(id) }
        members[id] = .some(row)
        return row
    }

    /// The living member whose folded username this is.
    package func memberID(foldedUsername name: String) -> MemberID? {
        guard let vault = log.vault else { return nil }
        return memberID(usernameKey: vault.usernameKey(folded: name))
    }

    private func memberID(usernameKey key: [UInt8]) -> MemberID? {
        if let known = usernames[key] { return known }
        let id = stateRow { try snapshot.storedPosition(log.tables.usernames, key) }.map { MemberID($0) }
        usernames[key] = .some(id)
        return id
    }

    package func entity(_ position: Position) -> EntityState? {
        if let known = entities[position] { return known }
        let row = stateRow { try snapshot.storedEntity(position) }
        entities[position] = .some(row)
        return row
    }

    package func relation(_ actor: MemberID, _ relation: Relation, _ object: Position) -> RelationState? {
        self.relation(Self.relationKey(actor, relation, object))
    }

    private func relation(_ key: Key) -> RelationState? {
        if let known = relations[key] { return known }
        let row = stateRow { try snapshot.storedRelation(key) }
        relations[key] = .some(row)
        return row
    }

    private static func relationKey(_ actor: MemberID, _ relation: Relation, _ object: Position) -> Key {
        Key(actor.value).appending(relation.rawValue).appending(object.value)
    }

    /// The event that carries that origin, be it a `command.noted`.
    package func event(of origin: Origin) -> EventHeader? {
        guard let vault = log.vault else { return nil }
        let key = vault.originKey(origin)
        let position = origins[key] ?? latching { try snapshot.storedPosition(log.tables.origins, key) }
        return position.flatMap { header(at: $0) }
    }

    /// The origin stored with an event, with the digests of its command; nil when it can no longer be read.
    package func storedOrigin(of header: EventHeader) -> ProtoOrigin? {
        if header.position >= firstPosition { return storedOrigins[header.position] }
        return latching { try snapshot.storedOrigin(of: header) }
    }

    package func header(at position: Position) -> EventHeader? {
        if position >= firstPosition, position <= head {
            return headers[Int(position.value - firstPosition.value)]
        }
        return latching { try snapshot.header(at: position) }
    }

    package func record(at position: Position) -> Record? {
        if let record = opened[position] { return record }
        if position >= firstPosition { return header(at: position).map { Record(header: $0, body: .none) } }
        return latching { try snapshot.record(at: position) }
    }

    // MARK: Appending

    /// Gives drafts their places and seals what they say. The origin goes with the first. Answers the first position.
    package func append(_ drafts: [Draft], origin: ProtoOrigin?) throws(Refusal) -> Position {
        guard let vault = log.vault else { throw log.vaultMissing }
        let first = head.next
        for (index, draft) in drafts.enumerated() {
            let position = head.next
            guard position <= .max else { throw Refusal(.unavailable, "the log is full: 2^48 events") }
            var header = EventHeader(
                position: position, kind: draft.kind, recordedAt: now, occurredAt: draft.occurredAt,
                actor: draft.kind == .memberRegistered ? MemberID(position) : draft.actor,
                subject: draft.isOwnSubject ? position : draft.subject,
                owner: draft.kind == .memberRegistered ? MemberID(position) : draft.owner,
                cause: draft.isCausedByFirst ? first : draft.cause, creditedAt: draft.creditedAt, value: draft.value)
            let payload = draft.payload.storedBytes
            let origin = index == 0 ? origin : nil
            if !payload.isEmpty { header.flags.insert(.hasPayload) }
            var originKey: [UInt8]?
            if let origin {
                header.flags.insert(.hasOrigin)
                originKey = vault.originKey(Origin(source: origin.source, id: origin.id))
            }
            if header.hasBody {
                header.flags.insert(.sealed)
                var body = ProtoStoredBody()
                if let origin { body.origin = origin }
                body.payload = payloadData(payload)
                let key = try sealingKey(for: header, vault)
                do {
                    let stored = try StoredBody.seal(
                        body, at: position, logID: log.logID, originKey: originKey, under: key)
                    bodies.append((position, stored))
                } catch {
                    throw log.refusal(error)
                }
            }
            let record = Record(
                header: header,
                body: header.hasBody
                    ? .open(
                        payload: draft.payload, origin: origin.map { Origin(source: $0.source, id: $0.id) }) : .none)
            if let origin { storedOrigins[position] = origin }
            add(record, originKey: originKey)
        }
        if let failure { throw failure }
        return first
    }

    /// The first event of all: says which log this is. Written plain, so that a log without its vault can be told.
    func appendCreation(logID: [UInt8]) throws(Refusal) {
        var created = ProtoLogCreated()
        created.logID = payloadData(logID)
        created.format = EventLog.format
        var body = ProtoStoredBody()
        let payload = Payload.logCreated(created)
        body.payload = payloadData(payload.storedBytes)
        let header = EventHeader(
            position: head.next, kind: .logCreated, recordedAt: now, occurredAt: now, actor: .operator,
            flags: .hasPayload)
        do {
            let stored: [UInt8] = try body.serializedBytes()
            bodies.append((header.position, stored))
        } catch {
            throw log.refusal(error)
        }
        add(Record(header: header, body: .open(payload: payload, origin: nil)), originKey: nil)
    }

    /// Takes over an event as another log stored it. Refuses one that does not follow on.
    func appendVerbatim(_ header: EventHeader, stored: [UInt8]?) throws(Refusal) {
        guard header.position == head.next else {
            throw Refusal(
                .invalid, "event \(header.position) follows event \(head): the export is damaged or not in order")
        }
        guard header.hasBody == (stored != nil) else {
            throw Refusal(.invalid, "event \(header.position) lacks its payload, or has one too many")
        }
        if let stored { bodies.append((header.position, stored)) }
        add(
            Record(header: header, body: stored == nil ? .none : .erased),
            originKey: stored.flatMap { StoredBody.originKey(of: $0, header: header) })
    }

    /// Folds an event that is stored already into the state: for rebuilding it.
    func refold(_ record: Record, originKey: [UInt8]?) {
        head = record.position
        fold(record, originKey: originKey)
    }

    /// Drops everything that rebuilding will find anew.
    func beginRebuild() {
        meta = LogMeta()
        head = .none
        isRebuilding = true
    }

    private func add(_ record: Record, originKey: [UInt8]?) {
        head = record.position
        headers.append(record.header)
        if record.header.hasBody { opened[record.position] = record }
        fold(record, originKey: originKey)
    }

    private func sealingKey(for header: EventHeader, _ vault: Vault) throws(Refusal) -> SymmetricKey {
        var slot: UInt32 = 0
        if header.kind == .memberRegistered {
            slot = meta.memberCount + 1
        } else if header.keyHolder != .operator {
            guard let state = member(header.keyHolder) else {
                throw failure ?? log.damage(header.position, "no key holder")
            }
            slot = state.ordinal
        }
        try vault.ensure(slot: slot)
        guard let key = vault.key(slot: slot) else {
            throw Refusal(
                .unavailable, "slot \(slot) of the vault \(vault.path) cannot be read: restore it from a backup")
        }
        return key
    }

    // MARK: The fold

    private func fold(_ record: Record, originKey: [UInt8]?) {
        let header = record.header
        let position = header.position
        meta.kinds[header.kind.rawValue, default: 0] += 1
        if let originKey { origins[originKey] = position }
        func relate(_ relation: Relation, _ value: UInt8, object: Position? = nil, of actor: MemberID? = nil) {
            let key = Self.relationKey(actor ?? header.actor, relation, object ?? header.subject)
            relations[key] = RelationState(position: position, occurredAt: header.occurredAt, value: value)
            changedRelations.insert(key)
        }
        switch header.kind {
        case .logCreated, .rulesChanged, .commandNoted, .memberPasswordChanged, .memberLoggedIn, .memberLoggedOut,
            .recipeCooked:
            break
        case .memberRegistered: foldRegistration(record)
        case .memberProfileChanged:
            change(MemberID(header.subject)) { $0.state.profilePosition = position }
            if case .profileChange(let change) = record.payload, change.hasUsername {
                rename(MemberID(header.subject), to: change.username)
            }
        case .memberDeleted:
            let id = MemberID(header.subject)
            if let member = stored(id) {
                if !member.usernameKey.isEmpty { usernames[member.usernameKey] = .some(nil) }
                if member.state.role == .admin, !member.state.isDeleted { meta.adminCount -= 1 }
                erasing[id] = member.state.ordinal
            }
            change(id) {
                $0.state.isDeleted = true
                $0.state.ban = nil
                $0.state.statusPosition = position
                $0.usernameKey = []
            }
        case .memberFollowed: relate(.follow, 1)
        case .memberUnfollowed: relate(.follow, 0)
        case .memberBlocked: relate(.block, 1)
        case .memberUnblocked: relate(.block, 0)
        case .memberRoleChanged:
            let role = Role(rawValue: header.value) ?? .member
            change(MemberID(header.subject)) {
                if $0.state.role == .admin, role != .admin { meta.adminCount -= 1 }
                if $0.state.role != .admin, role == .admin { meta.adminCount += 1 }
                $0.state.role = role
                $0.state.statusPosition = position
            }
        case .memberBanned:
            var until: Timestamp?
            if case .ban(let ban) = record.payload, ban.hasUntil {
                until = Timestamp(microseconds: ban.until.seconds * 1_000_000 + Int64(ban.until.nanos) / 1000)
            }
            change(MemberID(header.subject)) {
                $0.state.ban = BanState(position: position, until: until)
                $0.state.statusPosition = position
            }
        case .memberUnbanned:
            change(MemberID(header.subject)) {
                $0.state.ban = nil
                $0.state.statusPosition = position
            }
        case .recipePosted: create(.recipe, header, parent: .none)
        case .recipeEdited, .commentEdited:
            change(header.subject) {
                $0.version += 1
                $0.contentPosition = position
            }
        case .recipeDeleted, .commentDeleted, .repostDeleted:
            change(header.subject) {
                $0.lifecycle = header.actor == $0.author ? .deleted : .removed
                $0.lifecyclePosition = position
                if header.kind == .repostDeleted {
                    let key = Self.relationKey($0.author, .plainRepost, $0.parent)
                    if let plain = relation(key), plain.position == header.subject {
                        relate(.plainRepost, 0, object: $0.parent, of: $0.author)
                    }
                }
            }
        case .recipeRestored, .commentRestored:
            change(header.subject) {
                $0.lifecycle = .living
                $0.lifecyclePosition = position
            }
        case .recipeLiked, .commentLiked: relate(.like, 1)
        case .recipeUnliked, .commentUnliked: relate(.like, 0)
        case .recipeUpvoted: relate(.vote, 1)
        case .recipeDownvoted: relate(.vote, 2)
        case .recipeVoteRetracted: relate(.vote, 0)
        case .recipeRated: relate(.rating, header.value)
        case .recipeRatingRetracted: relate(.rating, 0)
        case .recipeBookmarked: relate(.bookmark, 1)
        case .recipeUnbookmarked: relate(.bookmark, 0)
        case .recipeReposted:
            create(.repost, header, parent: header.subject)
            if !header.flags.contains(.hasPayload) { relate(.plainRepost, 1) }
        case .commentPosted: create(.comment, header, parent: header.subject, repliesTo: header.cause)
        case .reportFiled:
            create(.report, header, parent: header.subject)
            change(position) { $0.version = 0 }
            relate(.openReport, 1)
        case .reportResolved:
            change(header.subject) {
                $0.version = UInt32(header.value)
                $0.lifecyclePosition = position
                relate(.openReport, 0, object: $0.parent, of: $0.author)
            }
        case .notificationsRead: relate(.read, 1, object: header.actor.position)
        case .feedSeen: relate(.seen, 1, object: header.actor.position)
        }
    }

    private func foldRegistration(_ record: Record) {
        let id = MemberID(record.position)
        meta.memberCount += 1
        let role = Role(rawValue: record.header.value) ?? .member
        if role == .admin { meta.adminCount += 1 }
        members[id] = StoredMember(
            state: MemberState(ordinal: meta.memberCount, role: role, position: record.position), usernameKey: [])
        changedMembers.insert(id)
        if case .registration(let registration) = record.payload { rename(id, to: registration.username) }
    }

    private func rename(_ id: MemberID, to username: String) {
        guard let vault = log.vault else { return }
        let key = vault.usernameKey(folded: Username.folded(username))
        change(id) { member in
            if !member.usernameKey.isEmpty { usernames[member.usernameKey] = .some(nil) }
            member.usernameKey = key
        }
        usernames[key] = id
    }

    private func create(_ type: EntityType, _ header: EventHeader, parent: Position, repliesTo: Position = .none) {
        entities[header.position] = EntityState(
            type: type, author: header.actor, parent: parent, repliesTo: repliesTo, position: header.position,
            createdAt: header.occurredAt)
        changedEntities.insert(header.position)
    }

    private func change(_ id: MemberID, _ body: (inout StoredMember) -> Void) {
        guard var row = stored(id) else { return }
        body(&row)
        members[id] = row
        changedMembers.insert(id)
    }

    private func change(_ position: Position, _ body: (inout EntityState) -> Void) {
        guard var row = entity(position) else { return }
        body(&row)
        entities[position] = row
        changedEntities.insert(position)
    }

    // MARK: Storing

    /// Writes everything into the one transaction. Keys go in order, so that LMDB walks each table once.
    func flush(into transaction: inout WriteTransaction) throws {
        let tables = log.tables
        for header in headers {
            try transaction.put(
                tables.headers, LogTables.segment(of: header.position), header.bytes, flags: .appendDuplicate)
        }
        for (position, stored) in bodies {
            try transaction.put(tables.payloads, position.value, checksumBytes(stored) + stored, flags: .append)
        }
        try flushState(into: &transaction)
    }

    func flushState(into transaction: inout WriteTransaction) throws {
        let tables = log.tables
        for id in changedMembers.sorted() {
            if let row = members[id] ?? nil { try transaction.put(tables.members, id.value, row.bytes) }
        }
        for position in changedEntities.sorted() {
            if let row = entities[position] ?? nil { try transaction.put(tables.entities, position.value, row.bytes) }
        }
        for key in changedRelations.sorted() {
            if let row = relations[key] ?? nil { try transaction.put(tables.relations, key.bytes, row.bytes) }
        }
        for (key, id) in usernames {
            if let id {
                try transaction.put(tables.usernames, key, Self.bytes(id.value))
            } else {
                _ = try transaction.delete(tables.usernames, key)
            }
        }
        for (key, position) in origins.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            try transaction.put(tables.origins, key, Self.bytes(position.value))
        }
        for (id, slot) in erasing {
            try transaction.put(tables.erasing, id.value, Self.bytes(UInt64(slot)))
        }
        var counts = ByteWriter()
        counts.write(meta.memberCount)
        counts.write(meta.adminCount)
        for (kind, count) in meta.kinds.sorted(by: { $0.key < $1.key }) {
            counts.write(UInt32(kind))
            counts.write(count)
        }
        try transaction.put(tables.meta, Array("counts".utf8), counts.bytes)
    }

    static func bytes(_ value: UInt64) -> [UInt8] {
        stride(from: UInt64(0), to: 64, by: 8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
