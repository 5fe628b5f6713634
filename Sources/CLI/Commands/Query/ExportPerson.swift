import ArgumentParser
import Events
import LarderAPI
import Operations

struct ExportPerson: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export-person", abstract: "Everything that is held about a member, as one JSON document.",
        discussion: """
            For the operator, and with --as for the member alone: the account, points, all events by the member with what they \
            say, and what others' events tell of the member. Of those only the headers, but for what was said under the member's \
            own key; of a report about the member neither who filed it nor its note.
            """)
    static let examples = [
        Example("export-person @bo > bo.json", "for whoever asks what is known about them"),
        Example("export-person @bo --as @bo", "the same, by themselves"),
    ]

    @Argument(help: "The member, such as @ada.") var member: String
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }

    func execute(_ invocation: Invocation) throws {
        let reference = try MemberName.reference(member, field: "member")
        try invocation.withBackend { backend in
            try backend.writeHoldings(about: reference) { StandardStream.write(bytes: $0) }
            StandardStream.write("\n")
        }
    }
}
