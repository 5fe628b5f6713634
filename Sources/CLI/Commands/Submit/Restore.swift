import ArgumentParser
import Community
import Decisions
import EventLog
import Events
import Layout
import Operations

struct Restore: Act {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring a deleted recipe or comment back, or a whole community from a backup.",
        discussion: """
            A backup is verified as a whole, its pictures too, before it replaces anything. With --at its beginning is \
            restored: a copy for reading only, which larder branch makes a log of its own. Members who were deleted since the \
            backup stay deleted if the vault of the damaged community is there (at the place, or named with --data beside --to), \
            or a list of the deletions (--erasures).
            """)
    static let examples = [
        Example("restore r12 --as @ada", "as it was, with its likes and comments"),
        Example(
            "restore kitchen.backup --to restored --data larder-data",
            "in another folder; who was deleted in larder-data since stays deleted"),
        Example(
            "restore kitchen.backup --erasures kitchen.erasures --yes",
            "where nothing is left but the newest list of the deletions"),
        Example("restore kitchen.backup --to copy --at 1000", "as it was after event 1000, for reading"),
        Example("restore kitchen.backup --replace --yes", "in its old place; the previous one is moved aside"),
        Example("restore kitchen.backup --dry-run", "whether it can be restored, and who would be deleted again"),
    ]

    @Argument(help: ArgumentHelp("r12 or c20, or the folder of a backup.", valueName: "id|folder")) var subject: String
    @Option(help: "The reason.") var reason: String?
    @Option(
        help: ArgumentHelp("Where to restore a backup (else the data directory).", valueName: "dir"),
        completion: .directory)
    var to: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Restore a backup as it was at this position or time.", valueName: "position|time"))
    var at: String?
    @Flag(help: "Move aside what is at the place of a backup.") var replace = false
    @Option(
        help: ArgumentHelp(
            "A list of deletions, as larder erasures export writes it. May be repeated.", valueName: "file"),
        completion: .file())
    var erasures: [String] = []
    @Flag(help: "Restore without asking.") var yes = false
    @Flag(help: "Verify all of a backup, as for restoring it, and leave everything as it is.") var dryRun = false
    @OptionGroup var options: GlobalOptions

    /// A folder whose name could be an id can be called ./r12.
    private var isBackup: Bool {
        to != nil || at != nil || replace || dryRun || !erasures.isEmpty || Reference(subject)?.isEntity != true
    }

    var reach: Reach { isBackup ? .files : .anywhere }
    var columns: [String] { isBackup ? [] : Outcome.columns }

    func execute(_ invocation: Invocation) throws {
        if isBackup { return try restoreBackup(invocation) }
        let reference = try EntityName.reference(subject, "rc")
        try invocation.submit { backend in
            let kind = try backend.kind(
                for: reference, [.recipe: .recipeRestored, .comment: .commentRestored])
            return Command(
                kind, actor: invocation.actor, subject: reference, payload: ReasonText.payload(reason))
        }
    }

    // MARK: A backup

    private func restoreBackup(_ invocation: Invocation) throws {
        let moment = try at.map { text throws(Refusal) in try Times.moment(text, field: "at") }
        guard reason == nil else {
            throw Refusal(
                .usage, "--reason goes with a recipe or a comment, not with a backup: leave it out", field: "reason")
        }
        guard moment == nil || !replace else {
            throw Refusal(
                .usage, "--at makes a copy for reading only, which replaces nothing: leave out --replace",
                field: "replace")
        }
        guard !replace || yes || dryRun || invocation.output.terminal.canAsk else {
            throw Refusal(.usage, "replacing a community needs a confirmation: pass --yes", field: "yes")
        }
        let place = to ?? invocation.dataDirectory
        let restoration = try invocation.showingParts {
            try Restoration(
                .community, of: subject, to: place, until: moment, isReplacing: replace || dryRun,
                formerPlace: to == nil ? nil : invocation.dataDirectory, erasures: erasures, progress: $0)
        }
        if dryRun {
            restoration.abandon()
            let report = advised(restoration.outcome)
            return try invocation.output.answer(report) { Self.dryText(report, subject) }
        }
        do {
            if !yes { try confirm(restoration, at: place, invocation.output.terminal) }
            try restoration.putInPlace()
        } catch {
            restoration.abandon()
            throw error
        }
        let report = advised(restoration.outcome)
        try Community.finishRestoring(at: place, report)
        try restoration.giveToOwner()
        try invocation.output.answer(report) { Self.text(report, place) }
    }

    /// What keeps deleted members deleted, where nothing said who they are.
    private var advice: String {
        let list = "--erasures FILE, a newer list of the deletions"
        return replace || dryRun
            ? list : "--data DIR, the damaged community, and --to DIR, the new place; or with \(list)"
    }

    private func advised(_ outcome: Restoration.Outcome) -> Restoration.Outcome {
        var report = outcome
        if report.erasuresUnknown { report.advice = "delete them again, or restore with \(advice)" }
        return report
    }

    /// Asks before a community is moved aside, and before deleted members may come back.
    private func confirm(_ restoration: Restoration, at place: String, _ terminal: Terminal) throws(Refusal) {
        let report = restoration.outcome
        guard restoration.isReplacing || report.erasuresUnknown else { return }
        guard terminal.canAsk else {
            throw Refusal(
                .usage,
                "no vault of this log says who was deleted \(Self.since(report)), and these members would exist again: say --yes, or restore with \(advice)",
                field: "yes")
        }
        var question =
            "The backup holds \(Wording.count(Self.backedUp(report))) events and was taken \(report.taken).\n"
        if restoration.isReplacing {
            question +=
                "The community at \(restoration.place) is moved aside. Its events since then are not in the backup.\n"
        }
        question += Self.remarks(advised(report), isDone: false).map { "\($0)\n" }.joined()
        Interruption.saysNothingWasReplaced()
        try Confirmation.ask(
            String(question.dropLast()), for: restoration.place, or: place, orElse: "nothing was restored or replaced")
    }

    private static func text(_ report: Restoration.Outcome, _ place: String) -> String {
        var lines = ["\(place) holds \(held(Int(report.position), report.images)), all verified"]
        if report.readOnly {
            lines.append("It is a copy for reading only: larder branch --data \(place) makes it a log of its own")
        }
        if let old = report.replaced {
            lines.append("The replaced community is in \(old), with its vault: remove it when it is not needed")
        }
        return (lines + remarks(report)).joined(separator: "\n")
    }

    private static func dryText(_ report: Restoration.Outcome, _ backup: String) -> String {
        let whole =
            "\(backup) is whole: \(held(backedUp(report), report.images)), all verified; nothing was restored"
        return ([whole] + remarks(report, isDone: false)).joined(separator: "\n")
    }

    /// From when on deletions are unknown.
    private static func since(_ report: Restoration.Outcome) -> String {
        guard let through = report.erasuresThrough else { return "since the backup was taken (\(report.taken))" }
        return "after event \(Wording.count(Int(through))), with which the list of deletions ends"
    }

    private static func held(_ events: Int, _ images: Int?) -> String {
        let events = "\(Wording.count(events)) events"
        guard let images else { return events }
        return "\(events) and \(Wording.count(Int64(images), "picture"))"
    }

    /// The events of the backup itself: a restoration appends one for each member that it deletes again.
    private static func backedUp(_ report: Restoration.Outcome) -> Int {
        Int(report.position) - (report.readOnly ? 0 : report.deletedAgain.count)
    }

    /// `isDone`: whether the community is restored, or would be.
    private static func remarks(_ report: Restoration.Outcome, isDone: Bool = true) -> [String] {
        var lines: [String] = []
        if !report.deletedAgain.isEmpty {
            let names = report.deletedAgain.joined(separator: ", ")
            lines.append(
                report.readOnly
                    ? "Deleted since the backup, and so unreadable in the copy: \(names)"
                    : "Deleted since the backup, and so deleted again: \(names)")
        }
        if report.erasuresUnknown {
            lines.append("No vault of this log says who was deleted \(since(report)).")
            lines.append(
                "Members deleted since then \(isDone ? "" : "would ")exist again: \(report.advice ?? "")")
        }
        if report.signaturesUnknown {
            lines.append(
                "The record of signed heads in the replaced vault cannot be read: a new head may contradict one that was signed since the backup"
            )
        }
        if let size = report.signedBeyond {
            lines.append(
                "Its head of \(Wording.count(Int(size))) events was signed: nothing is signed until the log is that one again"
            )
        }
        return lines
    }
}

extension Reference {
    /// Whether the text can only name an entity: `r12`, `external:…`, a number.
    fileprivate var isEntity: Bool {
        switch self {
        case .position, .external: true
        case .username: false
        }
    }
}
