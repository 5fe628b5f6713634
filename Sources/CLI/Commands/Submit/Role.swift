import ArgumentParser
import Events
import Operations

struct ChangeRole: Act {
    static let configuration = CommandConfiguration(
        commandName: "role", abstract: "Make a member a moderator, an admin, or a plain member.")
    static let examples = [Example("role @bo moderator --as @ada", "an admin appoints a moderator")]

    @Argument(help: "The member, such as @bo.") var member: String
    @Argument(help: "member, moderator or admin.") var role: String
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let subject = try MemberName.reference(member, field: "member")
        let role: Role = try Word.choose(
            role, ["member": .member, "moderator": .moderator, "admin": .admin], field: "role")
        try invocation.submit(
            Command(.memberRoleChanged, actor: invocation.actor, subject: subject, value: role.rawValue))
    }
}
