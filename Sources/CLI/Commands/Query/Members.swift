import ArgumentParser
import Events
import LarderAPI
import Operations
import Views

struct Members: Question {
    static let configuration = CommandConfiguration(
        commandName: "members", abstract: "Who is here, in the order in which they joined.")
    static let examples = [
        Example("members --search ada", "by a part of the username, name or e-mail"),
        Example("members --role moderator", "who moderates"), Example("members --banned", "who is shut out"),
    ]

    @Option(help: "A part of the username, the name, or an e-mail that you may see.") var search: String?
    @Option(help: "member, moderator or admin.") var role: String?
    @Flag(inversion: .prefixedNo, help: "Only those who are banned, or are not.") var banned: Bool?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let role: Role? = try role.map { text throws(Refusal) in
            try Word.choose(text, ["member": .member, "moderator": .moderator, "admin": .admin], field: "role")
        }
        let request = MemberDirectoryRequest(search: search.map(MemberName.username), role: role, banned: banned)
        try invocation.ask(.members(request, page: invocation.page)) { answer, asked in
            try invocation.answer(answer) {
                var table = TextTable([
                    .whole("id"), .text("username"), .text("name"), .whole("role"), .whole("joined").extra,
                    .number("recipes"), .number("comments"), .number("followers"), .number("xp"), .text("e-mail").extra,
                ])
                for member in answer.members {
                    table.add([
                        member.id, "@\(member.username)", member.name, member.banned ? "banned" : member.role,
                        invocation.terminal.time(member.joinedAt, now: asked.now), "\(member.recipes)",
                        "\(member.comments)", "\(member.followers)", "\(member.xp)", member.email ?? "",
                    ])
                }
                return table.text(for: invocation.terminal)
            }
            if answer.members.isEmpty { invocation.note("Nobody.") }
            invocation.noteNext(answer.next)
        }
    }
}
