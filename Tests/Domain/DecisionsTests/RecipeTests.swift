import Decisions
import Events
import Layout
import Testing

@Suite struct RecipeTests {
    @Test("a recipe is stored trimmed, normalized and without empty lines") func aRecipeIsStoredInOneForm() throws {
        var village = try Village()
        let position = try village.submit(
            .recipePosted, village.cy,
            payload: .soup {
                $0.title = " Thick \n\t pea  soup "
                $0.description_p = "  "
                $0.ingredients = [ProtoIngredient(" e\u{301}pices "), ProtoIngredient("\n")]
                $0.ingredients[0].unit = " "
                $0.steps = [ProtoStep(" "), ProtoStep(" Stir.\n")]
                $0.tags = [" Quick", "", "quick", "É"]
                $0.diet = ProtoDiet()
                $0.nutrition = ProtoNutrition()
                $0.images = ["", "HTTPS://example.org/a.jpg", String(repeating: "AB", count: 32)]
            })
        let header = try village.last.header
        #expect(header.subject == position && header.owner == village.cy && header.cause == .none)
        #expect(
            try village.last.payload
                == .soup {
                    $0.title = "Thick pea soup"
                    $0.ingredients = [ProtoIngredient("\u{E9}pices")]
                    $0.steps = [ProtoStep("Stir.")]
                    $0.tags = ["quick", "é"]
                    $0.images = ["HTTPS://example.org/a.jpg", String(repeating: "ab", count: 32)]
                })
    }

    /// A recipe at or beyond a limit; the refused field, or none.
    struct Limit: Sendable {
        var field: String?
        var change: @Sendable (inout ProtoRecipeContent) -> Void

        init(_ field: String?, _ change: @escaping @Sendable (inout ProtoRecipeContent) -> Void) {
            self.field = field
            self.change = change
        }
    }

    static let limits = [
        Limit("title") { $0.title = " \n" }, Limit("title") { $0.title = "a\u{0}b" },
        Limit(nil) { $0.title = String(repeating: "é", count: 200) },
        Limit(nil) { $0.title = String(repeating: "e\u{301}", count: 200) },
        Limit("title") { $0.title = String(repeating: "é", count: 201) },
        Limit(nil) { $0.description_p = String(repeating: "d", count: 10_000) },
        Limit("description") { $0.description_p = String(repeating: "d", count: 10_001) },
        Limit(nil) { $0.ingredients = [] }, Limit(nil) { $0.steps = [] },
        Limit("ingredients") {
            $0.ingredients = [ProtoIngredient(" ")]
            $0.steps = [ProtoStep("")]
        },
        Limit("ingredients") { $0.ingredients[0].original = "a\u{0}" },
        Limit("ingredients") { $0.ingredients[0].note = "\u{0}" },
        Limit("ingredients") { $0.ingredients[0].quantity = .nan },
        Limit("ingredients") { $0.ingredients[0].quantity = -1 },
        Limit(nil) { ($0.ingredients[0].quantity, $0.ingredients[0].quantityMax) = (2, 3) },
        Limit(nil) { ($0.ingredients[0].quantity, $0.ingredients[0].quantityMax) = (2, 2) },
        Limit("ingredients") { ($0.ingredients[0].quantity, $0.ingredients[0].quantityMax) = (3, 2) },
        Limit("ingredients") { ($0.ingredients[0].quantity, $0.ingredients[0].quantityMax) = (3, .infinity) },
        Limit("ingredients") { $0.ingredients[0].quantityMax = 2 },
        Limit("ingredients") {
            $0.ingredients[0].original = " "
            $0.ingredients[0].name = "salt"
        },
        Limit(nil) { $0.steps[0].text = String(repeating: "s", count: 5_000) },
        Limit("steps") { $0.steps[0].text = String(repeating: "s", count: 5_001) },
        Limit("steps") { $0.steps[0].image = "nothing" },
        Limit("steps") {
            $0.steps[0].text = ""
            $0.steps[0].image = "https://example.org/a.jpg"
        },
        Limit("servings") { $0.servings = 0 }, Limit(nil) { $0.servings = 1_000 },
        Limit("servings") { $0.servings = 1_001 }, Limit(nil) { $0.prepMinutes = 0 },
        Limit("prepMinutes") { $0.prepMinutes = 43_201 }, Limit("cookMinutes") { $0.cookMinutes = .max },
        Limit("totalMinutes") { $0.totalMinutes = 0 }, Limit(nil) { $0.totalMinutes = 43_200 },
        Limit("totalMinutes") { $0.totalMinutes = 43_201 },
        Limit("difficulty") { $0.difficulty = .UNRECOGNIZED(9) }, Limit("diet") { $0.diet.vegan = .UNRECOGNIZED(9) },
        Limit(nil) { $0.tags = (0..<100).map { "t\($0)" } }, Limit("tags") { $0.tags = (0...100).map { "t\($0)" } },
        Limit(nil) { $0.tags = Array(repeating: "same", count: 101) },
        Limit("tags") { $0.tags = [String(repeating: "t", count: 101)] },
        Limit("cuisine") { $0.cuisine = String(repeating: "c", count: 101) },
        Limit("course") { $0.course = "\u{0}" }, Limit("images") { $0.images = ["javascript:alert(1)"] },
        Limit("images") { $0.images = [String(repeating: "g", count: 64)] },
        Limit(nil) {
            $0.images = ["https://example.org/a.jpg", "https://example.org/b.jpg"]
            $0.imageTexts = [String(repeating: "é", count: 500)]
        },
        Limit("imageTexts") {
            ($0.images, $0.imageTexts) = (["https://example.org/a.jpg"], [String(repeating: "e", count: 501)])
        },
        Limit("imageTexts") { ($0.images, $0.imageTexts) = (["https://example.org/a.jpg"], ["A bowl", ""]) },
        Limit("imageTexts") { ($0.images, $0.imageTexts) = (["https://example.org/a.jpg"], ["\u{0}"]) },
        Limit("steps") { $0.steps[0].imageText = "A pot" },
        Limit("steps") {
            $0.steps[0].image = "https://example.org/a.jpg"
            $0.steps[0].imageText = String(repeating: "e", count: 501)
        },
        Limit("videoURL") { $0.videoURL = "example.org" }, Limit("videoURL") { $0.videoURL = "https://" },
        Limit("sourceURL") { $0.sourceURL = "http://ada@example.org/" },
        Limit("sourceURL") { $0.sourceURL = "https://example.org\\@evil.example" },
        Limit("sourceURL") { $0.sourceURL = "https://example.org/<b>" },
        Limit("videoURL") { $0.videoURL = "https://example.org/\"onclick=" },
        Limit("videoURL") { $0.videoURL = "https://example.org/'x'" },
        Limit("videoURL") { $0.videoURL = "javascript:alert(1)" },
        Limit("videoURL") { $0.videoURL = "https://[::1" }, Limit("videoURL") { $0.videoURL = "https://[zz]/" },
        Limit("videoURL") { $0.videoURL = "https://example.org:65536/" },
        Limit("videoURL") { $0.videoURL = "https://example.org:8x/" },
        Limit("videoURL") { $0.videoURL = "https://example..org/" }, Limit("videoURL") { $0.videoURL = "https://.org" },
        Limit("videoURL") { $0.videoURL = "https://\(String(repeating: "a", count: 64)).org/" },
        Limit("videoURL") { $0.videoURL = "https://256.1.1.1/" }, Limit("videoURL") { $0.videoURL = "https://1.2.3/" },
        Limit("videoURL") { $0.videoURL = "https://*.example.org/" },
        Limit("videoURL") { $0.videoURL = "https://a!b.org/" },
        Limit(nil) { $0.videoURL = "https://127.0.0.1:8080/" }, Limit(nil) { $0.videoURL = "https://my_host.example/" },
        Limit(nil) { $0.videoURL = "https://bücher.example/" }, Limit(nil) { $0.videoURL = "https://kitchen/" },
        Limit("videoURL") { $0.videoURL = "https://ada@example.org/" },
        Limit("sourceURL") { $0.sourceURL = "https://kitchen.example/\u{2066}soup" },
        Limit(nil) { $0.sourceURL = " https://example.org/@ada?to=a@b " },
        Limit("sourceURL") { $0.sourceURL = "http://a b" }, Limit(nil) { $0.sourceURL = "http://example.org/?a=b" },
        Limit("nutrition") { $0.nutrition.calories = -.infinity },
        Limit("note") { $0.note = "changed" },
        Limit("data") { $0.ingredients = (0..<300).map { _ in ProtoIngredient(String(repeating: "i", count: 1_000)) } },
    ]

    @Test("a recipe is accepted up to each limit and refused beyond it with the field", arguments: limits)
    func contentKeepsItsLimits(_ limit: Limit) throws {
        let refused = try Village().refusal(
            of: Command(.recipePosted, actor: .username("cy"), payload: .soup(limit.change)))
        #expect(refused == limit.field.map { Refused(.invalid, $0) })
    }

    @Test("the text of an image stays beside it, and texts at the end that say nothing are left out")
    func imageTexts() throws {
        var village = try Village()
        let (a, b) = ("https://example.org/a.jpg", "https://example.org/b.jpg")
        try village.submit(
            .recipePosted, village.cy,
            payload: .soup {
                $0.images = ["", a, b, a]
                $0.imageTexts = ["Nothing", " A\n bowl ", "", " "]
                $0.steps[0].image = a
                $0.steps[0].imageText = " A pot "
            })
        guard case .recipe(let content) = try village.last.payload else {
            Issue.record("no recipe")
            return
        }
        #expect(content.images == [a, b, a] && content.imageTexts == ["A bowl"])
        #expect(content.steps[0].imageText == "A pot")
    }

    @Test("a fork names its original as cause and nothing as subject") func aForkNamesItsRecipe() throws {
        var village = try Village()
        try village.submit(.recipePosted, village.cy, cause: .recipe(village.soup), payload: .recipe(.soup))
        #expect(try village.last.header.cause == village.soup)
        #expect(
            village.refusal(.recipePosted, village.cy, cause: .recipe(village.comment), payload: .recipe(.soup))
                == Refused(.notFound, "cause"))
        #expect(
            village.refusal(.recipePosted, village.cy, .recipe(village.soup), payload: .recipe(.soup))
                == Refused(.invalid, "subject"))
    }

    @Test("only its author edits a recipe, and not after deletion") func onlyItsAuthorEditsARecipe() throws {
        var village = try Village()
        let soup = Reference.recipe(village.soup)
        let stew = Payload.soup { $0.title = "Stew" }
        for actor in [village.cy, village.ada, nil] {
            #expect(village.refusal(.recipeEdited, actor, soup, payload: stew) == Refused(.forbidden, "actor"))
        }
        #expect(
            try village.submit(.recipeEdited, village.bo, soup, payload: .soup { $0.title = " Soup " })
                == village.soup)
        let edit = try village.submit(
            .recipeEdited, village.bo, soup,
            payload: .soup {
                $0.title = "Stew"
                $0.note = " thicker "
            })
        #expect(
            try village.last.payload
                == .soup {
                    $0.title = "Stew"
                    $0.note = "thicker"
                })
        #expect(try village.submit(.recipeEdited, village.bo, soup, payload: stew) == edit)
        #expect(
            village.refusal(
                .recipeEdited, village.bo, soup, payload: .soup { $0.note = String(repeating: "n", count: 2_001) })
                == Refused(.invalid, "note"))
        try village.submit(.recipeDeleted, village.bo, soup)
        #expect(village.refusal(.recipeEdited, village.bo, soup, payload: stew) == Refused(.gone, "subject"))
    }

    @Test("an edit of a stale version is a conflict") func aStaleVersionConflicts() throws {
        var village = try Village()
        var edit = Command(
            .recipeEdited, actor: .member(village.bo), subject: .recipe(village.soup),
            payload: .soup { $0.title = "Stew" }, expectedVersion: 1)
        try village.community.submit(edit)
        #expect(village.refusal(of: edit) == Refused(.conflict, "version"))
        edit.expectedVersion = 2
        edit.payload = .recipe(.soup)
        #expect(village.refusal(of: edit) == nil)
    }

    @Test("authors and moderators delete and restore, each within their rights")
    func authorsAndModeratorsDeleteAndRestore() throws {
        var village = try Village()
        let all: [(EventKind, EventKind, Reference, MemberID)] = [
            (.recipeDeleted, .recipeRestored, .recipe(village.soup), village.bo),
            (.commentDeleted, .commentRestored, .comment(village.comment), village.cy),
        ]
        for (deletion, restoration, subject, author) in all {
            let stranger = author == village.bo ? village.cy : village.bo
            #expect(village.refusal(deletion, stranger, subject) == Refused(.forbidden, "actor"))
            village.community.now = Timestamp(seconds: 1_700_000_005)
            let deleted = try village.submit(deletion, author, subject, payload: .because(" no "))
            let header = try village.last.header
            #expect(header.owner == author && header.cause == header.subject)
            #expect(header.creditedAt == Timestamp(seconds: 1_700_000_000))
            #expect(try village.last.payload == .because("no"))
            #expect(try village.submit(deletion, author, subject) == deleted)
            #expect(village.refusal(restoration, stranger, subject) == Refused(.forbidden, "actor"))
            let restored = try village.submit(restoration, author, subject)
            #expect(try village.last.header.creditedAt == Timestamp(seconds: 1_700_000_000))
            #expect(try village.submit(restoration, author, subject) == restored)
            try village.submit(deletion, nil, subject)
            #expect(village.refusal(restoration, author, subject) == Refused(.forbidden, "actor"))
            try village.submit(restoration, village.mo, subject)
        }
        try village.submit(.memberDeleted, village.bo)
        #expect(village.refusal(.recipeDeleted, village.mo, .recipe(village.soup)) == Refused(.gone, "subject"))
    }

    @Test("a member reposts a recipe once plainly and any number of times with a quote")
    func onePlainRepostAndManyQuotes() throws {
        var village = try Village()
        let soup = Reference.recipe(village.soup)
        let plain = try village.submit(.recipeReposted, village.cy, soup)
        #expect(try village.last.header.owner == village.bo)
        #expect(try village.submit(.recipeReposted, village.cy, soup, payload: .quoting(" ")) == plain)
        let quote = try village.submit(.recipeReposted, village.cy, soup, payload: .quoting("Try it"))
        #expect(try village.submit(.recipeReposted, village.cy, soup, payload: .quoting("Try it")) == quote.next)
        #expect(
            village.refusal(
                .recipeReposted, village.cy, soup, payload: .quoting(String(repeating: "q", count: 2_001)))
                == Refused(.invalid, "quote"))
        #expect(village.refusal(.repostDeleted, village.bo, .repost(plain)) == Refused(.forbidden, "actor"))
        let deleted = try village.submit(.repostDeleted, village.cy, .repost(plain))
        #expect(try village.last.header.owner == village.bo)
        #expect(try village.submit(.repostDeleted, village.mo, .repost(plain)) == deleted)
        #expect(try village.submit(.recipeReposted, village.cy, soup) == deleted.next)
    }

    @Test("each cooking of a recipe is stored as an event of its own") func cookingCountsEachTime() throws {
        var village = try Village()
        let first = try village.submit(.recipeCooked, village.bo, .recipe(village.soup))
        #expect(try village.submit(.recipeCooked, village.bo, .recipe(village.soup)) == first.next)
    }
}
