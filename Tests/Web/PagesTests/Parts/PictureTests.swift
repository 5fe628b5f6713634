import LarderAPI
import Markup
import Pages
import Testing

/// Pictures in pages.
@Suite struct PictureTests {
    private static func picture(_ width: Int, _ height: Int) -> PictureDocument {
        PictureDocument(id: "0a1b", width: width, height: height, mediaType: "image/jpeg", sizes: ["original"])
    }

    private static func text(_ picture: Picture) -> String { String(decoding: picture.html.bytes, as: UTF8.self) }

    @Test(
        "each size is offered with the width that it has",
        arguments: [
            (4_096, 2_048, ["small 160w", "medium 480w", "large 1200w"]),
            (600, 400, ["small 160w", "medium 480w", "large 600w"]),
            (400, 800, ["small 80w", "medium 240w", "large 400w"]), (480, 320, ["small 160w", "medium 480w"]),
            (1, 1, ["small 1w"]), (5, 4_000, ["small 1w", "medium 1w", "large 2w"]),
        ])
    func candidates(width: Int, height: Int, sizes: [String]) {
        let text = Self.text(Picture(Self.picture(width, height), in: .card))
        let expected = sizes.map { "/images/0a1b?size=\($0)" }.joined(separator: ", ")
        #expect(text.contains("srcset=\"\(expected)\""), "\(text)")
        #expect(text.contains("width=\"\(width)\" height=\"\(height)\"") && text.contains(" sizes=\"("))
        // What reading without a connection keeps.
        #expect(text.contains("src=\"/images/0a1b?size=medium\""))
    }

    @Test("only what is not seen at once is loaded late, and one picture comes first") func priorities() {
        let picture = Self.picture(600, 400)
        let (low, normal) = (Self.text(Picture(picture, in: .card)), Self.text(Picture(picture, in: .card, .normal)))
        let high = Self.text(Picture(picture, in: .hero, .high))
        #expect(low.contains("loading=\"lazy\"") && !normal.contains("loading") && !high.contains("loading"))
        #expect(high.contains("fetchpriority=\"high\"") && !normal.contains("fetchpriority"))
    }

    @Test("a recipe shows the first of its pictures that is stored here, and a label where none is") func first() {
        var recipe = RecipeDocument(
            id: "r1", title: "Soup", author: MemberCard(id: "m1", username: "ada", name: "Ada"), likes: 0, upvotes: 0,
            downvotes: 0, score: 0, rating: RatingDocument(count: 0), comments: 0, reposts: 0, bookmarks: 0, cooked: 0,
            forks: 0, version: 1, postedAt: "2026-03-01T12:00:00Z", tags: [],
            images: ["https://example.org/a.jpg", "0a1b"], pictures: [Self.picture(600, 400)])
        #expect(recipe.picture?.id == "0a1b")
        let html = String(
            decoding: Card(recipe, from: Link("/find"), for: nil).html(isFirst: true).bytes, as: UTF8.self)
        #expect(html.contains("srcset") && !html.contains("class=\"label") && !html.contains("example.org"))
        recipe.pictures = nil
        let label = String(decoding: Card(recipe, from: Link("/find"), for: nil).html().bytes, as: UTF8.self)
        #expect(label.contains("class=\"label") && !label.contains("<img"))
    }
}
