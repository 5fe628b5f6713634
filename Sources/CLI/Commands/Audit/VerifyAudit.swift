import ArgumentParser
import Community
import EventLog
import Events
import Foundation

struct VerifyAudit: Verb {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check heads and proofs, or with --full the whole log. Exit code 7 if anything does not hold.",
        discussion: """
            With --key no data directory is needed: strangers check by what was signed alone. Where the log is at hand, it is \
            asked as well, and proves itself that it grew from one head to the other. Signatures by others are passed over.
            """)
    static let examples = [
        Example("audit verify new.head", "the signature, and that the log has these events"),
        Example("audit verify r1024.tlog-proof --key \"$(cat kitchen.key)\"", "an event is in the log"),
        Example("audit verify old.head new.head", "the log only grew; it must be at hand"),
        Example("audit verify old.head new.head growth.proof --key \"$(cat kitchen.key)\"", "the same for strangers"),
        Example("audit verify --full", "recompute everything from the bytes"),
    ]

    @Argument(help: "A head; a proof; or an older head, a newer one, and the proof between them. - is standard input.")
    var files: [String] = []
    @Option(help: ArgumentHelp("Whose signature counts (else the log's own).", valueName: "key")) var key: String?
    @Option(help: ArgumentHelp("The bytes of the event that a proof is of, if not those in it.", valueName: "file"))
    var event: String?
    @Flag(help: "Recompute checksums, leaves, tree and root from the bytes of the log.") var full = false
    @OptionGroup var options: GlobalOptions

    var reach: Reach { full ? .files : .nowhere }
    var columns: [String] { full ? Terminal.findingColumns : [] }

    func execute(_ invocation: Invocation) throws {
        if full {
            guard files.isEmpty, key == nil, event == nil else {
                throw Refusal(.usage, "--full checks the log itself: leave files, --key and --event out", field: "full")
            }
            return try verifyFully(invocation)
        }
        guard !files.isEmpty else {
            throw Refusal(.usage, "say what to check: files with heads or proofs, or --full", field: "files")
        }
        let texts = try files.map { path throws(Refusal) in
            (name: path == "-" ? "standard input" : path, bytes: try InputFile.bytes(of: path))
        }
        let event = try event.map { path throws(Refusal) in try InputFile.bytes(of: path) }
        let verdict = try withLog(invocation) { community in
            try AuditVerifier(key: key, community: community).verify(texts, event: event)
        }
        try invocation.output.answer(verdict) { Self.text(verdict) }
    }

    /// The log, if the directory has one; else the caller must name the key.
    private func withLog<R>(_ invocation: Invocation, _ body: (Community?) throws -> R) throws -> R {
        let directory = invocation.dataDirectory
        if FileManager.default.fileExists(atPath: "\(directory)/log/data.mdb") {
            return try invocation.withCommunity { try body($0) }
        }
        // A directory that the caller named must exist.
        guard key != nil, options.data == nil else {
            throw Refusal(
                .notFound,
                "there is no community at \(directory): name another with --data, or omit --data and name the signer's key with --key",
                field: options.data == nil ? "key" : "data")
        }
        return try body(nil)
    }

    private static func text(_ verdict: AuditVerdict) -> String {
        let (size, log) = (Wording.count(Int(clamping: verdict.size)), "log \(verdict.origin.asOneLine)")
        let claim =
            switch verdict.claim {
            case .head: "Signed: the head of \(size) events of \(log)."
            case .inclusion: "\(event(verdict.event)) is among the first \(size) of \(log)."
            case .consistency:
                "The log only grew: the first \(Wording.count(Int(clamping: verdict.oldSize ?? 0))) events of \(log) are the same among \(size)."
            }
        var text = claim + (verdict.equalsLog == true ? " The log here has the same.\n" : "\n")
        for statement in verdict.statements ?? [] { text += "And stated: \(statement.asOneLine)\n" }
        return text
    }

    private static func event(_ event: AuditedEvent?) -> String {
        guard let event else { return "The event" }
        guard let type = event.type, let actor = event.actor else { return "Event \(event.position)" }
        let subject = event.subject.map { " about \($0)" } ?? ""
        return "Event \(event.position), \(type) by \(actor)\(subject),"
    }

    private func verifyFully(_ invocation: Invocation) throws {
        var report = try invocation.showingParts { try Community.verifyFully(at: invocation.dataDirectory, $0) }
        report.checks = report.checks.map(\.worded)
        try invocation.output.answer(report) {
            let root = invocation.output.terminal.above(report.root.map { "root \($0)\n" } ?? "")
            return invocation.output.terminal.table(report.checks) + root
        }
        guard report.verified else {
            let first = report.firstUnfit.map { "the first that does not fit is event \($0)" } ?? "it does not fit"
            throw Refusal(
                .verificationFailed, "\(first). The checks say what was found and what to do")
        }
    }
}
