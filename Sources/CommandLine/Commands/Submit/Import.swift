import ArgumentParser
import EventLog
import Events
import Foundation
import Interchange
import Layout
import Service

struct Import: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Bring in what was written elsewhere.", subcommands: [ImportFoodCom.self])
    static let examples = [
        Example("import foodcom --recipes RAW_recipes.csv --interactions RAW_interactions.csv", "a public data set")
    ]
}

struct ImportFoodCom: Verb {
    static let configuration = CommandConfiguration(
        commandName: "foodcom", abstract: "Import the «Food.com Recipes and Interactions» files.",
        discussion: "Importing the same files again appends nothing; an interrupted import goes on where it ended.")
    static let examples = [
        Example("import foodcom --recipes RAW_recipes.csv --interactions RAW_interactions.csv", "both files")
    ]

    @OptionGroup var options: GlobalOptions
    @Option(help: ArgumentHelp("The recipes' CSV file.", valueName: "file")) var recipes: String
    @Option(help: ArgumentHelp("The interactions' CSV file.", valueName: "file")) var interactions: String
    @Option(help: ArgumentHelp("Write refused rows there: file, line, reason (the first 1,000).", valueName: "file"))
    var errors: String?

    /// Refused rows that standard error shows.
    private static let refusedShownMax = 20

    func execute(_ invocation: Invocation) throws {
        let plan = try FoodComPlan(
            recipes: recipes, interactions: interactions, now: EventLog.systemClock())
        let bar = invocation.progressBar("Importing", unit: "events")
        let report = try invocation.withCommunity(creating: true) { community in
            defer { bar.finish() }
            var report = try plan.run(
                submit: { try community.submit(batch: $0) }, progress: { bar.update(done: $0, of: $1) })
            report.position = try community.log.head()
            return report
        }
        let refused = plan.refusedRows.map { "\($0.file):\($0.line): \($0.reason.rawValue): \($0.message.asOneLine)" }
        if let errors {
            guard
                FileManager.default.createFile(
                    atPath: errors, contents: Data(refused.map { $0 + "\n" }.joined().utf8))
            else { throw Refusal(.unavailable, "«\(errors)» cannot be written: check its directory and permissions") }
        } else if !options.quiet {
            for line in refused.prefix(Self.refusedShownMax) { invocation.warn(line) }
            if refused.count > Self.refusedShownMax {
                invocation.warn("… and \(refused.count - Self.refusedShownMax) more: --errors FILE lists them")
            }
        }
        try invocation.answer(report)
    }
}
