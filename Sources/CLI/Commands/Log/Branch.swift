import ArgumentParser
import Community
import EventLog
import Events

struct Branch: Verb {
    static let configuration = CommandConfiguration(
        commandName: "branch",
        abstract: "Make a copy that restore --at made a log of its own, which may be written to.",
        discussion: """
            It gets an id and a signing key that no other log has. Events up to there keep the name of the log that they \
            came from. Whoever was erased after that moment is deleted here, too.
            """)
    static let examples = [Example("branch --data copy", "try anything in copy: the community knows nothing of it")]

    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let branch = try invocation.withCommunity { try $0.log.branch() }
        // Under its new name what is folded of it is folded anew.
        try invocation.withCommunity { _ in }
        try invocation.output.answer(branch) {
            let deleted =
                branch.deleted.isEmpty
                ? "" : "\nDeleted here, because they were erased since: \(branch.deleted.joined(separator: ", "))"
            return """
                \(invocation.dataDirectory) is now the log \(branch.logID)
                Branched off from \(branch.from) after event \(Wording.count(Int(branch.position)))\(deleted)
                """
        }
    }
}
