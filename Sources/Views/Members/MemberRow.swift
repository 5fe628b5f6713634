package import Events
package import Layout
import Projections

/// A member. Texts are empty when they were not given, and when nobody can read them.
package struct MemberRow: StoredRow, Equatable {
    package var username = ""
    package var name = ""
    package var bio = ""
    package var avatar = ""
    package var email = ""
    package var phone = ""
    package var cuisines: [String] = []
    package var diets: [String] = []
    package var joinedAt: Timestamp
    package var role: Role
    package var isDeleted = false
    /// Living ones.
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
    }

    /// Whether a stored row is a deleted member's, without reading the rest of it.
    static func isDeleted(stored bytes: RawSpan) throws(MalformedRow) -> Bool {
        var reader = ByteReader(bytes)
        _ = try reader.readSignedVarint()
        _ = try reader.readUInt8()
        return try reader.readBool()
    }

    /// What a stored row says that lists show; nil for a deleted member, or when the key to the profile is destroyed.
    static func named(_ id: MemberID, stored bytes: RawSpan) throws(MalformedRow) -> NamedMember? {
        var reader = ByteReader(bytes)
        _ = try reader.readSignedVarint()
        _ = try reader.readUInt8()
        guard try !reader.readBool() else { return nil }
        for _ in 0..<3 { _ = try reader.readSignedVarint() }
        let username = try reader.readString()
        return username.isEmpty ? nil : NamedMember(id: id, username: username, name: try reader.readString())
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
    }

    /// What is left of a deleted member: nothing that they said of themselves, and no follows.
    var erased: MemberRow {
        var row = MemberRow(joinedAt: joinedAt, role: role)
        row.isDeleted = true
        row.recipes = recipes
        return row
    }
}
