import ArgumentParser
import EventLog
import Service

struct BackUp: Verb {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the log and its vault into a folder, while others go on writing.",
        discussion: """
            The folder of an earlier backup of the same log gets what has come since. State and views are not copied: they \
            are made again of the log. An interrupted backup is the earlier one still.
            """)
    static let examples = [
        Example("backup kitchen.backup", "all of it, or what has come since the last time"),
        Example("backup kitchen.backup --json", "for a nightly job"),
    ]

    @Argument(help: ArgumentHelp("An absent or empty folder, or an earlier backup.", valueName: "folder"))
    var folder: String
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let bar = invocation.progressBar("Copying", unit: "events")
        defer { bar.finish() }
        try invocation.withCommunity { community in
            let report = try BackupWriter.backUp(community.log, to: folder) { bar.update(done: $0, of: $1) }
            bar.finish()
            try invocation.answer(report) { Self.text(report, folder) }
        }
    }

    private static func text(_ report: BackupWriter.Report, _ folder: String) -> String {
        let isAll = report.added == report.position
        let new = isAll ? "all of them new" : "\(Wording.count(Int(report.added))) of them new"
        let vault =
            report.replacedVault
            ? "The vault in it is that of now; the earlier copy was overwritten."
            : "With it went the vault: who has the folder can read everything, and what is erased later, too."
        return """
            \(folder) holds \(Wording.count(Int(report.position))) events, \(new): \(Wording.bytes(report.bytes))
            \(vault)
            """
    }
}
