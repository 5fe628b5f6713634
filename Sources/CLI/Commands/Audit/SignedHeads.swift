import ArgumentParser
import Community
import Events
import LarderAPI

struct AuditGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Signed heads and proofs: check the log without trusting its operator.",
        subcommands: [ShowHead.self, ShowKey.self, Prove.self, VerifyAudit.self, ExportTiles.self])
    static let examples = [
        Example("audit head > new.head", "the log's head, signed"),
        Example("audit key", "the log's public key, to check signatures with"),
        Example("audit prove r1024 > r1024.tlog-proof", "that an event is in the log"),
        Example("audit prove --from 100 > growth.proof", "that the log only grew since"),
        Example("audit verify r1024.tlog-proof", "check it"),
        Example("audit verify --full", "recompute everything from the bytes"),
    ]
}

struct ShowHead: Verb {
    static let configuration = CommandConfiguration(
        commandName: "head", abstract: "Sign the head of the log, and print it as a C2SP checkpoint.",
        discussion: """
            Origin, number of events, root of their hash tree, and the signature. Of one log no two heads are ever signed \
            that contradict each other: after an older copy of log/ was put back, nothing is signed until the newest one is \
            there again.
            """)
    static let examples = [
        Example("audit head > new.head", "to be kept, or shown to others"),
        Example("audit head --size 100", "as it was after event 100"), Example("audit head --json", "with the key"),
    ]

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The head of the first n events (else of all).", valueName: "n"))
    var size: UInt64?
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }

    func execute(_ invocation: Invocation) throws {
        let head = try invocation.withBackend { try $0.ask(API.auditHead, AuditHeadInput(size: size)) }
        try invocation.output.answer(head) { head.note }
    }
}

struct ShowKey: Verb {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Show the public key that the log's heads are signed with.")
    static let examples = [Example("audit key > kitchen.key", "name+id+key, as C2SP writes it")]

    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }

    func execute(_ invocation: Invocation) throws {
        let answer = try invocation.withBackend { try $0.ask(API.auditKey, NoInput()) }
        try invocation.output.answer(answer) { answer.key }
    }
}

struct Prove: Verb {
    static let configuration = CommandConfiguration(
        commandName: "prove", abstract: "Prove that an event is in the log, or that the log only grew.",
        discussion: """
            The proof is a text with the signed heads in it: with the key, «larder audit verify» needs nothing else. That of \
            an event holds its bytes: who did what to what and when, by numbers, and texts as they are sealed. That of a leaf \
            holds no event: its reader has the bytes already.
            """)
    static let examples = [
        Example("audit prove 1024 > r1024.tlog-proof", "event 1024 is in the log"),
        Example("audit prove 12 --size 100", "it is among the first hundred"),
        Example(#"audit prove --leaf "$(cat leaf)""#, "the event with that leaf is in the log"),
        Example("audit prove --from 100 > growth.proof", "the log begins with what it was after event 100"),
        Example("audit prove --from 100 --to 1000", "and so did that of a thousand"),
    ]

    @Argument(help: "A position, or the id of what it created.") var position: String?
    @Option(
        help: ArgumentHelp(
            "The event with that leaf: the SHA-256 of a zero byte and its bytes, in base64.", valueName: "hash"))
    var leaf: String?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("In the head of the first n events (else of all).", valueName: "n"))
    var size: UInt64?
    @Option(parsing: .unconditional, help: ArgumentHelp("The size of the earlier head.", valueName: "n"))
    var from: UInt64?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The size of the later head (else all events).", valueName: "n"))
    var to: UInt64?
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }

    func execute(_ invocation: Invocation) throws {
        let proof: AuditProofAnswer
        switch (position, leaf, from) {
        case (nil, let leaf?, nil):
            guard to == nil else { throw Refusal(.usage, "--to goes with --from: an event has --size", field: "to") }
            proof = try invocation.withBackend { try $0.ask(API.auditLeaf, AuditLeafInput(leaf: leaf, size: size)) }
        case (let word?, nil, nil):
            guard to == nil else { throw Refusal(.usage, "--to goes with --from: an event has --size", field: "to") }
            guard case .position(let position, _)? = Reference(word) else {
                throw Refusal(.usage, "«\(word)» is not a position: write 1024 or r1024", field: "position")
            }
            let input = AuditInclusionInput(event: "\(position)", size: size)
            proof = try invocation.withBackend { try $0.ask(API.auditInclusion, input) }
        case (nil, nil, let from?):
            guard size == nil else { throw Refusal(.usage, "--size goes with an event: write --to", field: "size") }
            let input = AuditConsistencyInput(from: from, to: to)
            proof = try invocation.withBackend { try $0.ask(API.auditConsistency, input) }
        default:
            throw Refusal(
                .usage, "say what to prove: an event (audit prove 1024), or growth (audit prove --from 100 --to 1000)",
                field: "position")
        }
        try invocation.output.answer(proof) { proof.proof }
    }
}

struct ExportTiles: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export-tiles", abstract: "Write the log as a C2SP tiled log, for any web server to hand out.",
        discussion: """
            Tiles of hashes, bundles of events, and last of all the signed head. Run again it adds what is new. The \
            export drops a bundle with an event of more than 65,535 bytes, which the format cannot hold.
            """)
    static let examples = [
        Example("audit export-tiles public", "tile/…, tile/entries/… and checkpoint below public/")
    ]

    @Argument(help: "A folder, which is made if it is absent.", completion: .directory) var directory: String
    @OptionGroup var options: GlobalOptions

    var columns: [String] { Terminal.listColumns }

    func execute(_ invocation: Invocation) throws {
        let bar = invocation.output.progressBar("Exporting", unit: "events")
        let report = try invocation.withCommunity { community in
            defer { bar.finish() }
            return try community.exportTiles(to: directory) { bar.update(done: $0, of: $1) }
        }
        for bundle in report.withoutEntries {
            invocation.output.warn(
                "\(bundle) is dropped: an event in it is longer than an entry of a tiled log may be")
        }
        try invocation.output.answer(report) {
            invocation.output.terminal.list([
                "events": invocation.output.terminal.count(Int(clamping: report.size)), "root": report.root,
                "files written": invocation.output.terminal.count(report.written),
            ])
        }
    }
}
