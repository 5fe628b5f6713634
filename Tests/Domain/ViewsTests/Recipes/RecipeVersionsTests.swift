import Events
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import Testing
import Views

@Suite struct RecipeVersionsTests {
    var story = Story()
    let ada: MemberID
    let soup: Position

    init() {
        ada = story.register("ada")
        soup = story.tell(.recipePosted, by: ada, owner: ada, payload: Self.content("Soup", ["1 l water", "salt"]))
    }

    private static func content(
        _ title: String, _ ingredients: [String], note: String? = nil, servings: UInt32 = 4
    ) -> Payload {
        var content = ProtoRecipeContent()
        content.title = title
        content.servings = servings
        content.ingredients = ingredients.map { line in .with { $0.original = line } }
        if let note { content.note = note }
        return .recipe(content)
    }

    private mutating func edit(_ payload: Payload) {
        story.tell(.recipeEdited, by: ada, subject: soup, owner: ada, at: "2026-01-06T08:00:00Z", payload: payload)
    }

    private var reference: Reference { .position(soup, letter: "r") }

    @Test("every version of a recipe is listed and shown") mutating func everyVersionCanBeListedAndShown() throws {
        edit(Self.content("Leek soup", ["1 l water", "3 leeks", "salt"], note: "with leeks"))
        edit(Self.content("Leek soup", ["1 l water", "2 leeks"]))
        let answer = try story.queries().versions(of: reference, page: Page(), viewer: nil)
        #expect(answer.versions.map(\.version) == [3, 2, 1])
        #expect(answer.versions.map(\.note) == [nil, "with leeks", nil])
        #expect(answer.versions.map(\.title) == ["Leek soup", "Leek soup", "Soup"])
        let first = try story.queries().recipe(reference, version: 1, viewer: nil).recipe
        #expect(first.title == "Soup")
        #expect(first.version == 1)
        #expect(first.editedAt == nil)
        #expect(first.ingredients?.map(\.original) == ["1 l water", "salt"])
        let refusal = #expect(throws: Refusal.self) {
            try story.queries().recipe(reference, version: 4, viewer: nil)
        }
        #expect(refusal?.code == .notFound)
    }

    @Test("a difference names the changed fields and lines")
    mutating func aDifferenceNamesTheFieldsAndTheLines() throws {
        edit(Self.content("Leek soup", ["1 l water", "3 leeks", "salt"], servings: 6))
        let changes = try story.queries().difference(of: reference, from: 1, to: 2, viewer: nil).changes
        #expect(changes.map(\.field) == ["title", "ingredients", "servings"])
        #expect(changes[0].from == "Soup")
        #expect(changes[0].to == "Leek soup")
        #expect(
            changes[1].lines?.map { "\($0.change) \($0.text)" } == ["kept 1 l water", "added 3 leeks", "kept salt"])
        #expect(changes[2].to == "6")
        let back = try story.queries().difference(of: reference, from: 2, to: 1, viewer: nil).changes
        #expect(back[1].lines?.map(\.change) == ["kept", "removed", "kept"])
        #expect(try story.queries().difference(of: reference, from: 2, to: 2, viewer: nil).changes.isEmpty)
    }

    @Test("quantities grow with the servings, and unknown servings are refused")
    mutating func quantitiesGrowWithTheServings() throws {
        var content = ProtoRecipeContent()
        content.title = "Bread"
        content.servings = 3
        content.ingredients = [
            .with {
                $0.original = "500 g flour"
                $0.quantity = 500
                $0.unit = "g"
                $0.name = "flour"
            }, .with { $0.original = "salt to taste" },
        ]
        let bread = story.tell(.recipePosted, by: ada, owner: ada, payload: .recipe(content))
        let recipe = try story.queries().recipe(.position(bread, letter: "r"), viewer: nil).recipe
        let scaled = try recipe.scaled(toServings: 2)
        #expect(scaled.servings == 2)
        #expect(scaled.scaledFrom == 3)
        #expect(scaled.ingredients?.map(\.quantity) == [333.333, nil])
        #expect(scaled.ingredients?.map(\.original) == ["500 g flour", "salt to taste"])
        for servings in [0, 1_001] as [UInt32] {
            #expect(throws: Refusal.self) { try recipe.scaled(toServings: servings) }
        }
        content.clearServings()
        let other = story.tell(.recipePosted, by: ada, owner: ada, payload: .recipe(content))
        let unknown = try story.queries().recipe(.position(other, letter: "r"), viewer: nil).recipe
        let refusal = #expect(throws: Refusal.self) { try unknown.scaled(toServings: 2) }
        #expect(refusal?.field == "servings")
    }
}
