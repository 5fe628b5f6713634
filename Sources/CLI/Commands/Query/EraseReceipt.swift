import ArgumentParser
import Community
import Events
import Operations

struct EraseReceipt: Verb {
    static let configuration = CommandConfiguration(
        commandName: "erase-receipt", abstract: "A signed statement of what was destroyed with an account, and when.",
        discussion: """
            A head of the log, signed by the log's key, with lines that tell of the deletion: whoever has the key's name can check \
            it. It names nobody: a deleted account has an id, such as m17, and no name any more. Refused as long as anything is \
            left.
            """)
    static let examples = [Example("erase-receipt m5 > m5.receipt", "for whoever has left")]

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
