import CLI
import CloudEvents
import Communities
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

/// The public Food.com files against what an independent program makes of them: every board, profile and recipe.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence), .serialized) struct FoodComTests {
    let scratch = TemporaryDirectory()

    private func runImport(into community: Community) throws -> ImportReport {
        let plan = try FoodComPlan(
            recipes: FileBytes(path: SharedData.url("foodcom/recipes.csv").path),
            interactions: FileBytes(path: SharedData.url("foodcom/interactions.csv").path),
            now: EventLog.systemClock())
        return try plan.run(begin: community.stream().begin, progress: { _, _ in })
    }

    @Test("boards, profiles and recipes of the Food.com import equal an independent program's")
    func everythingEqualsThePublishedExpectations() throws {
        let expected = try SharedData.json("foodcom/expected-2.json")
        let community = try Community.open(at: scratch.path, mode: .createIfAbsent)
        let report = try jsonObject(try runImport(into: community))
        #expect(report["appendedByKind"] as? [String: Int] == expected["appended"] as? [String: Int])
        #expect(report["unchanged"] as? Int == expected["unchanged"] as? Int)
        #expect(report["refused"] as? [String: Int] == expected["refused"] as? [String: Int])
        #expect(report["redated"] as? Int == expected["redated"] as? Int)
        #expect(report["minutesOutOfRange"] as? Int == expected["minutesOutOfRange"] as? Int)

        try community.query { (queries) throws in
            try compareBoards(queries, expected["leaderboards"] as? [String: [String: Any]] ?? [:])
            try compareProfiles(queries, expected["profiles"] as? [String: [String: Any]] ?? [:])
            try compareRecipes(queries, expected["recipes"] as? [String: [String: Any]] ?? [:])
        }

        let head = try community.log.head()
        let again = try jsonObject(try runImport(into: community))
        #expect(again["appended"] as? Int == 0)
        #expect(try community.log.head() == head)

        let rebuilt = try community.viewsRebuild([])
        #expect(rebuilt.matchesLive)
        let standings = try community.rebuildStandings(weeks: nil, dryRun: true, listing: true)
        #expect(standings.changed == 0)
        #expect(standings.weeks == (expected["leaderboards"] as? [String: Any])?.count)
        community.close()
    }

    /// Every field that the expectation names, as JSON.
    private func expectEqual(_ found: [String: Any], _ wanted: [String: Any], _ what: String) {
        for (field, value) in wanted {
            let value = Self.instant(value, of: field)
            let same = (found[field] as? NSObject)?.isEqual(value) ?? false
            let difference = "\(what).\(field): \(String(describing: found[field])) instead of \(value)"
            #expect(same, "\(difference)")
        }
    }

    /// The expectation gives days, and everything imported happened at midnight; it writes null for what is left out.
    private static func instant(_ value: Any, of field: String) -> Any {
        if let nested = value as? [String: Any] { return nested.filter { !($0.value is NSNull) } }
        guard ["joinedAt", "postedAt"].contains(field), let day = value as? String else { return value }
        return day + "T00:00:00Z"
    }

    private func compareBoards(_ queries: Queries, _ boards: [String: [String: Any]]) throws {
        #expect(boards.count > 700)
        let weeks = try jsonObject(queries.leaderboardWeeks())["weeks"] as? [[String: Any]] ?? []
        #expect(Set(weeks.compactMap { $0["week"] as? String }) == Set(boards.keys))
        for (week, wanted) in boards {
            let found = try jsonObject(
                try queries.leaderboard(week: Week(week), page: Page(limit: 0), around: nil))
            expectEqual(found, wanted.filter { $0.key != "entries" }, week)
            let entries = found["entries"] as? [[String: Any]] ?? []
            let wantedEntries = wanted["entries"] as? [[String: Any]] ?? []
            #expect(entries.count == wantedEntries.count)
            for (entry, wantedEntry) in zip(entries, wantedEntries) {
                expectEqual(entry, wantedEntry, week)
                // The import is in the order of time.
                #expect(entry["adjusted"] == nil)
            }
        }
    }

    private func compareProfiles(_ queries: Queries, _ profiles: [String: [String: Any]]) throws {
        #expect(profiles.count > 10_000)
        for (username, wanted) in profiles {
            let found = try jsonObject(try queries.profile(.username(username), viewer: nil))
            expectEqual(found, wanted, username)
        }
    }

    private func compareRecipes(_ queries: Queries, _ recipes: [String: [String: Any]]) throws {
        #expect(recipes.count > 1500)
        for (externalID, wanted) in recipes {
            let parts = externalID.split(separator: ":", maxSplits: 1).map(String.init)
            var found = try jsonObject(
                try queries.recipe(.external(source: parts[0], id: parts[1]), viewer: nil))
            if let author = found["author"] as? [String: Any], wanted["author"] is String {
                found["author"] = author["username"]
            }
            expectEqual(found, wanted, externalID)
        }
    }
}

/// What an answer says in JSON, as a stranger's program would compare it.
func jsonObject(_ answer: some Encodable) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: JSONEncoder().encode(answer)) as? [String: Any] ?? [:]
}
