import Events
import FormatsSupport
import Foundation
import Testing

@testable import CloudEvents
@testable import Recipes

/// Pictures that apps keep as text.
@Suite struct InlinePictureTests {
    private let bytes = [UInt8](0..<200)
    private var base64: String { Data(bytes).base64EncodedString() }

    @Test("data: URLs and bare base64 are decoded, in the forms that apps write") func forms() {
        let folded = base64.replacing("A", with: "A\r\n")
        for text in [
            "data:image/png;base64,\(base64)", "DATA:image/png;charset=x;BASE64,\(base64)", "data:;base64,\(folded)",
            "data:image/png;base64,\(base64.replacing("+", with: "%2B").replacing("/", with: "%2F").replacing("=", with: "%3D"))",
            base64, base64.replacing("=", with: ""), base64.replacing("+", with: "-").replacing("/", with: "_"), folded,
        ] {
            #expect(InlinePicture.reading(text) == .picture(InlinePicture(bytes: bytes)), "\(text.prefix(60))")
        }
        #expect(
            InlinePicture.reading("iVBORw0KGgo=")
                == .picture(InlinePicture(bytes: Array(Data(base64Encoded: "iVBORw0KGgo=") ?? Data()))))
        #expect(InlinePicture.reading("AAAA", isData: true) == .picture(InlinePicture(bytes: [0, 0, 0])))
    }

    @Test("addresses are no pictures, and text that cannot be decoded says why")
    func otherTexts() {
        for text in ["https://x.example/a.png", "a.png", "AAAA", String(repeating: "a", count: 64)] {
            #expect(InlinePicture.reading(text) == .address(text))
        }
        #expect(InlinePicture.reading("https://x.example/a.png", isData: true) == .address("https://x.example/a.png"))
        for text in ["data:image/png;base64,%%%", "data:image/png,abc", "data:", "data:;base64,"] {
            guard case .unreadable = InlinePicture.reading(text) else {
                Issue.record("\(text)")
                continue
            }
        }
        #expect(InlinePicture.reading("what?", isData: true) == .unreadable("its base64 is invalid"))
        let long = String(repeating: "A", count: (InlinePicture.bytesMax + 3) / 3 * 4)
        #expect(InlinePicture.reading(long) == .unreadable("it has more than 10 MiB"))
    }

    @Test("stored pictures stand where they were among the addresses, and a recipe has a bounded number")
    func places() throws {
        let picture = JSONValue.string("data:;base64,\(base64)")
        let recipe = AppRecipe(
            JSONFields([
                "title": .string("Soup"), "steps": .string("Boil."),
                "images": .array(
                    [picture, .string("https://x.example/a.png"), picture] + Array(repeating: picture, count: 30)),
            ]))
        #expect(recipe.pictures.count == InlinePicture.rowCountMax && recipe.notes.count == 12)
        let found = FoundRecipe(
            place: "p", content: recipe.content, source: "app", id: nil, pictures: Array(recipe.pictures.prefix(3)))
        var names = ["one", "two"][...]
        let kept = try found.keepingPictures { _ in
            names.popFirst().map { .stored($0) } ?? .unusable("it is damaged")
        }
        #expect(kept.content.images == ["one", "https://x.example/a.png", "two"] && kept.pictures.isEmpty)
        #expect(kept.notes == ["image: dropped, because it is damaged"])
        // The origin does not depend on what could be stored.
        let none = try found.keepingPictures { _ in .unusable("it is damaged") }
        #expect(none.id == kept.id && none.id != nil)
        // Without a place to store them they are dropped, and the report says so.
        #expect(try NamedRecipe(found).notes.count == 3)
    }
}
