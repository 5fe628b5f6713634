import Events
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import Testing
import Views

/// «Comments: threads, oldest first, replies under their parent, oldest first.»
@Suite struct CommentOrderTests {
    private var kitchen = Kitchen()
    private let ada: Position
    private let bo: Position
    private let soup: Position

    init() {
        ada = kitchen.register("ada")
        bo = kitchen.register("bo")
        soup = kitchen.post("Soup", by: ada)
    }

    private func threads(viewer: Position? = nil) throws -> [CommentDocument] {
        try kitchen.queries.comments(
            of: .recipe(RecipeID(soup)), page: Page(), viewer: viewer.map { MemberID($0) }
        ).comments
    }

    private func first(viewer: Position? = nil) throws -> CommentDocument {
        try #require(try threads(viewer: viewer).first)
    }

    @Test("threads and replies by their own time, then id")
    mutating func order() throws {
        let start: Int64 = 1_300_000_000
        let first = kitchen.comment("first", by: ada, on: soup, at: start + 5)
        for (text, time) in [("second", start + 5), ("zeroth", start), ("third", start + 6)] {
            _ = kitchen.comment(text, by: bo, on: soup, at: time)
        }
        for (text, time) in [("b", start + 20), ("a", start + 10), ("c", start + 20)] {
            _ = kitchen.comment(text, by: bo, on: soup, replyingTo: first, at: time)
        }
        let threads = try threads()
        try #require(threads.map(\.text) == ["zeroth", "first", "second", "third"])
        #expect(threads[1].replies.map(\.text) == ["a", "b", "c"])
    }

    @Test("an edit changes text and editedAt, and nothing of the order")
    mutating func edits() throws {
        let first = kitchen.comment("first", by: ada, on: soup)
        _ = kitchen.comment("second", by: bo, on: soup)
        #expect(try self.first().editedAt == nil)
        kitchen.add(
            .commentEdited, by: ada, on: first, owner: ada, payload: .text(.with { $0.text = "better" }),
            at: 1_400_000_000)
        #expect(try threads().map(\.text) == ["better", "second"])
        #expect(try self.first().editedAt == Timestamp(seconds: 1_400_000_000).rfc3339)
    }

    @Test("likes are counted, and a viewer sees which are theirs")
    mutating func likes() throws {
        let comment = kitchen.comment("first", by: ada, on: soup)
        for member in [ada, bo] { kitchen.add(.commentLiked, by: member, on: comment, owner: ada) }
        #expect(try first().likes == 2 && first().liked == nil)
        kitchen.add(.commentUnliked, by: ada, on: comment, owner: ada)
        #expect(try first().likes == 1)
        #expect(try first(viewer: bo).liked == true && first(viewer: ada).liked == false)
    }

    @Test("a deleted comment, or a deleted member's, stays as a placeholder while a living reply hangs below it")
    mutating func placeholders() throws {
        let parent = kitchen.comment("parent", by: bo, on: soup)
        let reply = kitchen.comment("reply", by: ada, on: soup, replyingTo: parent)
        kitchen.add(.memberDeleted, by: bo, on: bo, owner: bo)
        let placeholder = try first()
        #expect(placeholder.id == "c\(parent)" && placeholder.deleted == true)
        #expect(placeholder.text == nil && placeholder.author == nil)
        #expect(placeholder.replies.map(\.text) == ["reply"])
        kitchen.add(.commentDeleted, by: ada, on: reply, owner: ada)
        #expect(try threads().isEmpty)
    }
}
