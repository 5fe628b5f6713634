import CLI
import CloudEvents
import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import TestSupport
import Testing
import Views

/// A public site's whole history as CloudEvents: the replay must reproduce the site's own counters.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence), .serialized) struct StackExchangeTests {
    let scratch = TemporaryDirectory()

    private func submit(_ file: String, to community: Community) throws -> [String: Any] {
        let lines = EventLines(try FileBytes(path: file))
        let result = try Submission(isStrict: false).run(
            lines, begin: community.stream().begin, errors: { _, _, _ in }, progress: { _ in })
        return try jsonObject(result.report)
    }

    @Test("the replayed site has the scores, comments and bookmarks of its own counters")
    func scoresCommentsAndBookmarksAreTheSites() throws {
        let file = try SharedData.unzipped("stackexchange-beer/events.ndjson.gz", in: scratch)
        let community = try Community.open(at: scratch.path("community"), mode: .createIfAbsent)
        let report = try submit(file, to: community)
        var found = report["appendedByKind"] as? [String: Int] ?? [:]
        for (code, count) in report["refused"] as? [String: Int] ?? [:] { found[code] = count }
        #expect(found == (try SharedData.json("stackexchange-beer/expected-counts.json")) as? [String: Int])

        let truth = try String(contentsOf: SharedData.url("stackexchange-beer/truth.csv"), encoding: .utf8)
        var compared = 0
        try community.query { (queries) throws in
            for line in truth.split(whereSeparator: \.isNewline).dropFirst() {
                let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                let name = fields[0].split(separator: ":", maxSplits: 1).map(String.init)
                let recipe = try jsonObject(
                    try queries.recipe(.external(source: name[0], id: name[1]), viewer: nil))
                #expect(recipe["score"] as? Int == Int(fields[1]), "\(fields[0]) score")
                #expect(recipe["comments"] as? Int == Int(fields[2]), "\(fields[0]) comments")
                #expect(recipe["bookmarks"] as? Int == Int(fields[3]), "\(fields[0]) bookmarks")
                compared += 1
            }
        }
        #expect(compared == 591)

        let head = try community.log.head()
        let again = try submit(file, to: community)
        #expect(again["appended"] as? Int == 0)
        #expect(again["unchanged"] as? Int == report["appended"] as? Int)
        #expect(try community.log.head() == head)
        #expect(try community.viewsRebuild([]).matchesLive)
        community.close()
    }
}
