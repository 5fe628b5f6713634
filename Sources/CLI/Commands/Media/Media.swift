import ArgumentParser
import Community
import EventLog
import Layout

struct MediaGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "media", abstract: "The pictures that were uploaded.", subcommands: [CollectMedia.self])
    static let examples = [
        Example("media collect --dry-run", "how many pictures are not in use"),
        Example("media collect", "remove them"),
    ]
}

struct CollectMedia: Verb {
    static let configuration = CommandConfiguration(
        commandName: "collect", abstract: "Remove the pictures that are not in use.",
        discussion: """
            A picture stays as long as something that can be read names it: earlier versions, and what was deleted and may \
            come back, too. A new picture is kept for a day, so that its recipe can be posted. A service does this once an hour.
            """)
    static let examples = [
        Example("media collect", "remove pictures that are not in use"),
        Example("media collect --dry-run", "count it, and leave everything as it is"),
        Example("media collect --json", "for a nightly job where no service runs"),
    ]

    @Flag(help: "Report what would be done, and change nothing.") var dryRun = false
    @OptionGroup var options: GlobalOptions

    private struct Answer: Encodable {
        var position: UInt64
        var removed: Int
        var kept: Int
        /// The bytes of the removed images.
        var bytes: Int
        var dryRun: Bool?
    }

    var columns: [String] { Terminal.listColumns }

    func execute(_ invocation: Invocation) throws {
        let answer = try invocation.withCommunity { community in
            let position = try community.log.head().value
            let removal = try community.removeUnreferencedImages(isRehearsal: dryRun)
            return Answer(
                position: position, removed: removal.removed, kept: removal.kept, bytes: removal.bytes,
                dryRun: dryRun ? true : nil)
        }
        try invocation.output.answer(answer) {
            let terminal = invocation.output.terminal
            return terminal.list([
                dryRun ? "to be removed" : "removed": terminal.count(answer.removed),
                "kept": terminal.count(answer.kept),
                "bytes": terminal.isOutputTerminal ? Wording.bytes(answer.bytes) : "\(answer.bytes)",
            ])
        }
    }
}
