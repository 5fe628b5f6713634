import Community
import Events
import LMDB
package import Layout

/// A link with which a member chooses a new password. Its secret is known only now.
package struct ResetLink: Sendable {
    /// The event that says that it was made.
    package let position: Position
    package let secret: Secret
    package let expiresAt: Timestamp
}

/// Links for many members at once, which are not valid before they are kept.
package struct ResetLinks: Sendable {
    package let links: [(secret: Secret, member: MemberID)]
    package let expiresAt: Timestamp
}

extension Accounts {
    /// Members read a mail later than they ask for a link.
    private static let manyLinksHours: Int64 = 7 * 24

    /// Those of the members who can log in with no password: neither with their own nor with that of another app. O(members).
    package func withoutPassword(among members: [MemberID]) throws(Refusal) -> [MemberID] {
        try reading { snapshot in
            try members.filter { member in
                let key = MemberKey(member)
                return try store.credentials.get(key, in: snapshot) == nil
                    && store.imported.get(key, in: snapshot) == nil
            }
        }
    }

    /// New links with which the members choose passwords. They are valid once `keep` has returned.
    package func newResetLinks(for members: [MemberID]) -> ResetLinks {
        ResetLinks(
            links: members.map { (Secret(.link), $0) }, expiresAt: now.adding(hours: Self.manyLinksHours))
    }

    /// How many events one append records.
    private static let notedAtOnce = 10_000

    /// Makes all of the links valid, or none. Earlier links of their members are not valid any more. `actor`: the admin or the operator who
    /// made them.
    package func keep(_ links: ResetLinks, by actor: MemberID) async throws(Refusal) {
        var rest = links.links.map(\.member)[...]
        while !rest.isEmpty {
            _ = try await community.noteResetLinks(for: Array(rest.prefix(Self.notedAtOnce)), by: actor)
            rest = rest.dropFirst(Self.notedAtOnce)
        }
        try keepLinks(links.links, .passwordReset, until: links.expiresAt)
    }
}
