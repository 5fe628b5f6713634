import Events
import Layout
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
        #expect(threads.map(\.text) == ["zeroth", "first", "second", "third"])
        #expect(threads[1].replies.map(\.text) == ["a", "b", "c"])
    }

    @Test("an edit changes text and editedAt, and nothing of the order")
    mutating func edits() throws {
        let first = kitchen.comment("first", by: ada, on: soup)
        _ = kitchen.comment("second", by: bo, on: soup)
        #expect(try threads()[0].editedAt == nil)
        kitchen.add(
            .commentEdited, by: ada, on: first, owner: ada, payload: .text(.with { $0.text = "better" }),
            at: 1_400_000_000)
        let threads = try threads()
        #expect(threads.map(\.text) == ["better", "second"])
        #expect(threads[0].editedAt == Timestamp(seconds: 1_400_000_000).rfc3339)
    }

    @Test("likes are counted, and a viewer sees which are theirs")
    mutating func likes() throws {
        let comment = kitchen.comment("first", by: ada, on: soup)
        for member in [ada, bo] { kitchen.add(.commentLiked, by: member, on: comment, owner: ada) }
        #expect(try threads()[0].likes == 2 && threads()[0].liked == nil)
        kitchen.add(.commentUnliked, by: ada, on: comment, owner: ada)
        #expect(try threads()[0].likes == 1)
        #expect(try threads(viewer: bo)[0].liked == true && threads(viewer: ada)[0].liked == false)
    }

    @Test("a deleted comment, or a deleted member's, stays as a placeholder while a living reply hangs below it")
    mutating func placeholders() throws {
        let parent = kitchen.comment("parent", by: bo, on: soup)
        let reply = kitchen.comment("reply", by: ada, on: soup, replyingTo: parent)
        kitchen.add(.memberDeleted, by: bo, on: bo, owner: bo)
        var threads = try threads()
        #expect(threads.map(\.id) == ["c\(parent)"] && threads[0].deleted == true)
        #expect(threads[0].text == nil && threads[0].author == nil && threads[0].replies.map(\.text) == ["reply"])
        kitchen.add(.commentDeleted, by: ada, on: reply, owner: ada)
        threads = try self.threads()
        #expect(threads.isEmpty)
    }
}
