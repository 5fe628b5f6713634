package import Events
package import Layout
import Projections

/// A member. Texts are empty when absent and when they cannot be opened.
package struct MemberRow: StoredRow, Equatable {
    package var username = ""
    package var name = ""
    package var bio = ""
    package var avatar = ""
    package var email = ""
    package var phone = ""
    package var cuisines: [String] = []
    package var diets: [String] = []
    /// Folded, the latest last; at most `formerUsernamesMax`. A name that the member has again is not among them.
    package var formerUsernames: [String] = []
    package var joinedAt: Timestamp
    package var role: Role
    package var isDeleted = false
    /// Recipes that are not deleted.
    package var recipes: Int64 = 0
    package var followers: Int64 = 0
    package var following: Int64 = 0

    package init(joinedAt: Timestamp, role: Role) {
        self.joinedAt = joinedAt
        self.role = role
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        joinedAt = Timestamp(microseconds: try reader.readSignedVarint())
        guard let role = Role(rawValue: try reader.readUInt8()) else { throw MalformedRow() }
        self.role = role
        isDeleted = try reader.readBool()
        recipes = try reader.readSignedVarint()
        followers = try reader.readSignedVarint()
        following = try reader.readSignedVarint()
        username = try reader.readString()
        name = try reader.readString()
        bio = try reader.readString()
        avatar = try reader.readString()
        email = try reader.readString()
        phone = try reader.readString()
        cuisines = try reader.readTexts()
        diets = try reader.readTexts()
        formerUsernames = try reader.readTexts()
    }

    /// Whether a stored row is that of a deleted member. Reads that field only.
    static func isDeleted(stored bytes: RawSpan) throws(MalformedRow) -> Bool {
        var reader = ByteReader(bytes)
        _ = try reader.readSignedVarint()
        _ = try reader.readUInt8()
        return try reader.readBool()
    }

    /// The fields of a stored row that lists show; `nil` for a deleted member and for a name that cannot be opened.
    static func named(_ id: MemberID, stored bytes: RawSpan) throws(MalformedRow) -> NamedMember? {
        var reader = ByteReader(bytes)
        _ = try reader.readSignedVarint()
        _ = try reader.readUInt8()
        guard try !reader.readBool() else { return nil }
        for _ in 0..<3 { _ = try reader.readSignedVarint() }
        let username = try reader.readString()
        guard !username.isEmpty else { return nil }
        let name = try reader.readString()
        _ = try reader.readSlice()
        return NamedMember(id: id, username: username, name: name, avatar: try reader.readString())
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: joinedAt.microseconds)
        writer.write(role.rawValue)
        writer.write(isDeleted)
        writer.write(varint: recipes)
        writer.write(varint: followers)
        writer.write(varint: following)
        for text in [username, name, bio, avatar, email, phone] { writer.write(text) }
        writer.write(texts: cuisines)
        writer.write(texts: diets)
        writer.write(texts: formerUsernames)
    }

    /// Keeps the present name among the former ones, and takes another one.
    mutating func rename(to name: String) {
        let (old, new) = (Username.folded(username), Username.folded(name))
        formerUsernames.removeAll { $0 == old || $0 == new }
        if !old.isEmpty, old != new { formerUsernames.append(old) }
        formerUsernames.removeFirst(max(0, formerUsernames.count - Self.formerUsernamesMax))
        username = name
    }

    /// A member who changes the name often keeps the addresses of the latest names.
    private static let formerUsernamesMax = 20

    /// The row after a deletion: no profile and no follow counts.
    var erased: MemberRow {
        var row = MemberRow(joinedAt: joinedAt, role: role)
        row.isDeleted = true
        row.recipes = recipes
        return row
    }
}

/// A follow in force.
package struct FollowRow: StoredRow, Equatable {
    package var at: Timestamp
    /// The position of the `member.followed`.
    package var position: Position

    package init(at: Timestamp, position: Position) {
        self.at = at
        self.position = position
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        at = Timestamp(microseconds: try reader.readSignedVarint())
        position = Position(try reader.readVarint())
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: at.microseconds)
        writer.write(varint: position.value)
    }
}

/// The member at the other end of an index entry.
package struct OtherMemberRow: StoredRow, Equatable {
    package var member: MemberID

    package init(_ member: MemberID) { self.member = member }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        member = MemberID(try reader.readVarint())
    }

    package func encode(into writer: inout ByteWriter) { writer.write(varint: member.value) }
}

/// A ban that was not lifted. Whether it is in force depends on the time of the query.
package struct BanRow: StoredRow, Equatable {
    package var state: BanState

    package init(_ state: BanState) { self.state = state }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        let position = Position(try reader.readVarint())
        let until = try reader.readTimestampIfPresent()
        state = BanState(position: position, until: until, voidsMarks: try reader.readBool())
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: state.position.value)
        writer.write(ifPresent: state.until)
        writer.write(state.voidsMarks)
    }
}
