import ArgumentParser
import Events
import LarderAPI
import Operations

struct Report: Act {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Report a recipe, a comment or a member to the moderators.")
    static let examples = [
        Example("report c20 --reason spam --as @ada", "a comment"),
        Example("report @mallory --reason offensive --note 'see c31' --as @bo", "a member"),
    ]

    @Argument(help: "r12, c20 or @name.", completion: .membersAndRecipes) var target: String
    @Option(
        help: "spam, offensive, unsafe, copyright or other.",
        completion: .list(["spam", "offensive", "unsafe", "copyright", "other"])) var reason: String
    @Option(help: "What the moderators should know.") var note: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let subject =
            try target.hasPrefix("@")
            ? MemberName.reference(target, field: "target") : EntityName.reference(target, "rcm", field: "target")
        let value: ProtoReportReason.Value = try Word.choose(
            reason,
            ["spam": .spam, "offensive": .offensive, "unsafe": .unsafe, "copyright": .copyright, "other": .other],
            field: "reason")
        var payload = Payload.none
        if let note {
            var message = ProtoReport()
            message.note = note
            payload = .report(message)
        }
        try invocation.submit(
            Command(
                .reportFiled, actor: try invocation.actor(to: "report"), subject: subject, payload: payload,
                value: UInt8(truncatingIfNeeded: value.rawValue)), subject: "target")
    }
}

struct Resolve: Act {
    static let configuration = CommandConfiguration(commandName: "resolve", abstract: "Settle a report.")
    static let examples = [
        Example("resolve f9 --outcome dismissed --as @mod", "nothing was wrong"),
        Example("resolve f9 --outcome removed --note 'an advertisement' --as @mod", "deletes what was reported"),
    ]

    @Argument(help: "The report, such as f9.") var id: String
    @Option(help: "dismissed, removed or banned.", completion: .list(["dismissed", "removed", "banned"])) var outcome:
        String
    @Option(help: "The reason.") var note: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let subject = try EntityName.reference(id, "f")
        let value: ProtoReportOutcome.Value = try Word.choose(
            outcome, ["dismissed": .dismissed, "removed": .removed, "banned": .banned], field: "outcome")
        var payload = Payload.none
        if let note {
            var message = ProtoResolution()
            message.note = note
            payload = .resolution(message)
        }
        try invocation.submit(
            Command(
                .reportResolved, actor: invocation.actor, subject: subject, payload: payload,
                value: UInt8(truncatingIfNeeded: value.rawValue)))
    }
}

struct Ban: Act {
    static let configuration = CommandConfiguration(commandName: "ban", abstract: "Ban a member.")
    static let examples = [
        Example("ban @mallory --reason spam --as @mod", "until further notice"),
        Example("ban @mallory --until 2040-03-01 --as @mod", "until that day"),
        Example("ban @mallory --void --as @mod", "and their likes, votes, ratings, bookmarks and follows do not count"),
    ]

    @Argument(help: "The member, such as @mallory.", completion: .members) var member: String
    @Option(help: "The reason.") var reason: String?
    @Option(help: ArgumentHelp("When it ends.", valueName: "time")) var until: String?
    @Flag(help: "Their likes, votes, ratings, bookmarks and follows count as taken back until they are unbanned.")
    var void = false
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let subject = try MemberName.reference(member, field: "member")
        let content = Content(
            reason: reason,
            until: try until.map { text throws(Refusal) in try Times.instant(text, field: "until").rfc3339 })
        let payload = try Payload(.memberBanned, saying: content)
        try invocation.submit(
            Command(
                .memberBanned, actor: invocation.actor, subject: subject, payload: payload,
                value: void ? EventHeader.voiding : 0), subject: "member")
    }

    private struct Content: Encodable {
        var reason: String?
        var until: String?
    }
}

struct Unban: Act {
    static let configuration = CommandConfiguration(commandName: "unban", abstract: "Lift a member's ban.")
    static let examples = [Example("unban @mallory --as @mod", "the ban ends now")]

    @Argument(help: "The member, such as @mallory.", completion: .members) var member: String
    @Option(help: "The reason.") var reason: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let subject = try MemberName.reference(member, field: "member")
        try invocation.submit(
            Command(
                .memberUnbanned, actor: invocation.actor, subject: subject, payload: ReasonText.payload(reason)),
            subject: "member")
    }
}

struct ChangeRole: Act {
    static let configuration = CommandConfiguration(
        commandName: "role", abstract: "Make a member a moderator, an admin, or a plain member.")
    static let examples = [Example("role @bo moderator --as @ada", "an admin appoints a moderator")]

    @Argument(help: "The member, such as @bo.", completion: .members) var member: String
    @Argument(help: "member, moderator or admin.", completion: .words(MembersInput.Role.self)) var role: String
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let subject = try MemberName.reference(member, field: "member")
        let role: Role = try Word.choose(
            role, ["member": .member, "moderator": .moderator, "admin": .admin], field: "role")
        try invocation.submit(
            Command(.memberRoleChanged, actor: invocation.actor, subject: subject, value: role.rawValue),
            subject: "member")
    }
}

/// The reason for a deletion, a restoration or the end of a ban, if the member gives one.
enum ReasonText {
    static func payload(_ reason: String?) -> Payload {
        guard let reason else { return .none }
        var message = ProtoReason()
        message.reason = reason
        return .reason(message)
    }
}
