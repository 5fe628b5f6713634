import Events
import LMDB
import Layout

// Keys and rows of the account tables. `Schemas/accounts-1.md` draws them.

/// A member's id as eight bytes, big-endian, followed by the key of something that belongs to the member.
struct MemberKey: TableKey {
    static let flags: TableFlags = []

    let member: MemberID
    let rest: [UInt8]

    init(_ member: MemberID, _ rest: [UInt8] = []) {
        self.member = member
        self.rest = rest
    }

    init(keyBytes: [UInt8]) throws(MalformedRow) {
        guard keyBytes.count >= 8 else { throw MalformedRow() }
        member = MemberID(keyBytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
        rest = Array(keyBytes.dropFirst(8))
    }

    var keyBytes: [UInt8] { Key(member.value).bytes + rest }

    static func < (a: MemberKey, b: MemberKey) -> Bool { a.keyBytes.lexicographicallyPrecedes(b.keyBytes) }
}

/// A text as a key: 1 to 255 bytes.
struct TextKey: TableKey {
    static let flags: TableFlags = []

    let text: String

    init(_ text: String) { self.text = text }
    init(keyBytes: [UInt8]) throws(MalformedRow) { text = String(decoding: keyBytes, as: UTF8.self) }

    var keyBytes: [UInt8] { Array(text.utf8) }
    static func < (a: TextKey, b: TextKey) -> Bool { a.keyBytes.lexicographicallyPrecedes(b.keyBytes) }
}

/// Bytes sealed under a member's data key.
struct SealedRow: StoredRow {
    let sealed: [UInt8]

    init(_ sealed: [UInt8]) { self.sealed = sealed }
    init(bytes: RawSpan) throws(MalformedRow) { sealed = bytes.copied }
    func encode(into writer: inout ByteWriter) { writer.write(raw: sealed) }
}

/// A row without content.
struct PresenceRow: StoredRow {
    init() {}
    init(bytes: RawSpan) throws(MalformedRow) {}
    func encode(into writer: inout ByteWriter) {}
}

/// What the bearer of a secret may do in a member's name.
package struct Scopes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Read what the member may see.
    package static let read = Scopes(rawValue: 1)
    /// Act as the member.
    package static let act = Scopes(rawValue: 2)
    /// Import events of other members and of the past: for admins only.
    package static let `import` = Scopes(rawValue: 4)
    /// Change password, sessions and keys: for sessions only.
    package static let account = Scopes(rawValue: 8)

    package static let session: Scopes = [.read, .act, .account]
    package static let names: [(name: String, scope: Scopes)] = [("read", .read), ("act", .act), ("import", .import)]

    package var names: [String] { Self.names.filter { contains($0.scope) }.map(\.name) }
}

/// A session, or an API key: the bearer of its secret acts as the member.
struct SessionRow: StoredRow, Equatable {
    var member: MemberID
    var scopes: Scopes
    var isKey: Bool
    var createdAt: Timestamp
    /// Time of the last use, to the hour.
    var usedAt: Timestamp
    /// `nil`: an API key is valid until it is revoked.
    var expiresAt: Timestamp?
    /// The label that the owner or the client gave, sealed.
    var label: [UInt8]

    init(
        member: MemberID, scopes: Scopes, isKey: Bool, createdAt: Timestamp, expiresAt: Timestamp?, label: [UInt8]
    ) {
        self.member = member
        self.scopes = scopes
        self.isKey = isKey
        self.createdAt = createdAt
        usedAt = createdAt
        self.expiresAt = expiresAt
        self.label = label
    }

    init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        member = MemberID(try reader.readUInt64())
        scopes = Scopes(rawValue: try reader.readUInt8())
        isKey = try reader.readBool()
        createdAt = Timestamp(microseconds: try reader.readInt64())
        usedAt = Timestamp(microseconds: try reader.readInt64())
        let expiry = try reader.readInt64()
        expiresAt = expiry == 0 ? nil : Timestamp(microseconds: expiry)
        label = reader.remaining
    }

    func encode(into writer: inout ByteWriter) {
        writer.write(member.value)
        writer.write(scopes.rawValue)
        writer.write(isKey)
        writer.write(createdAt.microseconds)
        writer.write(usedAt.microseconds)
        writer.write(expiresAt?.microseconds ?? 0)
        writer.write(raw: label)
    }

    func isExpired(at now: Timestamp) -> Bool { expiresAt.map { $0 <= now } ?? false }
}

/// A device on which a member has logged in.
struct DeviceRow: StoredRow, Equatable {
    /// Time of the last log-in.
    var usedAt: Timestamp

    init(usedAt: Timestamp) { self.usedAt = usedAt }

    init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        usedAt = Timestamp(microseconds: try reader.readInt64())
    }

    func encode(into writer: inout ByteWriter) { writer.write(usedAt.microseconds) }
}

/// A link that is valid once.
struct LinkRow: StoredRow, Equatable {
    enum Purpose: UInt8 {
        /// The bearer registers as admin.
        case firstAdmin = 1
        /// The bearer chooses a new password for the member.
        case passwordReset = 2
    }

    var purpose: Purpose
    var member: MemberID
    var expiresAt: Timestamp

    init(_ purpose: Purpose, member: MemberID, expiresAt: Timestamp) {
        self.purpose = purpose
        self.member = member
        self.expiresAt = expiresAt
    }

    init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        guard let purpose = Purpose(rawValue: try reader.readUInt8()) else { throw MalformedRow() }
        self.purpose = purpose
        member = MemberID(try reader.readUInt64())
        expiresAt = Timestamp(microseconds: try reader.readInt64())
    }

    func encode(into writer: inout ByteWriter) {
        writer.write(purpose.rawValue)
        writer.write(member.value)
        writer.write(expiresAt.microseconds)
    }
}
