import ArgumentParser
import Community
import Events
import LarderAPI
import Operations

struct ExportPerson: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export-person", abstract: "Everything that is held about a member, as one JSON document.",
        discussion: """
            For the operator, or with --as for the member. Holds the account, points, all events by the member with their \
            texts, and the headers of other members' events about the member. Of such events it has only texts sealed with \
            the member's key. It does not say who filed a report about the member, nor its note.
            """)
    static let examples = [
        Example("export-person @bo > bo.json", "everything that is stored about @bo"),
        Example("export-person @bo --as @bo", "@bo asks for it"),
    ]

    @Argument(help: "The member, such as @ada.", completion: .members) var member: String
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }

    func execute(_ invocation: Invocation) throws {
        let reference = try MemberName.reference(member, field: "member")
        try invocation.withBackend { backend in
            try backend.writeHoldings(about: reference) {
                StandardStream.write(bytes: invocation.output.terminal.json($0))
            }
            StandardStream.write("\n")
        }
    }
}

struct EraseReceipt: Verb {
    static let configuration = CommandConfiguration(
        commandName: "erase-receipt", abstract: "A signed statement that an account's keys were destroyed.",
        discussion: """
            A head of the log, signed by the log's key, with lines that prove the deletion. Check it with the key that \
            larder audit key prints. It holds no name: a deleted account has an id, such as m17, and no name any more. Refused as \
            long as anything is left.
            """)
    static let examples = [Example("erase-receipt m5 > m5.receipt", "for the deleted member m5")]

    @Argument(help: "The deleted member, such as m17.") var member: String
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let reference = try MemberName.reference(member, field: "member")
        try invocation.withCommunity { community in
            let receipt = try community.eraseReceipt(of: reference)
            try invocation.output.answer(receipt) { receipt.note }
        }
    }
}
