import ArgumentParser
import CloudEvents
import Community
import EventLog
import Events
import Recipes

/// What imports take.
struct ImportFlags: ParsableArguments {
    @Flag(help: "Append nothing: say what would be appended, changed and refused.") var dryRun = false
    @Option(help: ArgumentHelp("Write what is refused and changed there: where, reason, sentence.", valueName: "file"))
    var errors: String?
}

extension Invocation {
    /// Posts the recipes that `next` finds, as whoever acts, and ends with the table of an import.
    ///
    /// Where nothing that was read holds a recipe at all, that is told and the command fails. `inputs` are files that are read.
    func importRecipes(
        _ flags: ImportFlags, beside inputs: [String], next: () throws -> [FoundItem]?
    ) throws {
        let actor = try requiredActor(to: "import recipes")
        let errorsFile = try flags.errors.map { path throws(Refusal) in try ErrorsFile(path: path, beside: inputs) }
        let bar = output.progressBar("Importing", unit: "recipes")
        let lines = ReportedLines(self, errorsFile, bar)
        var fruitless: ImportRun.Line?
        // Where there is no community there is nobody who could post: none is begun.
        let report = try withCommunity { community in
            defer { bar.finish() }
            do {
                var report = try RecipeImport(as: actor, isRehearsal: flags.dryRun).run(
                    next, begin: community.beginning(isRehearsal: flags.dryRun),
                    tell: { line in
                        fruitless = fruitless ?? line
                        try lines.add(line.description)
                    }, progress: { bar.update(done: $0, of: 0) })
                report.position = try community.log.head()
                return report
            } catch let refusal as Refusal {
                if refusal.code == .notFound {
                    try CommunityBackend(invocation: self, community: community).checkNames([actor])
                }
                throw refusal
            }
        }
        lines.finish()
        try output.answer(report)
        if let fruitless, RecipeImport.foundNoRecipe(report) {
            throw Refusal(
                ImportRefusal(rawValue: fruitless.word)?.code ?? .invalid,
                "there was no recipe to import: \(fruitless.place): \(fruitless.message)")
        }
    }
}

extension ImportRefusal {
    /// Of a command of which nothing came but this.
    var code: Refusal.Code {
        switch self {
        case .unreachable: .unavailable
        case .forbidden: .forbidden
        case .notFound: .notFound
        default: .invalid
        }
    }
}
