package import EventLog
package import Events
import LMDB
package import Layout

extension LogSchema {
    /// What the log of a community must know of its events.
    package static let community = LogSchema(
        kinds: .known,
        keyCreation: EventKind.memberRegistered.rawValue,
        keyDestruction: EventKind.memberDeleted.rawValue,
        keyHolder: { $0.keyHolder },
        name: { number in EventKind(rawValue: number)?.name ?? "\(number)" },
        isPayload: { number, bytes in
            // Why bytes cannot be decoded makes no difference.
            EventKind(rawValue: number).flatMap { kind in try? Payload(kind: kind, storedBytes: bytes) } != nil
        },
        state: WriteModelTables.self)
}

extension LogBatch {
    /// The state for decisions. The log was opened with this domain's schema, so its state has this type.
    package var model: WriteModel {
        guard let model = state as? WriteModel else { preconditionFailure("a log of another domain") }
        return model
    }

    /// Appends drafts in order. The first one carries the origin. Returns the first position.
    ///
    /// `key` is the code of the origin in the state; the log computes it if it is not given.
    package func append(
        _ drafts: [Draft], origin: StoredOrigin?, key: SecretKey? = nil
    ) throws(Refusal) -> Position {
        let first = head.next
        var index = 0
        while index < drafts.count {
            let draft = drafts[index]
            let isFirst = index == 0
            try append(
                header(for: draft, first: first), payload: draft.payload.storedBytes, origin: isFirst ? origin : nil,
                key: isFirst ? key : nil)
            index += 1
        }
        return first
    }

    private func header(for draft: Draft, first: Position) -> EventHeader {
        let position = head.next
        let isRegistration = draft.kind == .memberRegistered
        return EventHeader(
            position: position, kind: draft.kind, recordedAt: now, occurredAt: draft.occurredAt,
            actor: isRegistration ? MemberID(position) : draft.actor,
            subject: draft.isOwnSubject ? position : draft.subject,
            owner: isRegistration ? MemberID(position) : draft.owner,
            cause: draft.isCausedByFirst ? first : draft.cause, creditedAt: draft.creditedAt, value: draft.value)
    }
}

extension EventLog {
    /// The code of a member's name in the state, the same for every case; `nil` without the vault.
    package func secretKey(ofUsername name: String) -> SecretKey? {
        secretCodes?.code(ofName: Username.folded(name))
    }

    /// The code of an e-mail in the state, the same for every case; `nil` without the vault.
    package func secretKey(ofEmail email: String) -> SecretKey? { secretCodes?.code(ofEmail: email) }

    /// An id for a request that its sender has given a key: two requests with other contents have two ids, also under one
    /// key. Nothing of the content can be tested against it without the vault. `nil` without the vault.
    package func requestID(_ key: String, content: [UInt8]) -> String? {
        let text = "\(key.utf8.count) \(key) \(hex(content))"
        return secretCodes.map { "\($0.code(of: Origin(source: "request", id: text)))" }
    }
}

extension SecretCodes {
    /// No username has an `@`, so that no code is that of a name.
    func code(ofEmail email: String) -> SecretKey { code(ofName: Username.folded(email)) }
}

/// The write model of a snapshot.
extension LogSnapshot {
    package func member(_ id: MemberID) throws(Refusal) -> MemberState? {
        try state { try WriteModelTables.of($0).members.get(id, in: $1)?.state }
    }

    package func entity(_ position: Position) throws(Refusal) -> EntityState? {
        try state { try WriteModelTables.of($0).entities.get(position, in: $1) }
    }

    /// The event whose balance from before Larder that member or recipe has; `nil` if there is none.
    package func carriedOver(to subject: Position) throws(Refusal) -> Position? {
        let key = RelationKey(.operator, .carriedOver, subject)
        return try state { try WriteModelTables.of($0).relations.get(key, in: $1) }?.position
    }

    /// The event that created the entity of that id, also an external one; `nil` for names of members.
    package func position(of reference: Reference) throws(Refusal) -> Position? {
        switch reference {
        case .position(let position, _): position
        case .external(let source, let id): try position(of: Origin(source: source, id: id))
        case .username: nil
        }
    }

    /// The event with that origin, among those through `end`; for a `command.noted` the fact that it notes.
    package func position(of origin: Origin, through end: Position? = nil) throws(Refusal) -> Position? {
        guard let key = log.secretCodes?.code(of: origin) else { return nil }
        let row = try state { try WriteModelTables.of($0).origins.get(key, in: $1) }
        guard let row, row.value <= (end ?? head).value, let header = try header(at: Position(row.value)) else {
            return nil
        }
        return header.fact
    }

    /// The living member to whom that e-mail belongs.
    package func member(withEmail email: String) throws(Refusal) -> MemberID? {
        guard let key = log.secretKey(ofEmail: email) else { throw log.vaultMissing }
        return try state { try WriteModelTables.of($0).emails.get(key, in: $1) }.map { MemberID($0.value) }
    }

    /// The living member who has that username.
    package func member(named name: String) throws(Refusal) -> MemberID? {
        guard let key = log.secretKey(ofUsername: name) else { throw log.vaultMissing }
        return try state { try WriteModelTables.of($0).usernames.get(key, in: $1) }.map { MemberID($0.value) }
    }

    /// The codes of the names by which the member logs in: the username, and the e-mail that belongs to the member.
    package func logInKeys(of member: MemberID) throws(Refusal) -> [SecretKey] {
        let row = try state { try WriteModelTables.of($0).members.get(member, in: $1) }
        return [row?.usernameKey, row?.emailKey].compactMap(\.self)
    }

    /// The number of registered members, and the number of events of each kind.
    package func counts() throws(Refusal) -> (members: Int, kinds: [EventKind: Int]) {
        let counts = try state { try WriteModelTables.of($0).counts(in: $1) } ?? LogCounts()
        let pairs = EventKind.allCases.map { ($0, counts.count(of: $0)) }.filter { $0.1 > 0 }
        return (Int(counts.members), Dictionary(uniqueKeysWithValues: pairs))
    }

    /// The number of living admins. O(1).
    package func adminCount() throws(Refusal) -> Int {
        Int(try state { try WriteModelTables.of($0).counts(in: $1) }?.admins ?? 0)
    }
}

extension EventHeader {
    /// The position itself, or for a `command.noted` the fact that it notes.
    package var fact: Position { kind == .commandNoted ? cause : position }
}
