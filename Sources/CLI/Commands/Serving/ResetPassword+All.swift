import Accounts
import Community
import EventLog
import Events
import LarderAPI
import Layout
import Operations
import Views

/// Links for all members who cannot log in, as a community has them that has moved here without passwords.
extension ResetPassword {
    private struct AllAnswer: Encodable {
        var links: Int
        var file: String
        var expiresAt: String
        /// Members without a password who are banned and so have no link.
        var banned: Int
    }

    /// One line of the file.
    private struct Line: Encodable {
        var username: String
        var email: String?
        var link: String
        var expiresAt: String

        static let header = "username,email,link,expiresAt\n"
        var csv: String {
            [username, email ?? "", link, expiresAt].map(TableLines.csvCell).joined(separator: ",") + "\n"
        }
    }

    private struct Person {
        var id: MemberID
        var username: String
        var email: String?
    }

    /// Names of files that hold a JSON object in each line; all others are CSV.
    private static let lineEndings = [".ndjson", ".jsonl"]

    /// Writes the links into a new file, which appears when all of them are valid. An interrupted run leaves no such file, and
    /// running it again makes new links.
    func resetAll(into path: String, _ invocation: Invocation) throws {
        try invocation.withCommunity { community in
            try community.log.checkLiesOutside(path, named: "file of links")
            let (people, actor) = try invocation.query(community) { queries in
                (try Self.people(queries), try Self.admin(invocation, queries))
            }
            let accounts = try Accounts(of: community)
            defer { accounts.close() }
            let wanted = Set(try accounts.withoutPassword(among: people.allowed.map(\.id)))
            let file = try WholeFile(path: path, permissions: 0o600, isReplacing: false)
            let chosen = people.allowed.filter { wanted.contains($0.id) }
            let made = accounts.newResetLinks(for: chosen.map(\.id))
            let isCSV = !Self.lineEndings.contains { path.lowercased().hasSuffix($0) }
            if isCSV { try file.write(Array(Line.header.utf8)) }
            for (person, link) in zip(chosen, made.links) {
                let line = Line(
                    username: person.username, email: person.email, link: link.secret.text,
                    expiresAt: made.expiresAt.rfc3339)
                try file.write(isCSV ? Array(line.csv.utf8) : JSONDocument.bytes(line) + [0x0A])
            }
            // First all bytes are written: a full disk must not replace the links that members have.
            try Waiting.run { () async throws(Refusal) in try await accounts.keep(made, by: actor) }
            try file.finish()
            let answer = AllAnswer(
                links: chosen.count, file: path, expiresAt: made.expiresAt.rfc3339,
                banned: try accounts.withoutPassword(among: people.banned).count)
            try invocation.output.answer(answer) { Self.sentence(answer) }
        }
    }

    /// The admin who acts, or the operator. Refuses all others.
    static func admin(_ invocation: Invocation, _ queries: Queries) throws(Refusal) -> MemberID {
        guard let viewer = try invocation.viewer(queries) else { return .operator }
        guard queries.role(viewer) == .admin else {
            throw Refusal(.forbidden, "only admins can do this: leave --as out to act as the operator", field: "as")
        }
        return viewer
    }

    /// All living members, in the order in which they joined.
    private static func people(_ queries: Queries) throws -> (allowed: [Person], banned: [MemberID]) {
        let members = try queries.members(
            MemberDirectoryRequest(), page: Page(limit: 0, after: nil), viewer: nil, viewerIsOperator: true
        ).members
        var (allowed, banned): ([Person], [MemberID]) = ([], [])
        for member in members {
            let id = try queries.member(try MemberName.reference(member.id, field: "member"))
            if member.banned {
                banned.append(id)
            } else {
                allowed.append(Person(id: id, username: member.username, email: member.email))
            }
        }
        return (allowed, banned)
    }

    private static func sentence(_ answer: AllAnswer) -> String {
        var text =
            "\(Wording.count(Int64(answer.links), "link")) in \(answer.file), valid once until \(answer.expiresAt). Earlier links of these members are not valid any more.\n"
        if answer.banned > 0 {
            text += "\(Wording.count(Int64(answer.banned), "banned member")) without a password got no link.\n"
        }
        return text
    }
}
