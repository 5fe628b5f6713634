import ArgumentParser
import Community
import Events

struct ExportTiles: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export-tiles", abstract: "Write the log as a C2SP tiled log, for any web server to hand out.",
        discussion: """
            Tiles of hashes, bundles of events, and last of all the signed head. Run again it adds what is new. A bundle with \
            an event of more than 65,535 bytes cannot be written as the format has it, and is left out.
            """)
    static let examples = [
        Example("audit export-tiles public", "tile/…, tile/entries/… and checkpoint below public/")
    ]

    @Argument(help: "A folder, which is made if it is absent.", completion: .directory) var directory: String
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let bar = invocation.output.progressBar("Exporting", unit: "events")
        let report = try invocation.withCommunity { community in
            defer { bar.finish() }
            return try community.exportTiles(to: directory) { bar.update(done: $0, of: $1) }
        }
        for bundle in report.withoutEntries {
            invocation.output.warn(
                "\(bundle) is left out: an event in it is longer than an entry of a tiled log may be")
        }
        try invocation.output.answer(report) {
            invocation.output.terminal.list([
                "events": invocation.output.terminal.count(Int(clamping: report.size)), "root": report.root,
                "files written": invocation.output.terminal.count(report.written),
            ])
        }
    }
}
