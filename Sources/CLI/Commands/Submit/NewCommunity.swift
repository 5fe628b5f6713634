import ArgumentParser
import CloudEvents
import Community
import Decisions
import Demo
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import Views

struct Demo: Verb {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Fill an absent or empty directory with a sample community.",
        discussion: """
            Without --members it is the sample community: 26 members of different temperaments, 93 recipes and their forks, \
            ten weeks. With --members it is a synthetic community for measuring: 100 events for each member, so 1,000 members \
            over 10 weeks come to 100,000. Both end on Monday, 2026-03-16, and are the same for the same options. \
            Run it again to continue an interrupted run.
            """)
    static let examples = [
        Example("demo", "the sample community"),
        Example("demo --members 1000 --weeks 10", "a synthetic community: 100,000 events"),
        Example("demo --members 1000 --weeks 10 --seed 2", "another one of the same size"),
    ]

    @OptionGroup var options: GlobalOptions
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A synthetic community with that many members, 10 to 1,000,000.", valueName: "n"))
    var members: Int?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Over that many weeks, 1 to 520 (else 10). With --members only.", valueName: "n"))
    var weeks: Int?
    @Option(parsing: .unconditional, help: ArgumentHelp("The number from which the community is made.", valueName: "n"))
    var seed: UInt64 = 1

    var columns: [String] { ImportReport.columns }

    func execute(_ invocation: Invocation) throws {
        let demo = try chosen()
        let bar = invocation.output.progressBar("Living", unit: "events")
        try invocation.withCommunity(creating: true) { community in
            defer { bar.finish() }
            try refuseOthers(than: demo, in: community)
            let start = ContinuousClock.now
            var report = ImportReport()
            let stream = community.stream()
            try demo.populate(begin: stream.begin) { results, done, total in
                for result in results {
                    report.read += 1
                    switch result {
                    case .success(let outcome): report.count(outcome)
                    case .failure(let refusal): report.refused[refusal.code.rawValue, default: 0] += 1
                    }
                }
                bar.update(done: done, of: total)
            }
            let (seconds, attoseconds) = (ContinuousClock.now - start).components
            report.seconds = Double(seconds * 1_000 + attoseconds / 1_000_000_000_000_000) / 1_000
            report.position = try community.log.head()
            bar.finish()
            try invocation.output.answer(report)
            if members == nil { try showAround(invocation, community) }
        }
    }

    private func chosen() throws(Refusal) -> DemoCommunity {
        guard let members else {
            guard weeks == nil else {
                throw Refusal(.usage, "--weeks goes with --members: the sample community has its own", field: "weeks")
            }
            return .sample(seed: seed)
        }
        return .synthetic(try SyntheticCommunity.Size(members: members, weeks: weeks ?? 10, seed: seed))
    }

    /// Refuses a community that `demo` did not begin.
    private func refuseOthers(than demo: DemoCommunity, in community: Community) throws(Refusal) {
        let isOther = try community.log.read { snapshot in
            try snapshot.counts().members > 0 && snapshot.position(of: demo.firstOrigin) == nil
        }
        guard !isOther else {
            throw Refusal(
                .conflict, "there is a community with members already: name an absent or empty directory with --data",
                field: "data")
        }
    }
}

extension Demo {
    /// Prints what the community holds, and the commands to begin with.
    private func showAround(_ invocation: Invocation, _ community: Community) throws {
        guard !options.json, !options.quiet, invocation.output.terminal.style == nil else { return }
        let kinds = try community.logStat().kinds
        var table = TextTable([.text("what there is"), .number("count")])
        for (name, kind) in [
            ("members", EventKind.memberRegistered), ("recipes and forks", .recipePosted), ("comments", .commentPosted),
            ("likes", .recipeLiked), ("ratings", .recipeRated), ("dishes cooked", .recipeCooked),
            ("followings", .memberFollowed), ("reports", .reportFiled),
        ] {
            table.add([name, invocation.output.terminal.count(kinds[kind.name] ?? 0)])
        }
        invocation.output.write("\n" + table.text(for: invocation.output.terminal))
        var request = FeedRequest()
        request.sort = .discussed
        let discussed = try invocation.query(community) { queries in
            try queries.feed(request, page: Page(limit: 1), viewer: nil).items.first?.recipe.id ?? "r1"
        }
        let directory = options.data.map { " --data \($0)" } ?? ""
        invocation.output.write(
            """

            Worth trying:
              larder feed --sort hot\(directory)
              larder comments \(discussed)\(directory)
              larder notifications @elin\(directory)
            """)
    }
}

struct Init: Verb {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Begin a community in an absent or empty directory.")
    static let examples = [
        Example("init", "begin in ./larder-data"),
        Example("init --data /srv/kitchen", "begin elsewhere"),
    ]

    @OptionGroup var options: GlobalOptions

    struct Answer: Encodable {
        var logID: String
        var path: String
        var changed: Bool
    }

    func execute(_ invocation: Invocation) throws {
        let path = invocation.dataDirectory
        let isThere = FileManager.default.fileExists(atPath: "\(path)/log/data.mdb")
        try invocation.withCommunity(creating: true) { community in
            let answer = Answer(logID: community.log.logIDText, path: path, changed: !isThere)
            try invocation.output.answer(answer) {
                isThere
                    ? "\(path) holds a community already: nothing changed"
                    : "A community begins in \(path)\nNext: larder --data \(path) register ada"
            }
        }
    }
}
