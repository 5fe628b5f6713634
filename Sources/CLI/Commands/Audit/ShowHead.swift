import ArgumentParser
import Community
import LarderAPI

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
