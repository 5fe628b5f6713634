import ArgumentParser
import CloudEvents
import Community
import EventLog
import Events
import Fetching
import Recipes

/// A format in which files hold recipes.
protocol RecipeFormat: SendableMetatype {
    static var configuration: CommandConfiguration { get }
    static var examples: [Example] { get }
    /// A name for the files that can begin a sentence.
    static var files: String { get }
    /// The name extensions of the files that are read in a folder.
    static var endings: [String] { get }
    /// The largest file, in bytes.
    static var bytesMax: Int { get }
    /// The items of a file, in its order.
    static func items(in file: ImportFile) -> [FoundItem]
}

/// Imports recipes from files, as one member.
struct ImportRecipes<Format: RecipeFormat>: Verb {
    static var configuration: CommandConfiguration { Format.configuration }
    static var examples: [Example] { Format.examples }

    @Argument(help: "\(Format.files), folders of them, or - for standard input.") var files: [String]
    @OptionGroup var flags: ImportFlags
    @OptionGroup var fetching: FetchFlags
    @OptionGroup var options: GlobalOptions

    var columns: [String] { ImportReport.columns + ImportReport.itemColumns }

    func execute(_ invocation: Invocation) throws {
        try invocation.importRecipes(of: Format.self, files, flags, fetching: try fetching.fetcher)
    }
}

extension Invocation {
    func importRecipes<Format: RecipeFormat>(
        of format: Format.Type, _ files: [String], _ flags: ImportFlags, fetching fetcher: PageFetcher? = nil
    ) throws {
        let paths = try ImportFiles.paths(files, endings: Format.endings)
        var rest = paths[...]
        try importRecipes(flags, fetching: fetcher, beside: paths) {
            guard let path = rest.popFirst() else { return nil }
            return Format.items(in: try ImportFile(path: path, upTo: Format.bytesMax))
        }
    }
}

/// The options of imports.
struct ImportFlags: ParsableArguments {
    @Flag(help: "Append nothing: say what would be appended, changed and refused.") var dryRun = false
    @Option(help: ArgumentHelp("Write what is refused and changed there: where, reason, sentence.", valueName: "file"))
    var errors: String?
    @Flag(
        help: """
            What has changed at the source since an earlier import becomes an edit, and changed points and counts \
            replace the earlier ones. What was edited here as well stays, and is refused with conflict. Nothing is deleted.
            """)
    var update = false
}

extension Invocation {
    /// Posts the recipes that `next` finds, as the acting member, and ends with the table of an import.
    ///
    /// Throws if the input holds no recipe at all. `inputs` are the files that are read. `fetcher` brings over the pictures
    /// that URLs show; `nil`: URLs stay.
    func importRecipes(
        _ flags: ImportFlags, fetching fetcher: PageFetcher? = nil, beside inputs: [String],
        next: () throws -> [FoundItem]?
    ) throws {
        let actor = try requiredActor(to: "import recipes")
        let errorsFile = try flags.errors.map { path throws(Refusal) in try ErrorsFile(path: path, beside: inputs) }
        let bar = output.progressBar("Importing", unit: "recipes")
        let refused = RefusedItems("item", errors: flags.errors)
        let lines = ReportedLines(self, errorsFile, bar, refused)
        let adds = { (line: ImportRun.Line) in try lines.add(flags.worded(line)) }
        var fruitless: ImportRun.Line?
        // Without a community there is no member who could post: the import creates none.
        let report = try withCommunity { community in
            defer { bar.finish() }
            let pictures = ImportedPictures(community, isRehearsal: flags.dryRun)
            let update = try flags.update ? EarlierImports(community).update : nil
            var wanted: [WantedPictures] = []
            do {
                var report = try RecipeImport(as: actor, isRehearsal: flags.dryRun).run(
                    { try next()?.map { try $0.keepingPictures(pictures.keep) } },
                    begin: community.beginning(isRehearsal: flags.dryRun),
                    preparing: { item in
                        if fetcher != nil, let pictures = WantedPictures(item) { wanted.append(pictures) }
                        return try update?.updated(item) ?? item
                    },
                    tell: { line in
                        fruitless = fruitless ?? line
                        try adds(line)
                    }, progress: { bar.update(done: $0, of: 0) })
                if let fetcher {
                    try fetchPictures(wanted, into: community, fetcher, flags, &report, tell: adds)
                }
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
        try refused.finish(report) {
            try output.answer(report)
            if let fruitless, RecipeImport.foundNoRecipe(report) {
                throw Refusal(
                    ImportRefusal(rawValue: fruitless.word)?.code ?? .invalid,
                    "there was no recipe to import: "
                        + (report.read == 1 ? "\(fruitless.place): \(fruitless.message)" : refused.summary(report)))
            }
        }
    }
}

extension ImportRefusal {
    /// The exit code if this is the only result.
    var code: Refusal.Code {
        switch self {
        case .unreachable: .unavailable
        case .forbidden: .forbidden
        case .notFound: .notFound
        default: .invalid
        }
    }
}
