import ArgumentParser
import CloudEvents
import Communities
import Community
import EventLog
import Events

struct Import: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import recipes and communities from elsewhere.",
        subcommands: [
            ImportFoodCom.self, ImportCommunity<ParseFormat>.self, ImportCommunity<FirestoreFormat>.self,
            ImportRecipes<HTMLFormat>.self, ImportRecipes<JSONLDFormat>.self, ImportURL.self,
            ImportRecipes<CooklangFormat>.self, ImportRecipes<ReciMeFormat>.self, ImportRecipes<MealieFormat>.self,
            ImportRecipes<PaprikaFormat>.self, ImportAnswers<TheMealDBFormat>.self, ImportAnswers<EdamamFormat>.self,
        ])
    static let examples = [
        Example("import foodcom --recipes RAW_recipes.csv --interactions RAW_interactions.csv", "a public data set"),
        Example("import parse export/", "a whole community, of an app on Parse"),
        Example("import firestore backup.json", "the same, of an app on Firestore"),
        Example("import html soup.html --as @ada", "recipes of saved pages"),
        Example("import jsonld recipes.json --as @ada", "recipes in schema.org's words"),
        Example("import url https://kitchen.example/soup --as @ada", "recipes of a page on the web"),
        Example("import cooklang recipes/ --as @ada", "a folder of Cooklang files"),
        Example("import recime cookbook.json --as @ada", "what apps keep"),
        Example("import mealie mealie.zip --as @ada", "a cookbook of Mealie's"),
        Example("import paprika cookbook.paprikarecipes --as @ada", "a cookbook of Paprika's"),
        Example("import themealdb search.json --as @ada", "answers of TheMealDB"),
        Example("import edamam hits.json --as @ada", "answers of Edamam"),
    ]
}

struct ImportFoodCom: Verb {
    static let configuration = CommandConfiguration(
        commandName: "foodcom", abstract: "Import the «Food.com Recipes and Interactions» files.",
        discussion: """
            Importing the same files again appends nothing. Run the command again to continue an interrupted import.
            """)
    static let examples = [
        Example("import foodcom --recipes RAW_recipes.csv --interactions RAW_interactions.csv", "both files")
    ]

    @Option(help: ArgumentHelp("The recipes' CSV file.", valueName: "file")) var recipes: String
    @Option(help: ArgumentHelp("The interactions' CSV file.", valueName: "file")) var interactions: String
    @Option(help: ArgumentHelp("Write refused rows there: file, line, reason.", valueName: "file"))
    var errors: String?
    @OptionGroup var options: GlobalOptions

    var columns: [String] { ImportReport.columns + ImportReport.itemColumns }

    func execute(_ invocation: Invocation) throws {
        let errorsFile = try errors.map { path throws(Refusal) in
            try ErrorsFile(path: path, beside: [recipes, interactions])
        }
        let refused = RefusedItems("row", errors: errors)
        let plan = try plan(invocation, errorsFile, refused)
        let bar = invocation.output.progressBar("Importing", unit: "events")
        guard try plan.commandCount > 0 || EventLog.exists(in: invocation.dataDirectory) else {
            // An import of nothing creates no community.
            let report = try plan.run(begin: { _ in { [] } }, progress: { _, _ in })
            return try refused.finish(report) { try invocation.output.answer(report) }
        }
        let report = try invocation.withCommunity(creating: true) { community in
            defer { bar.finish() }
            let stream = community.stream()
            var report = try plan.run(begin: stream.begin, progress: { bar.update(done: $0, of: $1) })
            report.position = try community.log.head()
            return report
        }
        try refused.finish(report) { try invocation.output.answer(report) }
    }

    /// Reads both files; refused rows go into the file.
    private func plan(
        _ invocation: Invocation, _ errorsFile: ErrorsFile?, _ refused: RefusedItems
    ) throws -> FoodComPlan {
        let bar = invocation.output.progressBar("Reading", unit: "rows")
        defer { bar.finish() }
        return try FoodComPlan(
            recipes: FileBytes(path: recipes), interactions: FileBytes(path: interactions),
            now: EventLog.systemClock(),
            refused: { row in
                let line = "\(row.file):\(row.line): \(row.reason.rawValue): \(row.message)"
                refused.add(line)
                try errorsFile?.add(Array(line.asOneLine.utf8))
            },
            progress: { bar.update(done: $0, of: 0) })
    }
}
