import Community
import Decisions
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import Projections
import Testing
import Views

@Suite struct CommunityTests {
    @Test("each command of a batch is decided after all before it")
    func aBatchIsDecidedInOrderEachAgainstAllBefore() throws {
        let kitchen = try Kitchen()
        let outcomes = try kitchen.community.submit(batch: [
            Commands.post("Early", by: "ada"),
            Commands.join("ada"), Commands.join("ADA"), Commands.post("Soup", by: "ada", origin: .app("p1")),
            Commands.act(.recipeLiked, "ada", on: .external(source: "app", id: "p1")),
        ])
        #expect(outcomes.map { (try? $0.get()) != nil } == [false, true, false, true, true])
        #expect(try kitchen.head() == 4)
    }

    @Test("only the first member who registers becomes admin") func onlyTheFirstRegisteredBecomesAdmin() throws {
        let kitchen = try Kitchen()
        try kitchen.join("ada")
        _ = try kitchen.community.register(Commands.join("bo"))
        _ = try kitchen.community.register(Commands.join("cy"))
        let roles = try kitchen.community.query { queries in
            try ["ada", "bo", "cy"].map { try queries.profile(.username($0), viewer: nil).role }
        }
        #expect(roles == ["member", "admin", "member"])
    }

    @Test("a query sees what was submitted before, and refuses positions of the future")
    func queriesSeeWhatWasSubmittedAndWaitForAPosition() throws {
        let kitchen = try Kitchen()
        for name in ["ada", "bo", "cy"] {
            let position = try kitchen.join(name).position
            let seen = try kitchen.community.query(atLeast: position) { queries in
                (queries.snapshot.position, queries.member(called: name) != nil)
            }
            #expect(seen == (position, true))
        }
        let refusal = #expect(throws: Refusal.self) {
            try kitchen.community.query(atLeast: Position(1_000)) { _ in }
        }
        #expect(refusal?.code == .unavailable)
    }

    @Test("a rebuild of views and search index begins the index again when an account is deleted meanwhile")
    func rebuildBesideDeletion() throws {
        let kitchen = try Kitchen()
        try kitchen.join("zebrawoman")
        // The filling of an index reports each thousandth text.
        let joined = try kitchen.community.submit(batch: (1...1_100).map { Commands.join("guest\($0)") })
        #expect(joined.allSatisfy { (try? $0.get()) != nil })
        func found() throws -> Int {
            try kitchen.community.query {
                try $0.search(SearchRequest("zebrawoman"), page: Page(), viewer: nil).members.count
            }
        }
        #expect(try found() == 1)
        var (last, isDeleted) = (0, false)
        let report = try kitchen.community.viewsRebuild(["search"]) { done, _ in
            // It falls where the index begins.
            if done < last, !isDeleted {
                isDeleted =
                    (try? kitchen.submit(
                        Command(.memberDeleted, actor: .username("zebrawoman"), subject: .username("zebrawoman"))))
                    != nil
            }
            last = done
        }
        #expect(isDeleted, "the index was rebuilt without a word")
        #expect(report.views.map(\.name) == ["search"])
        kitchen.community.finishErasures()
        #expect(kitchen.community.unfinishedErasure == nil)
        #expect(try found() == 0)
        #expect(try kitchen.community.viewsVerify().matches)
    }

    @Test("a deleted account is erased from log and views, and its name is free")
    func aDeletedAccountIsErasedAndItsNameFree() throws {
        let kitchen = try Kitchen()
        try kitchen.join("ada")
        try kitchen.join("zebrawoman")
        let recipe = try kitchen.post("Quicksilver Marmalade", by: "zebrawoman")
        try kitchen.submit(Commands.act(.recipeLiked, "ada", on: recipe))
        try kitchen.community.query { _ in }
        try kitchen.submit(Command(.memberDeleted, actor: .username("zebrawoman"), subject: .username("zebrawoman")))
        let refusal = #expect(throws: Refusal.self) {
            try kitchen.community.query { try $0.recipe(recipe, viewer: nil) }
        }
        #expect(refusal?.code == .gone)
        #expect(try kitchen.community.viewsVerify().matches)
        for text in ["Quicksilver Marmalade", "zebrawoman"] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(kitchen.path)/log/data.mdb"))
            #expect(bytes.range(of: Data(text.utf8)) == nil)
        }
        try kitchen.reopen { try FileManager.default.removeItem(atPath: "\(kitchen.path)/views") }
        #expect(try kitchen.community.viewsVerify().matches)
        #expect(try kitchen.join("Zebrawoman").changed)
    }

    @Test("a directory is opened once per process") func aDirectoryIsOpenedOncePerProcess() throws {
        let kitchen = try Kitchen()
        let refusal = #expect(throws: Refusal.self) { _ = try Community.open(at: kitchen.path, mode: .existing) }
        #expect(refusal?.code == .unavailable)
        #expect(try kitchen.join("ada").changed)
    }

    @Test("events of another process are seen by the next query")
    func anotherProcessIsSeenByTheNextQuery() async throws {
        let kitchen = try Kitchen()
        try kitchen.join("ada")
        try kitchen.community.query { _ in }
        await #expect(processExitsWith: .success) { [path = kitchen.path as String] in
            let community = try Community.open(at: path, mode: .existing)
            _ = try community.submit(Commands.join("bo"))
            community.close()
        }
        #expect(try kitchen.community.query { $0.member(called: "bo") != nil })
        #expect(try kitchen.community.viewsVerify().matches)
    }

    @Test("queries are answered during rebuilds") func rebuildingServesQueriesMeanwhile() throws {
        let kitchen = try Kitchen()
        for number in 0..<20 { try kitchen.join("cook\(number)") }
        let community = kitchen.community
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            for round in 0..<10 {
                do {
                    if worker == 0 {
                        #expect(try community.viewsRebuild([]).matchesLive)
                    } else if worker == 1 {
                        _ = try community.submit(Commands.join("late\(round)"))
                    } else {
                        #expect(try community.query { $0.member(called: "cook7") != nil })
                    }
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(try community.viewsVerify().matches)
    }

    /// The result does not depend on whether the views were folded event by event or at once, or on the process.
    @Test("a view has one fingerprint, however it was folded") func aViewHasOneFingerprint() throws {
        let kitchen = try Kitchen()
        _ = try kitchen.join("ada")
        let followed = try kitchen.community.viewsStatus().views
        _ = try kitchen.post("Soup", by: "ada")
        let status = try kitchen.community.viewsStatus().views
        #expect(status != followed)
        let verified = try kitchen.community.viewsVerify().views
        #expect(verified.map(\.live) == status.map(\.fingerprint))
        #expect(verified.map(\.rebuilt) == status.map(\.fingerprint))
        #expect(try kitchen.community.viewsRebuild([]).views == status)
        #expect(try kitchen.community.viewsStatus().views == status)
    }
}
