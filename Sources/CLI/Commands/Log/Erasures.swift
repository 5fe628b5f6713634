import ArgumentParser
import Community
import EventLog
import Events
import Layout

struct ErasuresGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "erasures",
        abstract: "The list of deleted accounts, which keeps them deleted when an older backup is restored.",
        subcommands: [ExportErasures.self])
    static let examples = [Example("erasures export kitchen.erasures", "to keep apart from the community's disk")]
}

struct ExportErasures: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the list of deleted accounts, signed by the log's key.",
        discussion: """
            It holds numbers and times only, and no name. Every backup also writes it beside its folder, as FOLDER.erasures. \
            larder restore applies the lists that lie beside a backup, and those named with --erasures.
            """)
    static let examples = [
        Example("erasures export kitchen.erasures", "into a file, for larder restore --erasures"),
        Example("erasures export", "to standard output"),
    ]

    struct Answer: Encodable {
        struct Deleted: Encodable {
            var member: String
            var registeredAt: String
            var position: UInt64
            var deletedAt: String
        }

        /// The last event that the list covers.
        var position: UInt64
        var erasures: [Deleted]
        /// The signed list.
        var note: String
    }

    @Argument(help: ArgumentHelp("The file (else standard output).", valueName: "file")) var file: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.withCommunity { community in
            let (list, note) = try community.log.erasureList()
            let answer = Answer(
                position: list.position.value,
                erasures: list.entries.map {
                    Answer.Deleted(
                        member: "\($0.member)", registeredAt: $0.registeredAt.rfc3339, position: $0.deletion.value,
                        deletedAt: $0.deletedAt.rfc3339)
                }, note: note)
            guard let file, file != "-" else { return try invocation.output.answer(answer) { note } }
            try community.log.checkLiesOutside(file, named: "list of deletions")
            let whole = try WholeFile(path: file, permissions: 0o600)
            try whole.write(Array(note.utf8))
            try whole.finish()
            try invocation.output.answer(answer) {
                "\(file) lists \(Wording.count(Int64(list.entries.count), "deleted account")), up to event \(Wording.count(Int(list.position.value)))"
            }
        }
    }
}
