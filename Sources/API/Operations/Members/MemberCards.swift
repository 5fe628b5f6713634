package import LarderAPI
package import Layout
package import Views

extension MemberCard {
    package init(_ member: NamedMember) {
        self.init(id: member.id.description, username: member.username, name: member.name)
    }
}

extension Queries {
    /// Nil when the member is unknown or deleted, or when the key to the profile is destroyed.
    package func memberCard(_ id: MemberID) -> MemberCard? { named(id).map { MemberCard($0) } }
}
