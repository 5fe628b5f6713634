import ArgumentParser
import Community
import Events
import LarderAPI

struct Prove: Verb {
    static let configuration = CommandConfiguration(
        commandName: "prove", abstract: "Prove that an event is in the log, or that the log only grew.",
        discussion: """
            The proof is a text with the signed heads in it: with the key, «larder audit verify» needs nothing else. That of \
            an event holds its bytes: who did what to what and when, by numbers, and texts as they are sealed.
            """)
    static let examples = [
        Example("audit prove 1024 > r1024.tlog-proof", "event 1024 is in the log"),
        Example("audit prove 12 --size 100", "it is among the first hundred"),
        Example("audit prove --from 100 > growth.proof", "the log begins with what it was after event 100"),
        Example("audit prove --from 100 --to 1000", "and so did that of a thousand"),
    ]

    @Argument(help: "A position, or the id of what it created.") var position: String?
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
        switch (position, from) {
        case (let word?, nil):
            guard to == nil else { throw Refusal(.usage, "--to goes with --from: an event has --size", field: "to") }
            guard case .position(let position, _)? = Reference(word) else {
                throw Refusal(.usage, "«\(word)» is no position: write 1024 or r1024", field: "position")
            }
            let input = AuditInclusionInput(event: "\(position)", size: size)
            proof = try invocation.withBackend { try $0.ask(API.auditInclusion, input) }
        case (nil, let from?):
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
