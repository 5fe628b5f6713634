import ArgumentParser

struct AuditGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Heads that are signed, and proofs for those who need not trust whoever keeps the log.",
        subcommands: [ShowHead.self, ShowKey.self, Prove.self, VerifyAudit.self, ExportTiles.self])
    static let examples = [
        Example("audit head > new.head", "the log's head, signed"),
        Example("audit key", "whose signature it is, for those who check"),
        Example("audit prove r1024 > r1024.tlog-proof", "that an event is in the log"),
        Example("audit prove --from 100 > growth.proof", "that the log only grew since"),
        Example("audit verify r1024.tlog-proof", "whether it holds"),
        Example("audit verify --full", "everything anew, from the bytes"),
    ]
}
