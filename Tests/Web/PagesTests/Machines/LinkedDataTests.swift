import Foundation
import LarderAPI
import Markup
import Pages
import Testing

/// What other programs read in the head of a page.
@Suite struct LinkedDataTests {
    static let evil = "</script><script>alert(1)</script>&amp;\u{2028}\"\\"

    static func recipe(_ more: [String: Any] = [:]) throws -> RecipeDocument {
        let fields: [String: Any] = [
            "id": "r12", "title": evil, "description": evil, "author": ["id": "m2", "username": "ada", "name": evil],
            "likes": 0, "upvotes": 0, "downvotes": 0, "score": 0, "rating": ["average": 4.5, "count": 2],
            "comments": 0, "reposts": 0, "bookmarks": 0, "cooked": 0, "forks": 0, "version": 1,
            "postedAt": "2026-03-01T10:00:00Z", "servings": 4, "prepMinutes": 20, "totalMinutes": 90,
            "tags": ["soup", evil], "diet": ["vegan": "yes"],
            "images": [String(repeating: "a1", count: 32), "https://elsewhere.example/x.png"],
            "ingredients": [["original": "2 leeks", "name": "leeks"], ["original": evil, "name": evil]],
            "steps": [["text": "Slice."], ["text": evil]],
        ]
        let data = try JSONSerialization.data(withJSONObject: fields.merging(more) { $1 })
        return try JSONDecoder().decode(RecipeDocument.self, from: data)
    }

    static func document(_ page: Page) -> String {
        let frame = Frame(at: Link("/"), of: Site("https://kitchen.example"))
        return String(decoding: frame.document(page).bytes, as: UTF8.self)
    }

    private static func linkedData(in text: String) throws -> [String: Any] {
        let begin = try #require(text.firstRange(of: "<script type=\"application/ld+json\">"))
        let rest = text[begin.upperBound...]
        let end = try #require(rest.firstRange(of: "</script>"))
        let json = rest[..<end.lowerBound]
        #expect(!json.contains("<") && !json.contains(">") && !json.contains("&") && !json.contains("\u{2028}"))
        return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    private static func page(_ recipe: RecipeDocument, version: UInt64? = nil) -> Page {
        var input = RecipeInput(recipe: recipe.id)
        input.version = version
        return RecipePage(
            recipe, CommentsAnswer(position: 9, comments: []), input, once: Once("abc"), for: nil
        ).page
    }

    @Test("a recipe's JSON-LD reads back as what the recipe says, with hostile texts in title and steps")
    func recipe() throws {
        let text = Self.document(Self.page(try Self.recipe()))
        #expect(!text.contains("<script>"))
        let data = try Self.linkedData(in: text)
        #expect(data["@type"] as? String == "Recipe" && data["name"] as? String == Self.evil)
        #expect(data["url"] as? String == "https://kitchen.example/r12")
        #expect(data["prepTime"] as? String == "PT20M" && data["totalTime"] as? String == "PT1H30M")
        #expect((data["author"] as? [String: Any])?["url"] as? String == "https://kitchen.example/@ada")
        let steps = try #require(data["recipeInstructions"] as? [[String: Any]])
        #expect(steps.map { $0["text"] as? String } == ["Slice.", Self.evil])
        #expect(steps.allSatisfy { $0["@type"] as? String == "HowToStep" })
        #expect(steps.last?["url"] as? String == "https://kitchen.example/r12#step-2" && text.contains("id=\"step-2\""))
        #expect(data["recipeIngredient"] as? [String] == ["2 leeks", Self.evil])
        // A page shows no picture of another site, and neither do its data.
        let images = try #require(data["image"] as? [String])
        #expect(images.count == 1 && images[0].hasPrefix("https://kitchen.example/images/a1"))
        let rating = try #require(data["aggregateRating"] as? [String: Any])
        #expect(rating["ratingValue"] as? Double == 4.5 && rating["ratingCount"] as? Int == 2)
    }

    @Test("a recipe without a rating, a picture or times says nothing of them") func sparse() throws {
        let fields: [String: Any] = [
            "id": "r1", "title": "Soup", "author": ["id": "m2", "username": "ada", "name": "Ada"], "likes": 0,
            "upvotes": 0, "downvotes": 0, "score": 0, "rating": ["count": 0], "comments": 0, "reposts": 0,
            "bookmarks": 0, "cooked": 0, "forks": 0, "version": 1, "postedAt": "2026-03-01T10:00:00Z",
            "tags": [String](),
        ]
        let recipe = try JSONDecoder().decode(
            RecipeDocument.self, from: try JSONSerialization.data(withJSONObject: fields))
        let text = Self.document(Self.page(recipe))
        let data = try Self.linkedData(in: text)
        for name in ["aggregateRating", "image", "totalTime", "recipeIngredient", "recipeInstructions", "description"] {
            #expect(data[name] == nil, "\(name)")
        }
        #expect(text.contains("twitter:card\" content=\"summary\"") && !text.contains("og:image"))
    }

    @Test("the head names the whole address for cards, the canonical link and oEmbed") func cards() throws {
        let text = Self.document(Self.page(try Self.recipe()))
        #expect(text.contains("<link rel=\"canonical\" href=\"https://kitchen.example/r12\">"))
        #expect(text.contains("<meta property=\"og:url\" content=\"https://kitchen.example/r12\">"))
        #expect(text.contains("<meta property=\"og:image\" content=\"https://kitchen.example/images/a1"))
        #expect(text.contains("twitter:card\" content=\"summary_large_image\""))
        #expect(text.contains("application/json+oembed"))
        #expect(text.contains("/oembed?url=https:%2F%2Fkitchen.example%2Fr12&amp;format=json"))
    }

    @Test("an earlier version of a recipe shows nothing to search engines") func version() throws {
        let text = Self.document(Self.page(try Self.recipe(), version: 1))
        #expect(text.contains("noindex") && !text.contains("ld+json") && !text.contains("og:"))
    }

    @Test("a list names its recipes in their order, and what a member has saved names none") func lists() throws {
        let recipes = [try Self.recipe(), try Self.recipe(["id": "r13"])]
        func grid(_ section: Page.Section) -> String {
            Self.document(
                RecipeGridPage(
                    "#soup", in: section, recipes, at: Link("/tag/soup"), after: nil, next: nil, nothing: "",
                    atom: Link("/tag/soup.atom"), for: nil
                ).page)
        }
        let data = try Self.linkedData(in: grid(.discover))
        let items = try #require(data["itemListElement"] as? [[String: Any]])
        #expect(data["@type"] as? String == "ItemList")
        #expect(
            items.map { $0["url"] as? String } == ["https://kitchen.example/r12", "https://kitchen.example/r13"])
        #expect(items.map { $0["position"] as? Int } == [1, 2])
        #expect(grid(.discover).contains("type=\"application/atom+xml\" title=\"#soup\" href=\"/tag/soup.atom\""))
        #expect(!grid(.saved).contains("ld+json"))
    }
}
