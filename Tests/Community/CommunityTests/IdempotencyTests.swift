import Community
import EventLog
import Events
import Foundation
import LMDB
import LarderAPI
import Layout
import Operations
import Testing
import Views

@Suite struct IdempotencyTests {
    @Test("a repeated command is answered with its first position")
    func theSameCommandIsAnsweredWithItsFirstPosition() throws {
        let kitchen = try Kitchen()
        let first = try kitchen.join("ada", origin: .app("u1"))
        let recipe = try kitchen.post("Soup", by: "ada", origin: .app("p1"))
        let head = try kitchen.head()
        let again = try kitchen.join("ada", origin: .app("u1"))
        #expect(first.changed && !again.changed && again.position == first.position)
        let posted = try kitchen.submit(Commands.post("Soup", by: "ada", origin: .app("p1")))
        #expect(!posted.changed && .recipe(RecipeID(posted.position)) == recipe)
        #expect(try kitchen.head() == head)
    }

    /// An event with an origin and without a payload is read as it was written.
    @Test("a command with no payload of its own is unchanged when repeated without its origin")
    func whatSaysNothingIsTheSameWhateverItsOrigin() throws {
        let kitchen = try Kitchen()
        try kitchen.join("ada")
        let recipe = try kitchen.post("Soup", by: "ada")
        func plan(_ origin: Origin?) throws -> Outcome {
            var plan = ProtoPlan()
            plan.day = "2026-11-24"
            plan.meal = .dinner
            return try kitchen.submit(
                Command(.planSet, actor: .username("ada"), subject: recipe, origin: origin, payload: .plan(plan)))
        }
        let first = try plan(.app("n1"))
        #expect(try kitchen.community.log.read { try $0.record(at: first.position)?.payload } == Payload.none)
        let again = try plan(nil)
        #expect(first.changed && !again.changed && again.position == first.position)
    }

    @Test("another command under a known origin is a conflict")
    func anotherCommandUnderAKnownOriginIsAConflict() throws {
        let kitchen = try Kitchen()
        try kitchen.join("ada")
        try kitchen.join("bo")
        let time = Timestamp(seconds: 1_700_000_000)
        let recipe = try kitchen.post("Soup", by: "ada", origin: .app("p1"))
        try kitchen.submit(Commands.act(.recipeLiked, "bo", on: recipe, origin: .app("l1"), at: time))
        let head = try kitchen.head()
        let others = [
            Commands.post("Stew", by: "ada", origin: .app("p1")),
            Commands.post("Soup", by: "bo", origin: .app("p1")),
            Commands.act(.recipeBookmarked, "bo", on: recipe, origin: .app("l1")),
            Commands.act(.recipeLiked, "bo", on: recipe, origin: .app("l1"), at: Timestamp(seconds: 1_700_000_001)),
        ]
        for other in others {
            let refusal = #expect(throws: Refusal.self) { try kitchen.submit(other) }
            #expect(refusal?.code == .conflict)
        }
        #expect(try kitchen.head() == head)
    }

    /// Each part in turn differs from the command that was carried out.
    @Test("the same command is kind, actor, subject, cause, data, and time where given; otherwise a conflict")
    func everyPartMakesAnotherCommand() throws {
        let kitchen = try Kitchen()
        for name in ["ada", "bo"] { try kitchen.join(name) }
        let (soup, stew) = (try kitchen.post("Soup", by: "ada"), try kitchen.post("Stew", by: "ada"))
        let time = Timestamp(seconds: 1_700_000_000)
        func comment(
            _ text: String = "Fine", _ actor: String = "bo", on subject: Reference? = nil, cause: Reference? = nil,
            at time: Timestamp? = time
        ) -> Command {
            var message = ProtoText()
            message.text = text
            return Command(
                .commentPosted, actor: .username(actor), subject: subject ?? soup, cause: cause, occurredAt: time,
                origin: .app("c1"), payload: .text(message))
        }
        let first = try kitchen.submit(comment())
        let parent = Reference.comment(CommentID(first.position))
        var rating = Commands.act(.recipeRated, "bo", on: soup, origin: .app("a1"))
        rating.value = 4
        let rated = try kitchen.submit(rating)
        let head = try kitchen.head()
        for same in [comment(), comment(at: nil), comment("Fine", "BO")] {
            let again = try kitchen.submit(same)
            #expect(!again.changed && again.position == first.position)
        }
        #expect(try kitchen.submit(rating).position == rated.position)
        rating.value = 5
        var edit = comment()
        edit.kind = .commentEdited
        let others = [
            ("kind", edit), ("actor", comment("Fine", "ada")), ("subject", comment(on: stew)),
            ("cause", comment(cause: parent)), ("data", comment("Finer")), ("a small value of data", rating),
            ("time", comment(at: Timestamp(microseconds: time.microseconds + 1))),
        ]
        for (part, other) in others {
            let refusal = #expect(throws: Refusal.self, "\(part)") { try kitchen.submit(other) }
            #expect(refusal?.code == .conflict && refusal?.field == "id", "\(part)")
        }
        #expect(try kitchen.head() == head)
    }

    // MARK: Recipes that left this log

    private func leaving(_ recipe: Reference, _ kitchen: Kitchen) throws -> Origin {
        guard case .position(let position, _) = recipe else { throw CancellationError() }
        return Origin(
            source: Origin.source(ofLog: kitchen.community.log.lineage.text(at: position)), id: recipe.description)
    }

    @Test("a recipe that was exported and comes back is known, whichever member brings it, and nothing is noted")
    func returningRecipes() throws {
        let kitchen = try Kitchen()
        for name in ["ada", "bo"] { try kitchen.join(name) }
        let soup = try kitchen.post("Soup", by: "ada")
        let origin = try leaving(soup, kitchen)
        let head = try kitchen.head()
        for actor in ["ada", "bo"] {
            let outcome = try kitchen.submit(Commands.post("Soup", by: actor, origin: origin))
            #expect(!outcome.changed && .recipe(RecipeID(outcome.position)) == soup && outcome.loss == nil)
        }
        #expect(try kitchen.head() == head)
        let other = #expect(throws: Refusal.self) {
            try kitchen.submit(Commands.post("Stew", by: "ada", origin: origin))
        }
        #expect(other?.code == .conflict && other?.message.contains("\(soup)") == true)
        // A member who may not post may not restore either.
        let unknown = #expect(throws: Refusal.self) {
            try kitchen.submit(Commands.post("Soup", by: "eve", origin: origin))
        }
        #expect(unknown?.code == .notFound)
    }

    @Test("it is held against what the recipe says now, its note aside")
    func returningEditedRecipes() throws {
        let kitchen = try Kitchen()
        try kitchen.join("ada")
        let soup = try kitchen.post("Soup", by: "ada")
        let origin = try leaving(soup, kitchen)
        var edit = Commands.post("Stew", by: "ada")
        (edit.kind, edit.subject) = (.recipeEdited, soup)
        if case .recipe(var content) = edit.payload {
            content.note = "thicker"
            edit.payload = .recipe(content)
        }
        _ = try kitchen.submit(edit)
        #expect(try !kitchen.submit(Commands.post("Stew", by: "ada", origin: origin)).changed)
        let old = #expect(throws: Refusal.self) { try kitchen.submit(Commands.post("Soup", by: "ada", origin: origin)) }
        #expect(old?.code == .conflict)
    }

    @Test("ids of other logs, and of what is no recipe here, are origins like any")
    func recipesOfOtherLogs() throws {
        let kitchen = try Kitchen()
        let ada = try kitchen.join("ada")
        let soup = try kitchen.post("Soup", by: "ada")
        let own = try leaving(soup, kitchen).source
        for (source, id) in [
            ("larder:0123abcd", "\(soup)"), (own, "r\(ada.position)"), (own, "r99"), (own, "3"), (own, "soup"),
        ] {
            let origin = Origin(source: source, id: id)
            let first = try kitchen.submit(Commands.post("Soup", by: "ada", origin: origin))
            #expect(first.changed, "\(origin)")
            let again = try kitchen.submit(Commands.post("Soup", by: "ada", origin: origin))
            #expect(!again.changed && again.position == first.position, "\(origin)")
        }
    }

    @Test("a retry of what was deleted says that it was deleted", arguments: [true, false])
    func lostRecipes(isOwn: Bool) throws {
        let kitchen = try Kitchen()
        for name in ["ada", "bo", "eve"] { try kitchen.join(name) }
        var recipes: [(name: String, recipe: Reference, origin: Origin)] = []
        for name in ["ada", "bo", "eve"] {
            let recipe = try kitchen.post("Soup", by: name, origin: isOwn ? nil : .app(name))
            recipes.append((name, recipe, isOwn ? try leaving(recipe, kitchen) : .app(name)))
        }
        func losses() throws -> [EntityLoss?] {
            try recipes.map { name, recipe, origin in
                // A deleted author cannot import it; any member may import an export of this log.
                let outcome = try kitchen.submit(Commands.post("Soup", by: isOwn ? "ada" : name, origin: origin))
                #expect(!outcome.changed && .recipe(RecipeID(outcome.position)) == recipe)
                return outcome.loss
            }
        }
        #expect(try losses() == [nil, nil, nil])
        _ = try kitchen.submit(Commands.act(.recipeDeleted, "ada", on: recipes[0].recipe))
        _ = try kitchen.submit(Command(.recipeDeleted, actor: nil, subject: recipes[1].recipe))
        _ = try kitchen.submit(Command(.memberDeleted, actor: nil, subject: .username("eve")))
        #expect(try losses() == [.deleted, .removed, .erased])
        _ = try kitchen.submit(Commands.act(.recipeRestored, "ada", on: recipes[0].recipe))
        #expect(try losses() == [nil, .removed, .erased])
    }

    @Test("source and id: 1 to 255 bytes each", arguments: ["source", "id"])
    func originsHaveLimits(_ field: String) throws {
        let kitchen = try Kitchen()
        func join(bytes: Int) throws -> Outcome {
            let text = String(repeating: "x", count: bytes)
            return try kitchen.join(
                "ada", origin: field == "id" ? Origin(source: "app", id: text) : Origin(source: text, id: "1"))
        }
        for bytes in [0, 256] {
            let refusal = #expect(throws: Refusal.self) { try join(bytes: bytes) }
            #expect(refusal?.code == .invalid && refusal?.field == field)
        }
        #expect(try kitchen.head() == 1)
        #expect(try join(bytes: 255).changed)
        #expect(try !join(bytes: 255).changed)
    }

    @Test("a known origin is answered before any other check") func aKnownOriginComesBeforeEverythingElse() throws {
        let kitchen = try Kitchen()
        try kitchen.join("ada")
        try kitchen.join("bo")
        let recipe = try kitchen.post("Soup", by: "ada")
        let like = Commands.act(.recipeLiked, "bo", on: recipe, origin: .app("l1"))
        let liked = try kitchen.submit(like)
        func staysUnchanged(_ what: Comment) throws {
            let head = try kitchen.head()
            let again = try kitchen.submit(like)
            #expect(!again.changed && again.position == liked.position, what)
            #expect(try kitchen.head() == head, what)
        }
        try kitchen.submit(
            Command(.memberBanned, actor: nil, subject: .username("bo"), payload: .ban(ProtoBan())))
        try staysUnchanged("banned")
        try kitchen.submit(Command(.memberUnbanned, actor: nil, subject: .username("bo")))
        try kitchen.submit(Commands.rename("bo", to: "bob"))
        try staysUnchanged("renamed")
        try kitchen.submit(Commands.act(.recipeDeleted, "ada", on: recipe))
        try staysUnchanged("recipe deleted")
        try kitchen.submit(Command(.memberDeleted, actor: nil, subject: .username("bob")))
        try staysUnchanged("deleted")
        try kitchen.reopen()
        try staysUnchanged("reopened")
    }

    /// The payload of the command is erased with its author; its subject stays in the header for ever.
    @Test("another command under an erased origin is still a conflict")
    func anotherCommandUnderAnErasedOriginIsStillAConflict() throws {
        let kitchen = try Kitchen()
        for name in ["ada", "bo", "cy"] { try kitchen.join(name) }
        let recipe = try kitchen.post("Soup", by: "ada")
        let other = try kitchen.post("Stew", by: "ada")
        let like = Commands.act(.recipeLiked, "bo", on: recipe, origin: .app("l1"))
        let again = Commands.act(.recipeLiked, "bo", on: recipe, origin: .app("l2"))
        let liked = try kitchen.submit(like)
        #expect(try !kitchen.submit(again).changed)
        try kitchen.submit(Command(.memberDeleted, actor: nil, subject: .username("bo")))
        try kitchen.reopen()
        for command in [like, again] { #expect(try kitchen.submit(command).position == liked.position) }
        let head = try kitchen.head()
        for origin in ["l1", "l2"] {
            let others = [
                Commands.act(.recipeLiked, "cy", on: recipe, origin: .app(origin)),
                Commands.act(.recipeLiked, "bo", on: other, origin: .app(origin)),
                Commands.act(.recipeBookmarked, "bo", on: recipe, origin: .app(origin)),
            ]
            for other in others {
                let refusal = #expect(throws: Refusal.self) { try kitchen.submit(other) }
                #expect(refusal?.code == .conflict, "\(origin) \(other.kind)")
            }
        }
        #expect(try kitchen.head() == head)
    }

    @Test("a command that changed nothing stays unchanged when repeated") func whatWasUnchangedStaysSo() throws {
        let kitchen = try Kitchen()
        try kitchen.join("ada")
        try kitchen.join("bo")
        let recipe = try kitchen.post("Soup", by: "ada")
        let likes = ["l1", "l2"].map { Commands.act(.recipeLiked, "bo", on: recipe, origin: .app($0)) }
        let first = try kitchen.submit(likes[0])
        let second = try kitchen.submit(likes[1])
        #expect(first.changed && !second.changed && second.position == first.position)
        try kitchen.submit(Commands.act(.recipeUnliked, "bo", on: recipe))
        let head = try kitchen.head()
        for round in 0..<2 {
            for like in likes {
                let again = try kitchen.submit(like)
                #expect(!again.changed && again.position == first.position)
            }
            #expect(try kitchen.head() == head)
            if round == 0 { try kitchen.reopen() }
        }
        #expect(try kitchen.community.query { try $0.recipe(recipe, viewer: nil).recipe.likes } == 0)
    }

    /// «Idempotency is for ever»: the state that remembers origins is itself folded from the log.
    @Test("origins are known after the state was folded again")
    func originsAreKnownAfterTheStateWasFoldedAnew() throws {
        let kitchen = try Kitchen()
        let joined = try kitchen.join("ada", origin: .app("u1"))
        try kitchen.join("bo", origin: .app("u2"))
        let recipe = try kitchen.post("Soup", by: "ada", origin: .app("p1"))
        let likes = ["l1", "l2"].map { Commands.act(.recipeLiked, "bo", on: recipe, origin: .app($0)) }
        let liked = try kitchen.submit(likes[0])
        #expect(try !kitchen.submit(likes[1]).changed)
        try kitchen.submit(Commands.act(.recipeUnliked, "bo", on: recipe, origin: .app("x1")))
        try kitchen.submit(Command(.memberDeleted, actor: nil, subject: .username("bo"), origin: .app("d1")))
        let head = try kitchen.head()
        try kitchen.reopen {
            let environment = try Environment(path: "\(kitchen.path)/log", configuration: .init())
            let meta = try #require(try environment.openTable("meta", create: false))
            // Without its version the state is folded again.
            #expect(try environment.write { (writer) throws in try writer.delete(meta, Array("stateVersion".utf8)) })
            try environment.close()
        }
        let again = try kitchen.join("ada", origin: .app("u1"))
        #expect(!again.changed && again.position == joined.position)
        for like in likes {
            let outcome = try kitchen.submit(like)
            #expect(!outcome.changed && outcome.position == liked.position)
        }
        let refusal = #expect(throws: Refusal.self) {
            try kitchen.submit(Commands.post("Stew", by: "ada", origin: .app("p1")))
        }
        #expect(refusal?.code == .conflict)
        #expect(try kitchen.head() == head)
        #expect(try kitchen.community.query { try $0.recipe(recipe, viewer: nil).recipe.likes } == 0)
    }

    @Test("a refused command is not remembered") func aRefusedCommandIsNotRemembered() throws {
        let kitchen = try Kitchen()
        let post = Commands.post("Soup", by: "ada", origin: .app("p1"))
        #expect(throws: Refusal.self) { try kitchen.submit(post) }
        #expect(try kitchen.head() == 1)
        try kitchen.join("ada")
        #expect(try kitchen.submit(post).changed)
    }
}
