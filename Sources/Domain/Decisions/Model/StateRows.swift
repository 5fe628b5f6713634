import EventLog
package import Events
package import Layout

// The bytes of the rows of State.swift in the tables. A change here needs another `WriteModelTables.version`.

/// A member's row with the codes of their name and e-mail, which the fold needs to free both again.
package struct StoredMember: StoredRow, Equatable {
    package var state: MemberState
    /// `nil` if the registration could not be opened, and after deletion.
    var usernameKey: SecretKey?
    /// The code of the e-mail that belongs to the member; `nil` without one, and if it belongs to another member.
    var emailKey: SecretKey?

    private static let emailFlag: UInt8 = 0x80

    init(state: MemberState) { self.state = state }

    var holder: KeyHolder { KeyHolder(slot: state.ordinal, isDeleted: state.isDeleted) }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        let ordinal = try reader.readUInt32()
        guard let role = Role(rawValue: try reader.readUInt8()) else { throw MalformedRow() }
        let flags = try reader.readUInt8()
        state = MemberState(ordinal: ordinal, role: role, position: Position(try reader.readUInt64()))
        state.statusPosition = Position(try reader.readUInt64())
        state.isDeleted = flags & 1 != 0
        if flags & 2 != 0 {
            let position = Position(try reader.readUInt64())
            let until = flags & 4 != 0 ? Timestamp(microseconds: try reader.readInt64()) : nil
            state.ban = BanState(position: position, until: until, voidsMarks: flags & 8 != 0)
        }
        let codes = reader.remaining
        let emailBytes = flags & Self.emailFlag != 0 ? SecretKey.byteCount : 0
        guard codes.count >= emailBytes else { throw MalformedRow() }
        if emailBytes > 0 { emailKey = try SecretKey(keyBytes: Array(codes.prefix(emailBytes))) }
        if codes.count > emailBytes { usernameKey = try SecretKey(keyBytes: Array(codes.dropFirst(emailBytes))) }
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(state.ordinal)
        writer.write(state.role.rawValue)
        var flags: UInt8 = state.isDeleted ? 1 : 0
        if let ban = state.ban { flags |= (ban.until == nil ? 2 : 6) | (ban.voidsMarks ? 8 : 0) }
        if emailKey != nil { flags |= Self.emailFlag }
        writer.write(flags)
        writer.write(state.profilePosition.value)
        writer.write(state.statusPosition.value)
        if let ban = state.ban {
            writer.write(ban.position.value)
            if let until = ban.until { writer.write(until.microseconds) }
        }
        if let emailKey { writer.write(raw: emailKey.keyBytes) }
        if let usernameKey { writer.write(raw: usernameKey.keyBytes) }
    }
}

extension EntityState: StoredRow {
    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        guard let type = EntityType(rawValue: try reader.readUInt8()),
            case let lifecycle = Lifecycle(rawValue: try reader.readUInt8()), lifecycle.isSubset(of: .all)
        else { throw MalformedRow() }
        let version = try reader.readUInt32()
        let author = MemberID(try reader.readUInt64())
        let parent = Position(try reader.readUInt64())
        let repliesTo = Position(try reader.readUInt64())
        let content = Position(try reader.readUInt64())
        let changed = Position(try reader.readUInt64())
        self.init(
            type: type, author: author, parent: parent, repliesTo: repliesTo, position: content,
            createdAt: Timestamp(microseconds: try reader.readInt64()))
        self.lifecycle = lifecycle
        self.version = version
        lifecyclePosition = changed
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(type.rawValue)
        writer.write(lifecycle.rawValue)
        writer.write(version)
        writer.write(author.value)
        writer.write(parent.value)
        writer.write(repliesTo.value)
        writer.write(contentPosition.value)
        writer.write(lifecyclePosition.value)
        writer.write(createdAt.microseconds)
    }
}

extension RelationState: StoredRow {
    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        self.init(
            position: Position(try reader.readUInt64()),
            creditedAt: Timestamp(microseconds: try reader.readInt64()), value: try reader.readUInt8())
        if !reader.isAtEnd { firstAt = Timestamp(microseconds: try reader.readInt64()) }
    }

    /// The first time only where it differs: in logs whose repeated acts were credited to their own times.
    package func encode(into writer: inout ByteWriter) {
        writer.write(position.value)
        writer.write(creditedAt.microseconds)
        writer.write(value)
        if firstAt != creditedAt { writer.write(firstAt.microseconds) }
    }
}
