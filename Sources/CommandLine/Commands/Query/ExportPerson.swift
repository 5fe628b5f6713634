import Answers
import ArgumentParser
import Events
import Layout
import Notation
import Service
import Views

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

    func execute(_ invocation: Invocation) throws {
        let reference = try MemberName.reference(member, field: "member")
        try invocation.withCommunity { community in
            try community.requireLiving(reference)
            try invocation.query(community) { queries in
                let id = try queries.member(reference)
                guard try invocation.viewer(queries).map({ $0 == id }) ?? true else {
                    throw Refusal(
                        .forbidden, "what is held about \(reference) is for them and the operator alone", field: "as")
                }
                let export = PersonExport(member: id, log: community.log, queries: queries)
                try export.write { StandardStream.write(bytes: $0) }
                StandardStream.write("\n")
            }
        }
    }
}
