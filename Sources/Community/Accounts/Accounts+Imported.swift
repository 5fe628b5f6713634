import Community
import Decisions
import EventLog
import Events
import LMDB
package import Layout

/// What is stored of a password, and what a comparison needs besides.
struct StoredPassword: Sendable {
    var own: PasswordHash?
    /// Made by another app; `nil` for a member with an own one.
    var imported: ImportedHash?
    /// Some member's imported hash, which is computed where there is none, for the time that it takes. `nil`: no member has one.
    var decoy: ImportedHash?
    /// The stored bytes of `imported`.
    var importedRow: [UInt8]?
}

/// Which stored hash a password matches.
enum PasswordMatch: Sendable {
    case none
    case own
    case imported(replacement: PasswordHash)
}

/// A member's password of another app, as an import finds it.
package struct ImportedPassword: Sendable {
    /// Of the member's registration.
    package let origin: Origin
    package let hash: ImportedHash

    package init(origin: Origin, hash: ImportedHash) {
        self.origin = origin
        self.hash = hash
    }
}

/// Passwords that members bring from another app. Its hash is stored as the own ones are: sealed, in the vault, in no event
/// and no export.
extension Accounts {
    private static let use = "imported credential"
    /// Rows that one transaction writes: it holds off log-ins meanwhile.
    private static let batchCount = 500

    /// Keeps the hashes for the next log-in of their members. A member with a password of this community keeps that one, and
    /// the hash of a later import replaces that of an earlier one. Ignores origins without a living member.
    ///
    /// Returns the number of hashes that were not stored before. An interrupted call is completed by repeating it. A rehearsal
    /// stores nothing, and counts the members who are not registered yet.
    package func keep(imported passwords: [ImportedPassword], isRehearsal: Bool = false) throws(Refusal) -> Int {
        var count = 0
        var rest = passwords[...]
        while !rest.isEmpty {
            count += try keep(batch: rest.prefix(Self.batchCount), isRehearsal)
            rest = rest.dropFirst(Self.batchCount)
        }
        return count
    }

    private func keep(batch: ArraySlice<ImportedPassword>, _ isRehearsal: Bool) throws(Refusal) -> Int {
        var rows: [(key: MemberKey, row: SealedRow)] = []
        var rehearsed = 0
        for password in batch {
            guard let member = try livingMember(of: password.origin) else {
                if isRehearsal, try community.log.read({ try $0.position(of: password.origin) }) == nil {
                    rehearsed += 1
                }
                continue
            }
            let stored = try storedPassword(of: member)
            guard stored.own == nil, stored.imported != password.hash else { continue }
            rehearsed += 1
            guard !isRehearsal else { continue }
            let sealed = try community.log.seal(password.hash.bytes, of: member, as: Self.use)
            rows.append((MemberKey(member), SealedRow(sealed)))
        }
        guard !isRehearsal, !rows.isEmpty else { return isRehearsal ? rehearsed : 0 }
        var count = 0
        try write { transaction in
            // No other transaction writes meanwhile: a snapshot shows what this one writes on.
            let snapshot = try Snapshot(store.environment)
            for (key, row) in rows where try store.credentials.get(key, in: snapshot) == nil {
                try store.imported.put(key, row, in: &transaction)
                count += 1
            }
        }
        return count
    }

    private func livingMember(of origin: Origin) throws(Refusal) -> MemberID? {
        try community.log.read { snapshot in
            guard let position = try snapshot.position(of: origin) else { return nil }
            let member = MemberID(position)
            return try snapshot.member(member).map(\.isDeleted) == false ? member : nil
        }
    }

    /// `nil`: an unknown name.
    func storedPassword(of member: MemberID?) throws(Refusal) -> StoredPassword {
        var stored = StoredPassword()
        if let member {
            stored.own = try credential(of: member)
            if stored.own == nil, let row = try reading({ try store.imported.get(MemberKey(member), in: $0) }) {
                stored.imported = try opened(row, of: member)
                stored.importedRow = row.sealed
            }
        }
        if stored.imported == nil, let (key, row) = try reading({ try store.firstImported(in: $0) }) {
            stored.decoy = try opened(row, of: key.member)
        }
        return stored
    }

    private func opened(_ row: SealedRow, of member: MemberID) throws(Refusal) -> ImportedHash? {
        guard let bytes = try community.log.open(row.sealed, of: member, as: Self.use) else { return nil }
        return try readingRow { try ImportedHash(bytes: bytes) }
    }

    /// Puts the own hash in the place of the other app's. Sessions stay. Does nothing if the password was changed meanwhile.
    func replaceImported(
        _ stored: StoredPassword, by replacement: PasswordHash, of member: MemberID
    ) throws(Refusal) {
        let sealed = try community.log.seal(replacement.bytes, of: member, as: "credential")
        try write { transaction in
            let present = try store.imported.get(MemberKey(member), in: Snapshot(store.environment))
            guard let present, present.sealed == stored.importedRow else { return }
            try store.keep(SealedRow(sealed), of: member, in: &transaction)
        }
    }
}

extension AccountStore {
    /// The imported hash of the member with the lowest id; `nil` if there is none.
    func firstImported(in snapshot: Snapshot) throws -> (key: MemberKey, row: SealedRow)? {
        var found: (key: MemberKey, row: SealedRow)?
        try snapshot.withTransaction { transaction in
            var cursor = try transaction.cursor(imported.table)
            guard try cursor.first() else { return }
            found = (try MemberKey(keyBytes: cursor.key.copied), SealedRow(cursor.value.copied))
        }
        return found
    }
}
