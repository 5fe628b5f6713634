package import Events

/// How large a crowd is, and which of all crowds of that size.
package struct CrowdSize: Hashable, Sendable {
    package static let membersAllowed = 10...1_000_000
    package static let weeksAllowed = 1...520
    /// At a hundred, ten of a thousand events are registrations.
    package static let commandsPerMemberAllowed = 5...10_000

    package let members: Int
    package let weeks: Int
    package let seed: UInt64
    package let commandsPerMember: Int

    package init(members: Int, weeks: Int, seed: UInt64, commandsPerMember: Int = 100) throws(Refusal) {
        guard Self.membersAllowed.contains(members) else {
            throw Refusal(.invalid, "a crowd has 10 to 1,000,000 members, not \(members)", field: "members")
        }
        guard Self.weeksAllowed.contains(weeks) else {
            throw Refusal(.invalid, "a crowd lives 1 to 520 weeks, not \(weeks)", field: "weeks")
        }
        guard Self.commandsPerMemberAllowed.contains(commandsPerMember) else {
            throw Refusal(
                .invalid, "each of a crowd makes for 5 to 10,000 events, not \(commandsPerMember)", field: "each")
        }
        self.members = members
        self.weeks = weeks
        self.seed = seed
        self.commandsPerMember = commandsPerMember
    }

    package var commandCount: Int { members * commandsPerMember }
}
