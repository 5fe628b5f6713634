package import Events

/// How large a crowd is, and which of all crowds of that size.
package struct CrowdSize: Hashable, Sendable {
    package static let membersAllowed = 10...1_000_000
    package static let weeksAllowed = 1...520
    /// Ten of a thousand events are registrations.
    package static let commandsPerMember = 100

    package let members: Int
    package let weeks: Int
    package let seed: UInt64

    package init(members: Int, weeks: Int, seed: UInt64) throws(Refusal) {
        guard Self.membersAllowed.contains(members) else {
            throw Refusal(.invalid, "a crowd has 10 to 1,000,000 members, not \(members)", field: "members")
        }
        guard Self.weeksAllowed.contains(weeks) else {
            throw Refusal(.invalid, "a crowd lives 1 to 520 weeks, not \(weeks)", field: "weeks")
        }
        self.members = members
        self.weeks = weeks
        self.seed = seed
    }

    package var commandCount: Int { members * Self.commandsPerMember }
}
