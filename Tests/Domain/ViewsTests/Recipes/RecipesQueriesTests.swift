import Events
import Foundation
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import Testing
import Views

@Suite("A recipe's page")
struct RecipesQueriesTests {
    @Test("a recipe's page shows the given fields and leaves out the others")
    func showsWhatIsKnownAndLeavesOutTheRest() throws {
        var kitchen = Kitchen()
        let ada = kitchen.register("ada")
        let bo = kitchen.register("bo")
        let soup = kitchen.post("Soup", by: ada, origin: Origin(source: "app", id: "p1")) { content in
            var ingredient = ProtoIngredient()
            ingredient.original = "1 l water"
            ingredient.quantity = 1
            ingredient.unit = "l"
            content.ingredients = [ingredient]
            content.totalMinutes = 30
            content.difficulty = .easy
            content.tags = ["quick"]
            content.diet.vegan = .yes
        }
        for (member, stars) in [(ada, 5), (bo, 5)] as [(Position, UInt8)] {
            kitchen.add(.recipeRated, by: member, on: soup, owner: ada, value: stars)
        }
        let cy = kitchen.register("cy")
        kitchen.add(.recipeRated, by: cy, on: soup, owner: ada, value: 4)
        kitchen.add(.recipeUpvoted, by: bo, on: soup, owner: ada)
        kitchen.add(.recipeLiked, by: bo, on: soup, owner: ada)
        kitchen.add(.memberFollowed, by: bo, on: ada, owner: ada)
        let fork = kitchen.add(
            .recipePosted, by: bo, owner: bo, cause: soup, payload: .recipe(.with { $0.title = "Stew" }))

        let page = try json(kitchen.queries.recipe(.recipe(RecipeID(soup)), viewer: MemberID(bo)))
        #expect(page["position"] as? Int == kitchen.records.count)
        #expect(page["id"] as? String == "r\(soup)")
        #expect(page["externalID"] as? String == "app:p1")
        #expect((page["author"] as? [String: Any])?["username"] as? String == "ada")
        #expect((page["rating"] as? [String: Any])?["average"] as? Double == 4.67)
        #expect((page["rating"] as? [String: Any])?["count"] as? Int == 3)
        #expect(page["score"] as? Int == 1)
        #expect(page["forks"] as? Int == 1)
        #expect(page["bookmarks"] as? Int == 0)
        #expect(page["difficulty"] as? String == "easy")
        #expect(page["diet"] as? [String: String] == ["vegan": "yes"])
        #expect(page["liked"] as? Bool == true)
        #expect(page["vote"] as? String == "up")
        #expect(page["stars"] as? Int == 5)
        #expect(page["bookmarked"] as? Bool == false)
        #expect(page["followsAuthor"] as? Bool == true)
        #expect(page["editedAt"] == nil)
        #expect(page["cuisine"] == nil)
        #expect((page["ingredients"] as? [[String: Any]])?.first?["original"] as? String == "1 l water")
        let other = try json(kitchen.queries.recipe(.recipe(RecipeID(fork)), viewer: nil))
        #expect(other["forkedFrom"] as? String == "r\(soup)")
        #expect(other["liked"] == nil)
        #expect((other["rating"] as? [String: Any])?["average"] == nil)
        #expect(try kitchen.queries.recipeID(.external(source: "app", id: "p1"), for: nil) == RecipeID(soup))
    }

    /// Every author is credited, and a deleted author keeps the place between the others.
    @Test("a family of recipes shows originals and forks, with gaps for hidden ones") func aFamilyOfRecipes() throws {
        var kitchen = Kitchen()
        let (ada, bo, cy) = (kitchen.register("ada"), kitchen.register("bo"), kitchen.register("cy"))
        let soup = kitchen.post("Soup", by: ada)
        func fork(_ title: String, _ parent: Position, by author: Position) -> Position {
            kitchen.add(
                .recipePosted, by: author, owner: author, cause: parent, payload: .recipe(.with { $0.title = title }))
        }
        let stew = fork("Stew", soup, by: bo)
        let broth = fork("Broth", stew, by: cy)
        let bare = fork("Bare", soup, by: cy)
        func family(_ id: Position, viewer: Position? = nil) throws -> String {
            let answer = try kitchen.queries.descent(
                of: .recipe(RecipeID(id)), page: Page(), viewer: viewer.map { MemberID($0) })
            func text(_ one: DescentDocument) -> String {
                let forks = one.forks.isEmpty ? "" : " (\(one.forks.map(text).joined(separator: ", ")))"
                return "\(one.title ?? "-") \(one.author?.username ?? "-")\(forks)"
            }
            return "\(answer.origins.map(text)) \(answer.forks.map(text))"
        }
        #expect(try family(soup) == #"[] ["Stew bo (Broth cy)", "Bare cy"]"#)
        #expect(try family(broth) == #"["Soup ada", "Stew bo"] []"#)
        kitchen.add(.recipeDeleted, by: bo, on: stew, owner: bo)
        kitchen.add(.recipeDeleted, by: cy, on: bare, owner: cy)
        #expect(try family(soup) == #"[] ["- - (Broth cy)"]"#)
        #expect(try family(broth) == #"["Soup ada", "- -"] []"#)
        kitchen.add(.memberBlocked, by: ada, on: cy, owner: cy)
        #expect(try family(soup, viewer: ada) == "[] []")
        #expect(try family(broth, viewer: cy) == #"["- -", "- -"] []"#)
    }

    @Test("absent recipes are not found, and deleted ones are gone") func refusesWhatIsNotThere() throws {
        var kitchen = Kitchen()
        let ada = kitchen.register("ada")
        let soup = kitchen.post("Soup", by: ada)
        let stew = kitchen.post("Stew", by: ada)
        kitchen.add(.recipeDeleted, by: ada, on: soup, owner: ada)
        func code(_ reference: Reference) -> Refusal.Code? {
            do {
                _ = try kitchen.queries.recipe(reference, viewer: nil)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code(.position(soup, letter: "r")) == .gone)
        #expect(code(.position(stew, letter: nil)) == nil)
        #expect(code(.position(stew, letter: "c")) == .notFound)
        #expect(code(.position(ada, letter: "r")) == .notFound)
        #expect(code(.external(source: "a", id: "b")) == .notFound)
        kitchen.add(.recipeRestored, by: ada, on: soup, owner: ada)
        #expect(code(.position(soup, letter: "r")) == nil)
        kitchen.add(.memberDeleted, by: ada, on: ada, owner: ada)
        #expect(code(.position(soup, letter: "r")) == .gone)
    }

    @Test("comments nest, and a deleted one with replies stays as a placeholder")
    func commentsNestAndDeletedOnesWithRepliesStay() throws {
        var kitchen = Kitchen()
        let ada = kitchen.register("ada")
        let bo = kitchen.register("bo")
        let soup = kitchen.post("Soup", by: ada)
        let late = kitchen.comment("late", by: bo, on: soup)
        let early = kitchen.comment("early", by: bo, on: soup, at: 1_100_000_000)
        let reply = kitchen.comment("reply", by: ada, on: soup, replyingTo: early)
        let deep = kitchen.comment("deep", by: ada, on: soup, replyingTo: reply)
        kitchen.add(.commentDeleted, by: bo, on: early, owner: bo)
        kitchen.add(.commentDeleted, by: ada, on: reply, owner: ada)
        kitchen.add(.commentDeleted, by: bo, on: late, owner: bo)

        let answer = try kitchen.queries.comments(of: .recipe(RecipeID(soup)), page: Page(), viewer: nil)
        #expect(answer.comments.map(\.id) == ["c\(early)"])
        #expect(answer.comments[0].text == nil && answer.comments[0].author == nil)
        #expect(answer.comments[0].replies.map(\.id) == ["c\(reply)"])
        #expect(answer.comments[0].replies[0].replies.map(\.text) == ["deep"])
        #expect(try kitchen.queries.recipe(.recipe(RecipeID(soup)), viewer: nil).recipe.comments == 1)

        kitchen.add(.commentDeleted, by: ada, on: deep, owner: ada)
        kitchen.add(.commentRestored, by: bo, on: late, owner: bo)
        let then = try kitchen.queries.comments(of: .recipe(RecipeID(soup)), page: Page(), viewer: nil)
        #expect(then.comments.map(\.text) == ["late"])
    }

    @Test("threads are paged without repeating any") func threadsArePagedWithoutRepeating() throws {
        var kitchen = Kitchen()
        let ada = kitchen.register("ada")
        let soup = kitchen.post("Soup", by: ada)
        let all = (0..<7).map { kitchen.comment("\($0)", by: ada, on: soup, at: 1_100_000_000 + Int64($0 / 3)) }
        var seen: [String] = []
        var page = Page(limit: 3)
        repeat {
            let answer = try kitchen.queries.comments(of: .recipe(RecipeID(soup)), page: page, viewer: nil)
            seen += answer.comments.map(\.id)
            page.after = answer.next
        } while page.after != nil
        #expect(seen == all.map { "c\($0)" })
        #expect(throws: Refusal.self) {
            try kitchen.queries.comments(of: .recipe(RecipeID(soup)), page: Page(after: "AAAA"), viewer: nil)
        }
    }

    @Test("deeply nested replies are shown flat below the maximum depth")
    func endlesslyNestedRepliesAreShownFlat() throws {
        var kitchen = Kitchen()
        let ada = kitchen.register("ada")
        let soup = kitchen.post("Soup", by: ada)
        var parent = Position.none
        for _ in 0..<300 { parent = kitchen.comment("x", by: ada, on: soup, replyingTo: parent) }
        let answer = try kitchen.queries.comments(of: .recipe(RecipeID(soup)), page: Page(), viewer: nil)
        var depth = 0
        var count = 0
        var level = answer.comments
        while let first = level.first {
            depth += 1
            count += level.count
            level = level.count == 1 ? first.replies : []
        }
        #expect(depth == Nesting.depthMax + 1)
        #expect(count == 300)
        #expect(try !json(answer).isEmpty)
    }
}
