import ArgumentParser
import LarderAPI
import Operations

struct Dossier: Retrospective {
    static let configuration = CommandConfiguration(
        commandName: "dossier",
        abstract: "What moderators know of a member: reports, decisions, and who votes for whom.",
        discussion: "A service records in its log who reads the dossier of which member.")
    static let examples = [Example("dossier @mallory --as @mod", "before a decision")]

    @Argument(help: "A member, such as @bo.", completion: .members) var member: String
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.withBackend { backend in
            let answer = try backend.ask(API.dossier, MemberInput(member: member))
            let terminal = invocation.output.terminal
            try invocation.output.answer(answer) {
                terminal.list([
                    "member": "@\(answer.member.username)", "id": answer.member.id, "role": answer.role,
                    "banned": answer.banned ? "yes" : "no", "joined": answer.joinedAt,
                    "last sign-in": answer.lastSignIn,
                    "reports about them": Self.text(answer.reportsAbout),
                    "reports by them": Self.text(answer.reportsBy),
                    "decisions": answer.decisions.map { entry in
                        "\(entry.kind) \(entry.subject)\(entry.reason.map { ": \($0)" } ?? "")"
                    }.joined(separator: "; "),
                    "votes for": Self.text(answer.votesFor), "votes from": Self.text(answer.votesFrom),
                ])
            }
        }
    }

    private static func text(_ reports: [ReportDocument]) -> String {
        reports.map { "\($0.id) \($0.reason) \($0.target) \($0.outcome ?? $0.status)" }.joined(separator: "; ")
    }

    private static func text(_ votes: [DossierAnswer.Votes]) -> String {
        votes.map { "\($0.member.map { "@\($0.username)" } ?? "deleted") \($0.votes)" }.joined(separator: ", ")
    }
}
