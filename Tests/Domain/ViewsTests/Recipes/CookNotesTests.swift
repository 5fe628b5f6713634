import Events
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import TestSupport
import Testing
import Views

/// The notes of members who cooked a recipe.
@Suite struct CookNotesTests {
    var kitchen = Kitchen()
    let ada: Position
    let bo: Position
    let soup: Position

    init() {
        ada = kitchen.register("ada")
        bo = kitchen.register("bo")
        soup = kitchen.post("Soup", by: ada)
    }

    @discardableResult
    private mutating func cook(_ note: String?, by member: Position, at: Int64? = nil) -> Position {
        let payload = note.map { note in Payload.note(.with { $0.note = note }) } ?? .none
        return kitchen.add(.recipeCooked, by: member, on: soup, owner: ada, payload: payload, at: at)
    }

    private func notes() throws -> [String] {
        try kitchen.queries.cookNotes(of: .recipe(RecipeID(soup)), page: Page(), viewer: nil).notes.map(\.note)
    }

    private func page() throws -> RecipeDocument {
        try kitchen.queries.recipe(.recipe(RecipeID(soup)), viewer: nil).recipe
    }

    @Test("a note says its member, its time and its event, and cooking without a note has none")
    mutating func contents() throws {
        cook(nil, by: bo)
        #expect(try notes() == [] && page().cookNotes == nil && page().cooked == 1)
        let event = cook("with leeks", by: bo, at: 1_200_000_500)
        let note = try #require(try page().cookNotes?.first)
        #expect(note.event == event.value && note.member.username == "bo" && note.note == "with leeks")
        #expect(note.cookedAt == Timestamp(seconds: 1_200_000_500).rfc3339)
        #expect(try page().cooked == 2)
    }

    @Test("a picture needs no words, and says what it shows")
    mutating func picture() throws {
        let dish: Payload = .note(
            .with {
                $0.image = "https://example.org/dish.png"
                $0.imageText = "A bowl"
            })
        kitchen.add(.recipeCooked, by: bo, on: soup, owner: ada, payload: dish)
        let note = try #require(try page().cookNotes?.first)
        #expect(note.note.isEmpty && note.image == "https://example.org/dish.png" && note.imageText == "A bowl")
        #expect(note.picture == nil)
    }

    @Test("notes come newest first by the time of cooking, three on the page and all of them in pages")
    mutating func order() throws {
        for (note, time) in [("third", 300), ("first", 100), ("fourth", 400), ("second", 200), ("also fourth", 400)] {
            cook(note, by: bo, at: 1_200_000_000 + Int64(time))
        }
        let all = ["also fourth", "fourth", "third", "second", "first"]
        #expect(try notes() == all)
        #expect(try page().cookNotes?.map(\.note) == Array(all.prefix(RecipeDocument.cookNotesMax)))
        var found: [String] = []
        var after: String?
        repeat {
            let answer = try kitchen.queries.cookNotes(
                of: .recipe(RecipeID(soup)), page: Page(limit: 2, after: after), viewer: nil)
            found += answer.notes.map(\.note)
            after = answer.next
        } while after != nil
        #expect(found == all)
    }

    @Test("a list of recipes carries no notes") mutating func lists() throws {
        cook("with leeks", by: bo)
        let list = try kitchen.queries.recipes(.posted, of: MemberID(ada), page: Page(), viewer: nil)
        #expect(list.recipes.count == 1 && list.recipes.first?.cookNotes == nil)
    }

    @Test("a deleted recipe shows no notes, and a restored one shows them again") mutating func deletion() throws {
        cook("with leeks", by: bo)
        kitchen.add(.recipeDeleted, by: ada, on: soup, owner: ada)
        let refusal = #expect(throws: Refusal.self) { try notes() }
        #expect(refusal?.code == .gone)
        kitchen.add(.recipeRestored, by: ada, on: soup, owner: ada)
        #expect(try notes() == ["with leeks"])
    }

    @Test("a deleted note leaves the list, the page and every row, and its cooking still counts")
    mutating func noteDeletion() throws {
        let own = cook("cooked by bo", by: bo)
        let removed = cook("cooked again by bo", by: bo)
        cook("cooked by ada", by: ada)
        for (event, actor) in [(own, bo), (removed, ada)] {
            kitchen.add(.recipeCookNoteDeleted, by: actor, on: soup, owner: bo, cause: event)
        }
        #expect(try notes() == ["cooked by ada"] && page().cookNotes?.map(\.note) == ["cooked by ada"])
        #expect(try page().cooked == 3)
        let after = Replay<RecipesProjector>().fold(kitchen.records)
        #expect(!Self.holds("by bo", after) && Self.holds("cooked by ada", after))
        // The account's deletion finds nothing of it that it would remove a second time.
        kitchen.add(.memberDeleted, by: bo, on: bo, owner: bo)
        #expect(try notes() == ["cooked by ada"] && page().cooked == 3)
    }

    @Test("no row holds a deleted member's note, and the notes of others stay") mutating func erasure() throws {
        cook("cooked by bo", by: bo)
        cook("cooked by ada", by: ada)
        let before = Replay<RecipesProjector>().fold(kitchen.records)
        #expect(Self.holds("cooked by bo", before) && Self.holds("cooked by ada", before))
        kitchen.add(.memberDeleted, by: bo, on: bo, owner: bo)
        let after = Replay<RecipesProjector>().fold(kitchen.records)
        #expect(!Self.holds("cooked by bo", after) && Self.holds("cooked by ada", after))
        #expect(try notes() == ["cooked by ada"] && page().cooked == 2)
    }

    private static func holds(_ words: String, _ replay: Replay<RecipesProjector>) -> Bool {
        replay.base.tables.contains { table in
            table.values.contains { $0.firstRange(of: Array(words.utf8)) != nil }
        }
    }

    @Test("a note whose payload cannot be opened leaves no row") mutating func unopened() throws {
        cook("with leeks", by: bo)
        let erased = kitchen.records.erasingPayloads(of: MemberID(bo))
        let queries = Kitchen.queries(erased)
        #expect(try queries.cookNotes(of: .recipe(RecipeID(soup)), page: Page(), viewer: nil).notes.isEmpty)
        #expect(try queries.recipe(.recipe(RecipeID(soup)), viewer: nil).recipe.cooked == 1)
    }
}
