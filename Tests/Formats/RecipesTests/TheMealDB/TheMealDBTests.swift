import Events
import FormatsSupport
import Testing

@testable import CloudEvents
@testable import Recipes

/// TheMealDB's answers, in the shapes that they come in.
@Suite struct TheMealDBTests {
    private func items(_ text: String) -> [FoundItem] {
        TheMealDBFile.recipes(in: Array(text.utf8), place: "meals.json")
    }

    private func recipe(_ text: String) throws -> FoundRecipe {
        guard case .recipe(let found)? = items(text).first else { throw TestFailure() }
        return found
    }

    private struct TestFailure: Error {}

    private func refusal(_ text: String) -> ImportRefusal? {
        if case .refused(let refused)? = items(text).first { refused.reason } else { nil }
    }

    @Test("a meal is read with its measures, steps, tags and source") func aMealWithCredit() throws {
        let found = try recipe(
            #"""
            {"meals":[{"idMeal":"52767","strMeal":"Bakewell tart","strCategory":"Dessert","strArea":"British",
            "strInstructions":"STEP 1\r\nMix.\r\n\r\n2.\r\nBake.\r\n▢\r\nServe.","strMealThumb":"https://www.themealdb.com/a.jpg",
            "strTags":"Tart,Baking","strYoutube":"https://www.youtube.com/watch?v=1","strSource":null,
            "strIngredient1":"plain flour","strMeasure1":"175g/6oz","strIngredient2":"butter","strMeasure2":"½ cup",
            "strIngredient3":"Salt","strMeasure3":"To taste","strIngredient4":"","strMeasure4":" ","strIngredient5":null,
            "strMeasure5":"1 cup","strIngredient6":"Onion","strMeasure6":"2 chopped","strIngredient7":"Sugar"}]}
            """#)
        #expect(found.source == "themealdb" && found.id == "52767")
        let content = found.content
        #expect(content.title == "Bakewell tart" && content.cuisine == "British" && content.course == "Dessert")
        #expect(
            content.ingredients.map(\.original) == [
                "175g/6oz plain flour", "½ cup butter", "Salt, to taste", "2 chopped Onion", "Sugar",
            ])
        #expect(content.ingredients.map { $0.hasQuantity ? $0.quantity : nil } == [175, 0.5, nil, 2, nil])
        #expect(content.ingredients.map(\.unit) == ["g", "cup", "", "", ""])
        #expect(content.ingredients.map(\.name) == ["plain flour", "butter", "Salt", "Onion", "Sugar"])
        #expect(content.ingredients[3].note == "chopped")
        #expect(content.steps.map(\.text) == ["Mix.", "Bake.", "Serve."])
        #expect(content.tags == ["Tart", "Baking"] && content.videoURL.hasSuffix("v=1") && content.images.count == 1)
        #expect(content.sourceURL == "https://www.themealdb.com/meal/52767")
        #expect(found.notes.contains { $0.contains("measure of nothing") })
    }

    @Test("a meal of the newer API's shape is read") func theNewerShape() throws {
        let found = try recipe(
            #"""
            [{"idMeal":53262,"strMeal":"Adana kebab","strCategory":"Vegan","strInstructions":"Grill.",
            "strSource":"https://example.org/adana","ingredients":[{"ingredient":"Lamb","measurement":"800g"},
            {"ingredient":"Paste","measurement":"3  tablespoons"},{"ingredient":"Oil","measurement":"For frying"}]}]
            """#)
        #expect(found.id == "53262" && found.content.sourceURL == "https://example.org/adana")
        #expect(found.content.ingredients.map(\.original) == ["800g Lamb", "3 tablespoons Paste", "Oil, for frying"])
        #expect(found.content.ingredients.map(\.quantity) == [800, 3, 0])
        #expect(found.content.diet.vegan == .yes && found.content.diet.vegetarian == .yes)
        let parallel = try recipe(
            #"{"meals":{"idMeal":"1","strMeal":"A","ingredients":["Egg","Milk"],"measures":["2"]}}"#)
        #expect(parallel.content.ingredients.map(\.original) == ["2 Egg", "Milk"])
    }

    @Test(
        "a file without a meal is refused by reason",
        arguments: [
            (#"{"meals":null}"#, ImportRefusal.noRecipe), (#"{"meals":[]}"#, .noRecipe),
            (#"{"meals":"no data found"}"#, .noRecipe), (#"{"meals":7}"#, .unreadable),
            (#"{"meals":true}"#, .unreadable),
            ("[]", .noRecipe), (#"{"drinks":[]}"#, .unreadable), ("7", .unreadable), ("", .unreadable),
            (#"{"meals":[{"idMeal":"1"#, .unreadable), (#"{"meals":[7]}"#, .unreadable),
            (#"{"meals":[{"a":1,"a":2}]}"#, .unreadable),
        ])
    func whatHoldsNoMeal(_ text: String, _ reason: ImportRefusal) { #expect(refusal(text) == reason) }

    @Test("a bad meal is refused alone, and the good one is imported once")
    func oneBadMealDoesNotSpoilTheOthers() throws {
        let kitchen = try Kitchen()
        let text =
            #"{"meals":[{"idMeal":"1","strMeal":"A","strInstructions":"B."},{"idMeal":"2","strMeal":" "},{"idMeal":"3","strMeal":"C"},null]}"#
        let first = try kitchen.run(items(text))
        #expect(first.report.appended == 1)
        #expect(first.report.refused == ["recipe-without-title": 1, "invalid": 1, "unreadable": 1])
        #expect(try kitchen.run(items(text)).report.unchanged == 1)
    }

    @Test("deep nesting and excessive size are refused soon", .timeLimit(.minutes(1))) func hostileInput() {
        let deep = Array((String(repeating: "[", count: 100_000)).utf8)
        guard case .refused(let refused)? = TheMealDBFile.recipes(in: deep, place: "x").first else {
            Issue.record("taken")
            return
        }
        #expect(refused.reason == .unreadable)
        let enormous = [UInt8](repeating: 0x20, count: JSONValue.documentBytesMax + 1)
        guard case .refused(let long)? = TheMealDBFile.recipes(in: enormous, place: "x").first else {
            Issue.record("taken")
            return
        }
        #expect(long.reason == .tooLong)
    }

    @Test(
        "an amount is read as quantity, unit and note",
        arguments: [
            ("2 cups", 2, "cups", nil), ("200g", 200, "g", nil), ("1 ½ tsp.", 1.5, "tsp.", nil), ("½", 0.5, nil, nil),
            ("2½ oz", 2.5, "oz", nil), ("1/2 cup", 0.5, "cup", nil), ("2 sliced", 2, nil, "sliced"),
        ] as [(String, Double, String?, String?)])
    func amounts(_ text: String, _ quantity: Double, _ unit: String?, _ note: String?) {
        let amount = WrittenAmount(text)
        #expect(amount?.quantity == quantity && amount?.unit == unit && amount?.note == note)
    }

    @Test(
        "text that is no single amount is not guessed",
        arguments: ["175g/6oz", "2-3 tbsp", "a pinch", "", "2 x 400g", "½ bunch of", "1/2/3", "½½"])
    func noAmounts(_ text: String) { #expect(WrittenAmount(text) == nil) }
}
