import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import Synchronization
import Testing
import Views

/// Every answer is of one position of both the views and the index.
@Suite struct LockstepTests {
    /// Writers post a recipe and delete it again, always in one batch with a note of the number of recipes. A reader
    /// that searches and reads the feed in one query must find that number.
    @Test("a search and the views show the same position while others write")
    func aSearchAndTheViewsStandAtOnePosition() async throws {
        let pantry = try Pantry()
        try pantry.join("ada")
        let community = pantry.community
        let writing = Writing()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var posted: [Position] = []
                for number in 1...150 {
                    posted.append(try pantry.post("Soup \(number)", by: "ada"))
                    if number % 3 == 0 {
                        try pantry.act(.recipeDeleted, "ada", on: .recipe(RecipeID(posted[number / 2])))
                    }
                    if number % 4 == 0 { try pantry.edit(posted[number - 1], by: "ada", to: "Soup again \(number)") }
                }
                writing.isDone.store(true, ordering: .relaxed)
            }
            for _ in 1...3 {
                group.addTask {
                    var last = Position.none
                    while !writing.isDone.load(ordering: .relaxed) {
                        let (found, shown, position) = try community.query { queries in
                            (
                                try queries.search(SearchRequest("soup"), page: Page(limit: 0), viewer: nil),
                                try queries.feed(FeedRequest(), page: Page(limit: 0), viewer: nil),
                                queries.logPosition
                            )
                        }
                        #expect(found.position == position.value && shown.position == position.value)
                        #expect(Set(found.recipes.map(\.id)) == Set(shown.items.map(\.recipe.id)))
                        #expect(
                            Dictionary(uniqueKeysWithValues: found.recipes.map { ($0.id, $0.title) })
                                == Dictionary(uniqueKeysWithValues: shown.items.map { ($0.recipe.id, $0.recipe.title) })
                        )
                        #expect(position >= last)
                        last = position
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try pantry.titles("soup").count == 100)
    }

    /// An acknowledged text is found by the next search.
    @Test("an acknowledged recipe is found by the next search") func whatWasWrittenIsFound() throws {
        let pantry = try Pantry()
        try pantry.join("ada")
        for number in 1...50 {
            let position = try pantry.post("Soup number\(number)", by: "ada")
            let answer = try pantry.community.query(atLeast: position) { queries in
                try queries.search(SearchRequest("number\(number)"), page: Page(), viewer: nil)
            }
            #expect(answer.position >= position.value)
            #expect(answer.recipes.first?.title == "Soup number\(number)")
        }
    }

    /// Likes and similar events change no searched text: the index stays as it is, and its answers are up to date.
    @Test("likes change no file of the search index") func whatIsNotSearchedCostsNoWriting() throws {
        let pantry = try Pantry()
        for name in ["ada", "bo"] { try pantry.join(name) }
        let soup = Reference.recipe(RecipeID(try pantry.post("Soup", by: "ada")))
        #expect(try pantry.titles("soup") == ["Soup"])
        func files() throws -> [String: Date?] {
            let folder = "\(pantry.path)/search"
            let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
            return try Dictionary(
                uniqueKeysWithValues: names.map { name in
                    let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
                    return (name, attributes[.modificationDate] as? Date)
                })
        }
        let before = try files()
        for _ in 1...5 {
            try pantry.act(.recipeLiked, "bo", on: soup)
            let answer = try pantry.search("soup")
            #expect(answer.recipes.first?.likes == 1)
            #expect(answer.position == (try pantry.community.log.head().value))
            try pantry.act(.recipeUnliked, "bo", on: soup)
        }
        #expect(try files() == before)
    }
}

private final class Writing: Sendable {
    let isDone = Atomic(false)
}
