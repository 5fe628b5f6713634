import Events
import Layout

struct ReportLine: Encodable {
    var id: String
    var status: String
    var target: String
    var owner: Card?
    var text: String?
    var reason: String
    var note: String?
    var reporter: Card?
    var filedAt: String
    var outcome: String?
    var resolvedBy: Card?
    var resolvedAt: String?
    var resolutionNote: String?
}

struct ModerationLine: Encodable {
    var id: UInt64
    var kind: String
    var actor: Card?
    var member: Card?
    var subject: String
    var report: String?
    var role: String?
    var outcome: String?
    var reason: String?
    var until: String?
    var voided: Bool?
    var at: String
}

struct Dashboard: Encodable {
    var position: UInt64
    var members: Int
    var recipes: Int
    var comments: Int
    var reports: Int
    var pendingReports: Int
    var banned: Int
}

struct MemberLine: Encodable {
    var id: String
    var username: String
    var name: String
    var email: String?
    var role: String
    var banned: Bool
    var joinedAt: String
    var recipes: Int
    var comments: Int
    var followers: Int
    var xp: Int
    var viewer: Relation?
}

/// What moderators are shown.
extension Model {
    private static let reasons = ["spam", "offensive", "unsafe", "copyright", "other"]
    private static let outcomes = ["dismissed", "removed", "banned"]

    /// «queue by status, oldest pending first, with target, reason, reporter, outcome».
    func reports(isResolved: Bool) -> [ReportLine] {
        let queue = reports.filter { ($0.value.outcome != 0) == isResolved }
            .sorted { isResolved ? $0.key > $1.key : $0.key < $1.key }
        return queue.map { id, report in
            let filed = facts[Int(id) - 1]
            var line = ReportLine(
                id: "f\(id)", status: isResolved ? "resolved" : "pending", target: name(of: report.target),
                owner: livingCard(works[report.target]?.author ?? report.target), text: beginning(of: report.target),
                reason: Self.reasons[filed.value - 1], note: words(of: id), reporter: livingCard(report.reporter),
                filedAt: filed.at.rfc3339)
            if isResolved {
                let resolved = facts[Int(report.resolvedBy) - 1]
                line.outcome = Self.outcomes[report.outcome - 1]
                line.resolvedBy = livingCard(resolved.actor)
                line.resolvedAt = resolved.at.rfc3339
                line.resolutionNote = words(of: report.resolvedBy)
            }
            return line
        }
    }

    private func beginning(of thing: UInt64) -> String? {
        guard let work = works[thing], isLiving(thing) else { return nil }
        return work.sort == .recipe ? work.content.title : String(work.text.prefix(140))
    }

    /// «every ban, unban, removal, restoration, role change and resolution, newest first, with who and why».
    func moderationLog() -> [ModerationLine] {
        var lines: [ModerationLine] = []
        var removed: Set<UInt64> = []
        for (index, fact) in facts.enumerated() {
            let id = UInt64(index) + 1
            guard let member = moderated(by: fact, &removed) else { continue }
            var line = ModerationLine(
                id: id, kind: fact.kind.name, actor: livingCard(fact.actor), member: livingCard(member),
                subject: name(of: fact.subject), reason: words(of: id), until: until(of: id)?.rfc3339,
                at: fact.at.rfc3339)
            switch fact.kind {
            case .memberBanned where fact.value == 1: line.voided = true
            case .memberRoleChanged: line.role = ["member", "moderator", "admin"][fact.value]
            case .reportResolved:
                line.outcome = Self.outcomes[fact.value - 1]
                line.report = line.subject
            default:
                // «further events in the same transaction, `cause` = the report».
                if fact.cause != 0, facts[Int(fact.cause) - 1].kind == .reportResolved {
                    line.report = name(of: facts[Int(fact.cause) - 1].subject)
                }
            }
            lines.append(line)
        }
        return lines.reversed()
    }

    /// Whom it was done to, if it was moderation: what authors do with their own is none, unless they bring back what a
    /// moderator removed.
    private func moderated(by fact: Fact, _ removed: inout Set<UInt64>) -> UInt64? {
        switch fact.kind {
        case .memberBanned, .memberUnbanned, .memberRoleChanged: return fact.owner
        case .recipeDeleted, .commentDeleted:
            guard fact.actor != fact.owner else { return nil }
            removed.insert(fact.subject)
            return fact.owner
        case .recipeRestored, .commentRestored:
            // An author whose work stays removed has brought back the own deletion only.
            let isOwn = fact.actor == fact.owner && fact.value == 1
            let wasRemoved = !isOwn && removed.remove(fact.subject) != nil
            return wasRemoved || fact.actor != fact.owner ? fact.owner : nil
        case .recipeCookNoteDeleted: return fact.actor == fact.owner ? nil : fact.owner
        case .repostDeleted: return works[fact.subject].flatMap { $0.author == fact.actor ? nil : $0.author }
        case .reportResolved:
            let target = reports[fact.subject]?.target ?? 0
            return works[target]?.author ?? target
        default: return nil
        }
    }

    /// «members, recipes, comments, reports, pendingReports, banned».
    func dashboard(at now: Timestamp) -> Dashboard {
        let living = works.filter { isLiving($0.key) }.values
        return Dashboard(
            position: head, members: members.keys.count { isHere($0) }, recipes: living.count { $0.sort == .recipe },
            comments: living.count { $0.sort == .comment }, reports: reports.count,
            pendingReports: reports.values.count { $0.outcome == 0 },
            banned: members.keys.count { isHere($0) && isBanned($0, at: now) })
    }

    /// «search, filter by role/banned, with e-mail, content counts»; «E-mail and phone are shown to the member and to
    /// moderators only».
    func directory(_ wanted: DirectoryWishes, viewer: UInt64?, _ standings: Standings) -> [MemberLine] {
        let sees = wanted.isOperator || viewer.flatMap { members[$0]?.role }.map { $0 >= .moderator } ?? false
        return members.sorted { $0.key < $1.key }.compactMap { id, member in
            let banned = isBanned(id, at: standings.now)
            guard !member.isDeleted, !(viewer.map { isApart($0, id) } ?? false),
                wanted.role.map({ $0 == member.role }) ?? true, wanted.banned.map({ $0 == banned }) ?? true
            else { return nil }
            let email = sees || viewer == id ? member.email : ""
            if let search = wanted.search?.lowercased(),
                ![member.username, member.name, email].contains(where: { $0.lowercased().contains(search) })
            {
                return nil
            }
            let own = works.filter { $0.value.author == id && isLiving($0.key) }.values
            return MemberLine(
                id: "m\(id)", username: member.username, name: member.name, email: email.isEmpty ? nil : email,
                role: "\(member.role)", banned: banned, joinedAt: member.joinedAt.rfc3339,
                recipes: own.count { $0.sort == .recipe }, comments: own.count { $0.sort == .comment },
                followers: followers(of: id).count, xp: standings.xp(of: id), viewer: relation(of: viewer, to: id))
        }
    }
}

struct DirectoryWishes {
    var search: String?
    var role: Role?
    var banned: Bool?
    var isOperator = false
}
