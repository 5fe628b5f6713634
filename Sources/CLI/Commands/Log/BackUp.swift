import ArgumentParser
import Community
import EventLog
import Events
import LarderAPI

struct BackUp: Verb {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the log, its vault and the pictures into a folder. Other processes may write meanwhile.",
        discussion: """
            The folder of an earlier backup of the same log gets what has come since, and loses the pictures that are gone. \
            State and views are not copied: they are rebuilt from the log. An interrupted backup \
            leaves the earlier one unchanged. FOLDER.erasures, beside the folder, lists the accounts that were deleted so \
            far, without names: with it larder restore keeps them deleted, also from an older backup. A service has a folder of \
            backups, which --backup-directory of serve names: there FOLDER is the name of one.
            """)
    static let examples = [
        Example("backup kitchen.backup", "all of it, or what has come since the last time"),
        Example("backup kitchen.backup --json", "for a nightly job"),
    ]

    @Argument(help: ArgumentHelp("An absent or empty folder, or an earlier backup.", valueName: "folder"))
    var folder: String
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }

    func execute(_ invocation: Invocation) throws {
        let report: BackupWriter.Outcome = try invocation.doing(API.backUp, BackUpInput(name: folder)) { community in
            try invocation.showingParts { try community.backUp(to: folder, progress: $0) }
        }
        try invocation.output.answer(report) { Self.text(report, folder) }
        // The operator learns of the damage at the nightly backup, and not on the day when the images are needed.
        if let damaged = report.damagedImages, let first = damaged.first {
            throw Refusal(
                .verificationFailed,
                "\(folder) holds all but \(Wording.count(Int64(damaged.count), "picture")): \(first) does not match its name. larder doctor says what to do"
            )
        }
        if let missing = report.missingImages, let first = missing.first {
            throw Refusal(
                .verificationFailed,
                "\(folder) has kept \(Wording.count(Int64(missing.count), "picture")) that the log names and the community has lost, such as \(first): copy them back from the same folders of the backup"
            )
        }
    }

    private static func text(_ report: BackupWriter.Outcome, _ folder: String) -> String {
        var held = "\(Wording.count(Int(report.position))) events, \(new(Int(report.added), of: Int(report.position)))"
        if let images = report.images {
            let new = new(report.addedImages ?? 0, of: images)
            held += ", and \(Wording.count(Int64(images), "picture")), \(new)"
        }
        let vault =
            report.replacedVault
            ? "The backup holds the present vault; the earlier copy was overwritten."
            : "This backup contains the vault. Anyone who has the folder can read everything in it, including what members delete later."
        let list =
            report.erasureList == nil
            ? "\nThe list of deleted accounts could not be written beside it: keep one elsewhere, with larder erasures export FILE"
            : ""
        return """
            \(folder) holds \(held): \(Wording.bytes(report.bytes))
            \(vault)\(list)
            """
    }

    private static func new(_ count: Int, of total: Int) -> String {
        count == total ? "all of them new" : "\(Wording.count(count)) of them new"
    }
}

struct Branch: Verb {
    static let configuration = CommandConfiguration(
        commandName: "branch",
        abstract: "Turn a copy made by restore --at into a log of its own, which may be written to.",
        discussion: """
            It gets an id and a signing key that no other log has. Events up to there keep the name of the log that they \
            came from. Members who were deleted in the original by now are deleted here, too: --original says where it is.
            """)
    static let examples = [
        Example(
            "branch --data copy --original larder-data", "try anything in copy: the community knows nothing of it")
    ]

    @Option(
        help: ArgumentHelp(
            "The data directory of the original, whose vault says who was deleted there since.", valueName: "dir"),
        completion: .directory)
    var original: String?
    @Flag(help: "Branch without knowing who was deleted in the original since.") var yes = false
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        var branch = try invocation.withCommunity { community in
            if original == nil, !yes {
                try community.log.requireCopy()
                try confirm(invocation)
            }
            return try community.log.branch(original: original)
        }
        // Opening the branch under its new name rebuilds its state and views.
        try invocation.withCommunity { _ in }
        if branch.erasuresUnknown { branch.advice = "delete them here, too" }
        try invocation.output.answer(branch) {
            let deleted =
                branch.deleted.isEmpty
                ? "" : "\nDeleted here, because they were erased since: \(branch.deleted.joined(separator: ", "))"
            let unknown =
                branch.advice.map { "\nMembers deleted in the original since the copy was made exist here: \($0)" }
                ?? ""
            return """
                \(invocation.dataDirectory) is now the log \(branch.logID)
                Branched off from \(branch.from) after event \(Wording.count(Int(branch.position)))\(deleted)\(unknown)
                """
        }
    }

    private func confirm(_ invocation: Invocation) throws(Refusal) {
        let unknown = "members deleted in the original since the copy was made would exist here"
        guard invocation.output.terminal.canAsk else {
            throw Refusal(
                .usage, "\(unknown): name its data directory with --original, or say --yes", field: "original")
        }
        try Confirmation.ask(
            "Without --original DIR, \(unknown).", for: invocation.dataDirectory, orElse: "nothing was changed")
    }
}
