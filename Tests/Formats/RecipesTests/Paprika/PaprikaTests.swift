import CloudEvents
import Events
import FormatsSupport
import Layout
import TestSupport
import Testing

@testable import Recipes

@Suite struct PaprikaTests {
    private static let soup = #"""
        {"uid":"A1-B2","name":"Soup","ingredients":"1 l water\n\n2 leeks\n","directions":"Boil.\n\nServe.","servings":"Serves 4-6",
        "prep_time":"15 min","cook_time":"1 hr","total_time":"","difficulty":"Easy","categories":["Winter","Quick"],"notes":"Better tomorrow.",
        "description":"Green.","source":"Grandma","source_url":"https://kitchen.example/soup","image_url":null,"photo":"x.jpg","photo_data":"/9j/4AAQ",
        "rating":5,"nutritional_info":"100 kcal","created":"2012-09-05 13:03:36","hash":"ab"}
        """#

    private func packed(_ text: String) -> [UInt8] { Packing.gzip(Array(text.utf8)) }

    private func items(_ files: [Packing.File]) -> [FoundItem] {
        PaprikaFile.recipes(in: Packing.zip(files), place: "book")
    }

    @Test("the recipes of a Paprika archive are read with notes on dropped values") func recipesOfAnArchive() throws {
        let items = items([
            Packing.File("My Recipes/", []), Packing.File("__MACOSX/My Recipes/._Soup.paprikarecipe", [7]),
            Packing.File("My Recipes/Soup.paprikarecipe", packed(Self.soup), isDeflated: false),
            Packing.File(
                "Bread.paprikarecipe", packed(#"{"uid":"C3","name":"Bread","directions":"Bake.","servings":"a few"}"#)),
        ])
        #expect(items.count == 2)
        guard case .recipe(let soup)? = items.first, case .recipe(let bread)? = items.last else {
            Issue.record("\(items)")
            return
        }
        #expect(soup.source == "paprika" && soup.id == "A1-B2" && soup.place == "book: My Recipes/Soup.paprikarecipe")
        #expect(soup.occurredAt == Timestamp(rfc3339: "2012-09-05T13:03:36Z"))
        let content = soup.content
        #expect(content.title == "Soup" && content.description_p == "Green.\n\nBetter tomorrow.")
        #expect(content.ingredients.map(\.original) == ["1 l water", "2 leeks"])
        #expect(content.steps.map(\.text) == ["Boil.", "Serve."] && content.servings == 4)
        #expect(content.prepMinutes == 15 && content.cookMinutes == 60 && !content.hasTotalMinutes)
        #expect(content.difficulty == .easy && content.tags == ["Winter", "Quick"])
        #expect(content.sourceURL == "https://kitchen.example/soup" && content.images.isEmpty)
        #expect(
            soup.notes == [
                "servings: the lower end of a range, 4, taken",
                "nutritional_info, rating: dropped, because a recipe has no such field",
                "notes: added to the end of the description",
                "photo: dropped, because it is a picture itself and no address of one",
            ])
        #expect(
            bread.notes == [
                "servings: dropped, because «a few» is not a number of servings",
                "ingredients: missing: the source has none",
            ])
    }

    @Test("recipes in Paprika's bin are refused as not public") func whatWasThrownAwayStaysThere() throws {
        let kitchen = try Kitchen()
        let items = items([
            Packing.File("a.paprikarecipe", packed(#"{"name":"Old","directions":"Bake.","in_trash":true}"#)),
            Packing.File("b.paprikarecipe", packed(#"{"name":"Gone","directions":"Bake.","deleted":1}"#)),
            Packing.File(
                "c.paprikarecipe", packed(#"{"name":"Kept","directions":"Bake.","in_trash":false,"deleted":0}"#)),
        ])
        let (report, lines) = try kitchen.run(items)
        #expect(report.appended == 1 && report.refused == ["not-public": 2])
        #expect(lines.contains("book: a.paprikarecipe: not-public: it lies in Paprika's bin"))
    }

    @Test("a Paprika creation time that is no time is dropped and reported") func whatIsNoTimeIsTold() throws {
        guard
            case .recipe(let found) = PaprikaFile.recipes(
                in: packed(#"{"name":"Soup","directions":"Boil.","created":"last winter"}"#), place: "one")[0]
        else {
            Issue.record("there is a recipe")
            return
        }
        #expect(found.occurredAt == nil)
        #expect(found.notes.first == #"created: «"last winter"» dropped, because it is not a time"#)
    }

    @Test("importing a Paprika archive twice appends nothing the second time")
    func importingTwiceAppendsNothing() throws {
        let kitchen = try Kitchen()
        let items = items([
            Packing.File("a.paprikarecipe", packed(Self.soup)),
            Packing.File("b.paprikarecipe", packed(#"{"name":"No uid","directions":"Bake."}"#)),
        ])
        #expect(try kitchen.run(items).report.appended == 2)
        #expect(try kitchen.run(items).report.unchanged == 2)
        let single = PaprikaFile.recipes(in: packed(Self.soup), place: "one")
        #expect(try kitchen.run(single).report.unchanged == 1)
    }

    @Test("bombs and malformed recipes in a Paprika archive are refused") func hostileArchives() throws {
        let kitchen = try Kitchen()
        let bomb = Packing.gzip([UInt8](repeating: 0x20, count: (16 << 20) + 1))
        let items = items([
            Packing.File("../../etc/a.paprikarecipe", packed(Self.soup)), Packing.File("bomb.paprikarecipe", bomb),
            Packing.File("big.paprikarecipe", [UInt8](repeating: 0, count: (16 << 20) + 1)),
            Packing.File("cut.paprikarecipe", Array(packed(Self.soup).dropLast(20))),
            Packing.File("list.paprikarecipe", packed("[]")),
            Packing.File("secret.paprikarecipe", [1], isEncrypted: true),
            Packing.File("good.paprikarecipe", packed(Self.soup)),
        ])
        let (report, lines) = try kitchen.run(items)
        #expect(report.appended == 1)
        #expect(report.refused == ["forbidden": 1, "too-long": 2, "unreadable": 3])
        #expect(
            lines.contains("book: ../../etc/a.paprikarecipe: forbidden: it has a name that leads out of the archive"))
        // Small as they lie in the archive, and large only once they are unpacked again.
        let many = Packing.zip((0..<5).map { Packing.File("\($0).paprikarecipe", packed(Self.soup)) })
        let some = PaprikaFile.recipes(in: many, place: "book", inAll: 3 * Self.soup.utf8.count)
        #expect(some.map { if case .recipe = $0 { true } else { false } } == [true, true, true, false, false])
        for bytes in [
            [], Array("PK".utf8), Packing.zip([]), Packing.zip([Packing.File("a.txt", [1])]), [0x50, 0x4B, 3, 4],
        ] {
            guard case .refused? = PaprikaFile.recipes(in: bytes, place: "x").first else {
                Issue.record("\(bytes.count) bytes are taken")
                continue
            }
        }
    }
}
