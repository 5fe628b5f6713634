import EventLog
import Events
import LMDB
import Layout

/// The account tables: an LMDB environment in the vault, synced with each commit. Personal data in it is sealed under
/// the member's data key.
struct AccountStore: Sendable {
    private static let names = ["credentials", "pending", "sessions", "sessionsOf", "links", "devices", "imported"]

    let environment: Environment
    /// The hash of each member's password, sealed.
    let credentials: TypedTable<MemberKey, SealedRow>
    /// Password hashes of registrations in progress, by the id of their origin. The log decides whether the
    /// registration took place.
    let pending: TypedTable<TextKey, SealedRow>
    let sessions: TypedTable<SecretHash, SessionRow>
    /// The sessions by member.
    let sessionsOf: TypedTable<MemberKey, PresenceRow>
    let links: TypedTable<SecretHash, LinkRow>
    /// By member and hash of the token.
    let devices: TypedTable<MemberKey, DeviceRow>
    /// Hashes that other apps have made of members' passwords, sealed. A member with a row in `credentials` has none here.
    let imported: TypedTable<MemberKey, SealedRow>

    init(_ files: AccountFiles) throws {
        try files.prepare()
        let environment = try Environment(
            path: files.directory,
            configuration: .init(
                mapSizeBytes: AccountFiles.mapSizeBytes, tablesMax: Self.names.count + 11, durability: .synced))
        self.environment = environment
        func table<Key: TableKey, Row: StoredRow>(_ index: Int) throws -> TypedTable<Key, Row> {
            guard let table = try TypedTable<Key, Row>(environment, Self.names[index], create: true) else {
                throw Refusal(.unavailable, "the accounts in \(files.directory) cannot be created")
            }
            return table
        }
        credentials = try table(0)
        pending = try table(1)
        sessions = try table(2)
        sessionsOf = try table(3)
        links = try table(4)
        devices = try table(5)
        imported = try table(6)
    }

    // MARK: Sessions

    func session(_ hash: SecretHash) throws -> SessionRow? { try sessions.get(hash, in: Snapshot(environment)) }

    func add(_ session: SessionRow, _ hash: SecretHash, in transaction: inout WriteTransaction) throws {
        try sessions.put(hash, session, in: &transaction)
        try sessionsOf.put(MemberKey(session.member, hash.keyBytes), PresenceRow(), in: &transaction)
    }

    func remove(_ hash: SecretHash, of member: MemberID, in transaction: inout WriteTransaction) throws {
        try sessions.delete(hash, in: &transaction)
        try sessionsOf.delete(MemberKey(member, hash.keyBytes), in: &transaction)
    }

    /// By hash. O(sessions of the member).
    func sessions(of member: MemberID) throws -> [(hash: SecretHash, row: SessionRow)] {
        let snapshot = try Snapshot(environment)
        return try keys(of: member, sessionsOf.table, in: snapshot).compactMap { key in
            let hash = try SecretHash(keyBytes: key.rest)
            return try sessions.get(hash, in: snapshot).map { (hash, $0) }
        }
    }

    /// By hash. O(devices of the member).
    func devices(of member: MemberID) throws -> [(key: MemberKey, row: DeviceRow)] {
        let snapshot = try Snapshot(environment)
        return try keys(of: member, devices.table, in: snapshot).compactMap { key in
            try devices.get(key, in: snapshot).map { (key, $0) }
        }
    }

    private func keys(of member: MemberID, _ table: Table, in snapshot: Snapshot) throws -> [MemberKey] {
        let prefix = MemberKey(member).keyBytes
        var keys: [MemberKey] = []
        try snapshot.withTransaction { transaction in
            var cursor = try transaction.cursor(table)
            var isThere = try cursor.seek(prefix)
            while isThere {
                let bytes = cursor.key.copied
                guard bytes.starts(with: prefix) else { break }
                keys.append(try MemberKey(keyBytes: bytes))
                isThere = try cursor.next()
            }
        }
        return keys
    }

    // MARK: Members

    /// All members with rows. O(rows).
    func members() throws -> Set<MemberID> {
        var members: Set<MemberID> = []
        try Snapshot(environment).withTransaction { transaction in
            for table in [credentials.table, imported.table, sessionsOf.table, devices.table] {
                var cursor = try transaction.cursor(table)
                var isThere = try cursor.first()
                while isThere {
                    members.insert(try MemberKey(keyBytes: cursor.key.copied).member)
                    isThere = try cursor.next()
                }
            }
        }
        return members
    }

    /// Removes all rows of a member.
    func remove(_ member: MemberID, in transaction: inout WriteTransaction) throws {
        try credentials.delete(MemberKey(member), in: &transaction)
        try imported.delete(MemberKey(member), in: &transaction)
        try removeSessions(of: member, in: &transaction) { _, _ in true }
        try removeDevices(of: member, in: &transaction)
    }

    /// Makes this the member's password: a hash of another app no longer counts.
    func keep(_ credential: SealedRow, of member: MemberID, in transaction: inout WriteTransaction) throws {
        try credentials.put(MemberKey(member), credential, in: &transaction)
        try imported.delete(MemberKey(member), in: &transaction)
    }

    func removeDevices(of member: MemberID, in transaction: inout WriteTransaction) throws {
        for (key, _) in try devices(of: member) { try devices.delete(key, in: &transaction) }
    }

    func removeSessions(
        of member: MemberID, in transaction: inout WriteTransaction, where isToGo: (SecretHash, SessionRow) -> Bool
    ) throws {
        for (hash, row) in try sessions(of: member) where isToGo(hash, row) {
            try remove(hash, of: member, in: &transaction)
        }
    }
}
