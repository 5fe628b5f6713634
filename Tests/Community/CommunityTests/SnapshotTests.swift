import Community
import Decisions
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import Projections
import Synchronization
import Testing
import Views

@Suite struct SnapshotTests {
    /// «An answer reflects one position, and says which», and no later question sees an earlier one.
    @Test("every answer shows one state, and positions never go back")
    func everyAnswerIsOneStateAndPositionsNeverGoBack() throws {
        let kitchen = try Kitchen()
        try kitchen.join("ada")
        let soup = try kitchen.post("Soup", by: "ada")
        let community = kitchen.community
        let start = try kitchen.head()
        let guests = 60
        let isOver = Atomic(false)
        let highest = Atomic(start)
        let answers = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            do {
                if worker == 0 {
                    defer { isOver.store(true, ordering: .sequentiallyConsistent) }
                    for guest in 0..<guests {
                        // Two events in one batch: a state between them would be half a guest.
                        let name = "guest\(guest)"
                        let batch = [Commands.join(name), Commands.act(.recipeLiked, name, on: soup)]
                        for outcome in try community.submit(batch: batch) { #expect(try outcome.get().changed) }
                    }
                    return
                }
                repeat {
                    let floor = highest.load(ordering: .sequentiallyConsistent)
                    let seen = try community.query { queries in
                        let before = queries.snapshot.position
                        let recipe = try queries.recipe(soup, viewer: nil)
                        let notices = try queries.notifications(.username("ada"), page: Page(limit: 0))
                        let board = try queries.leaderboard(week: nil, page: Page(limit: 0))
                        #expect(recipe.position == before.value)
                        #expect(notices.position == before.value)
                        #expect(board.position == before.value)
                        return (
                            position: before.value, likes: Int(recipe.recipe.likes), notices: notices.unread,
                            likesOnBoard: Int(board.entries.first?.likesReceived ?? 0)
                        )
                    }
                    #expect(seen.position >= floor)
                    let guestsThen = Int(seen.position - start) / 2
                    #expect((seen.position - start) % 2 == 0)
                    #expect(seen.likes == guestsThen)
                    #expect(seen.notices == guestsThen)
                    #expect(seen.likesOnBoard == guestsThen)
                    highest.max(seen.position, ordering: .sequentiallyConsistent)
                    answers.add(1, ordering: .relaxed)
                } while !isOver.load(ordering: .sequentiallyConsistent)
            } catch {
                Issue.record(error)
            }
        }
        #expect(answers.load(ordering: .relaxed) >= 3)
        #expect(try kitchen.head() == start + UInt64(2 * guests))
        #expect(try community.viewsVerify().matches)
    }

    /// The deletion of an account removes the views of earlier positions. Views that are being built, and know of the
    /// deletion already, are built again.
    @Test("past views that are removed while they are built are built again")
    func viewsThatAreRemovedWhileTheyAreMadeAreMadeAgain() throws {
        let kitchen = try Kitchen()
        try kitchen.join("ada")
        let soup = try kitchen.post("Soup", by: "ada")
        let then = try Position(kitchen.head())
        try kitchen.submit(Commands.act(.recipeLiked, "ada", on: soup))
        let removals = Atomic(0)
        func removing(_ folded: Int, of events: Int) {
            guard removals.load(ordering: .relaxed) < 3 else { return }
            removals.add(1, ordering: .relaxed)
            try? FileManager.default.removeItem(atPath: "\(kitchen.path)/views/as-of")
        }
        let answer = try kitchen.community.query(asOf: .position(then), progress: removing) { queries in
            try queries.recipe(soup, viewer: nil)
        }
        #expect(removals.load(ordering: .relaxed) == 3)
        #expect(answer.position == then.value)
        #expect(answer.recipe.likes == 0)
    }
}
