import ArgumentParser
import CloudEvents
import Communities
import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Operations
import Recipes
import Views

/// A format in which an app's whole community is exported.
protocol CommunityFormat: SendableMetatype {
    static var configuration: CommandConfiguration { get }
    static var examples: [Example] { get }
    /// The source of ids, unless `--source` names another.
    static var source: String { get }
    /// The name extensions of the files that are read in a folder.
    static var endings: [String] { get }
    /// The largest file, in bytes.
    static var bytesMax: Int { get }

    /// The options of this format alone.
    associatedtype Extras: CommunityExtras = NoExtras

    init(source: String)
    /// Reads the files that the format's own options name.
    mutating func add(_ extras: Extras) throws(Refusal)
    /// Adds the content of a file.
    mutating func add(_ file: ImportFile) throws(Refusal)
    /// The content of all files.
    func community() -> FoundCommunity
}

extension Invocation {
    /// Opens the directory's community, or creates it. A rehearsal that would create it has an empty one in a temporary
    /// directory instead, which is removed at the end.
    fileprivate func withCommunity<R>(
        creating: Bool, isRehearsal: Bool, _ body: (Community) throws -> R
    ) throws -> R {
        guard creating, isRehearsal else { return try withCommunity(creating: creating, body) }
        let place = FileManager.default.temporaryDirectory.appending(path: "larder-rehearsal-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        let community = try Community.open(at: place.path, mode: .createIfAbsent)
        defer { community.close() }
        return try body(community)
    }
}

extension CommunityNames {
    /// The names of the members of `community`; `isTaken` says whether a username belongs to one of them.
    init(
        _ community: Community, hasUpdates: Bool = false, isTaken: @escaping (String) throws -> Bool
    ) {
        self.init(
            isTaken: isTaken,
            registered: { origin in
                try community.registration(of: origin).map {
                    Registered(username: $0.username, email: $0.email, occurredAt: $0.occurredAt)
                }
            },
            carriedOver: { origin in
                try community.carriedOver(to: origin).map {
                    Balance(payload: $0.payload, event: $0.header.position, origin: $0.origin)
                }
            },
            acts: { source in try community.acts(from: source, of: ImportedAct.kinds).map { ImportedAct($0, $1) } },
            position: { try community.position(of: $0) }, hasUpdates: hasUpdates)
    }
}

/// Imports whole communities: members with all that they did, as their own acts.
struct ImportCommunity<Format: CommunityFormat>: Verb {
    static var configuration: CommandConfiguration { Format.configuration }
    static var examples: [Example] { Format.examples }

    @Argument(help: "JSON files, folders of them, or - for standard input.") var files: [String]
    @Option(
        help: ArgumentHelp(
            "What to call the app in ids: external:SOURCE:ID. Two apps need two.", valueName: "source"))
    var source: String = Format.source
    @OptionGroup var extras: Format.Extras
    @Option(
        name: .customLong("admin"),
        help: ArgumentHelp(
            "Make this member admin: a username or id in the app. Repeatable.", valueName: "member"))
    var admins: [String] = []
    @OptionGroup var flags: ImportFlags
    @OptionGroup var fetching: FetchFlags
    @OptionGroup var options: GlobalOptions

    var columns: [String] { ImportReport.columns + ImportReport.itemColumns }

    func execute(_ invocation: Invocation) throws {
        guard !source.isEmpty else {
            throw Refusal(.usage, "--source is empty: leave it out, or call the app something", field: "source")
        }
        let paths = try ImportFiles.paths(files, endings: Format.endings)
        let errorsFile = try flags.errors.map { path throws(Refusal) in
            try ErrorsFile(path: path, beside: paths + extras.files)
        }
        let fetcher = try fetching.fetcher
        let found = try read(paths, invocation)
        let bar = invocation.output.progressBar("Importing", unit: "events")
        let refused = RefusedItems("item", errors: flags.errors)
        let lines = ReportedLines(invocation, errorsFile, bar, refused)
        var first: ImportRun.Line?
        func take(
            _ plan: CommunityPlan, _ begin: @escaping BatchesUnderway<Void>.Begin, _ update: SourceUpdate? = nil
        ) throws -> ImportReport {
            let count = plan.items.count
            return try CommunityImport(isRehearsal: flags.dryRun).run(
                plan, begin: begin, preparing: { try update?.updated($0) ?? $0 },
                tell: { line in
                    first = first ?? line
                    try lines.add(flags.worded(line))
                }, progress: { bar.update(done: $0, of: count) })
        }
        func report() throws -> ImportReport {
            defer { bar.finish() }
            let alone = try planAlone(found, invocation)
            if let alone, alone.isFruitless { return try take(alone, { _ in { [] } }) }
            return try invocation.withCommunity(
                creating: alone?.registersMembers ?? false, isRehearsal: flags.dryRun
            ) { community in
                let kept = try keepPictures(of: found, community, invocation)
                let earlier = try flags.update ? EarlierImports(community) : nil
                let plan = try invocation.query(community) { queries in
                    var names = CommunityNames(community) { queries.member(called: $0) != nil }
                    if let earlier { names = earlier.names(names) }
                    return try CommunityPlan(
                        kept, names: names, stranger: invocation.actor, admins: admins, awards: queries.rules.awards,
                        now: EventLog.systemClock())
                }
                var report = try take(plan, community.beginning(isRehearsal: flags.dryRun), earlier?.update)
                report.passwords = try community.keep(plan.passwords, isRehearsal: flags.dryRun)
                if let fetcher {
                    try invocation.fetchPictures(
                        plan.items.compactMap(WantedPictures.init), into: community, fetcher, flags, &report,
                        tell: { try lines.add($0) })
                }
                report.position = try community.log.head()
                return report
            }
        }
        let report = try report()
        lines.finish()
        try refused.finish(report) {
            try invocation.output.answer(report)
            if report.read == 0 || RecipeImport.foundNoRecipe(report) {
                let one = first.map { ": \($0.place): \($0.message)" } ?? ""
                let reason = report.read > 1 ? ": " + refused.summary(report) : one
                throw Refusal(.invalid, "there was nothing to import\(reason)")
            }
        }
    }

    /// The plan if the directory has no community yet, so that an import of nothing creates none. `nil` if it has one.
    private func planAlone(_ found: FoundCommunity, _ invocation: Invocation) throws -> CommunityPlan? {
        guard try !EventLog.exists(in: invocation.dataDirectory) else { return nil }
        return try CommunityPlan(
            found, names: .none, stranger: invocation.actor, admins: admins, now: EventLog.systemClock())
    }

    private func keepPictures(
        of found: FoundCommunity, _ community: Community, _ invocation: Invocation
    ) throws -> FoundCommunity {
        let bar = invocation.output.progressBar("Storing pictures", unit: "items")
        defer { bar.finish() }
        let count = found.pictureCount
        let pictures = ImportedPictures(community, isRehearsal: flags.dryRun)
        var kept = found
        try kept.keepPictures(pictures.keep, progress: { bar.update(done: $0, of: count) })
        return kept
    }

    private func read(_ paths: [String], _ invocation: Invocation) throws -> FoundCommunity {
        let bar = invocation.output.progressBar("Reading", unit: "files")
        defer { bar.finish() }
        var format = Format(source: source)
        try format.add(extras)
        for (index, path) in paths.enumerated() {
            try format.add(try ImportFile(path: path, upTo: Format.bytesMax))
            bar.update(done: index + 1, of: paths.count)
        }
        return format.community()
    }
}
