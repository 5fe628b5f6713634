import CloudEvents
import Events
import Testing

@testable import Recipes

/// The nutrition of a portion, as pages write it.
@Suite struct RecipeNutritionTests {
    private func read(_ json: String) throws -> RecipeNutrition {
        RecipeNutrition(try #require(SchemaNode(try JSONValue(Array(json.utf8)))))
    }

    @Test("three decimals of a gram are not thousands") func threeDecimals() throws {
        let read = try read(#"{"carbohydrateContent":"151.682 g","fatContent":"12,345 g","proteinContent":"1.234"}"#)
        #expect(read.message.carbohydrateGrams == 151.682 && read.message.fatGrams == 12.345)
        #expect(read.message.proteinGrams == 1.234 && read.notes.isEmpty)
    }

    @Test(
        "calories have thousands if that is a plausible amount",
        arguments: [
            ("1,234 kcal", 1_234), ("1.234 kcal", 1_234), ("151.682 kcal", 151.682), ("12.345 kcal", 12.345),
            ("0.500 kcal", 0.5), ("1 234 kcal", 1_234), ("1\u{202F}234 kcal", 1_234), ("1'234 kcal", 1_234),
            ("1.234,5 kcal", 1_234.5), ("1,234.5 kcal", 1_234.5), ("1.066.7 kcal", 1_066.7), ("1234.567", 1_234.567),
            ("about 200", 200), ("200½ kcal", 200.5), ("418.4 kJ", 100), ("2,092 kJ", 500),
            ("840 kJ / 200 kcal", 200.765),
            ("200 - 300 calories", 200),
        ])
    func calories(_ written: String, _ amount: Double) throws {
        let read = try read(#"{"calories":"\#(written)"}"#)
        #expect(read.message.calories == amount && read.notes.isEmpty, "\(read.message.calories)")
    }

    @Test(
        "milligrams follow the decimal mark of the page",
        arguments: [
            (#""sodiumContent":"1,258 mg""#, 1_258), (#""sodiumContent":"1.258 mg""#, 1_258),
            (#""sodiumContent":"1.258 mg","fatContent":"12.5 g""#, 1.258),
            (#""sodiumContent":"1.258 mg","fatContent":"151.682 g""#, 1.258),
            (#""sodiumContent":"1,258 mg","fatContent":"12.5 g""#, 1_258),
            (#""sodiumContent":"1.258 mg","fatContent":"12,5 g""#, 1_258),
            (#""sodiumContent":"1.258 mg","fatContent":"12,5 g","sugarContent":"1.5 g""#, 1_258),
            (#""sodiumContent":"151.682 mg""#, 151.682), (#""sodiumContent":"1.258 g""#, 1_258),
            (#""sodiumContent":"1258""#, 1_258), (#""sodiumContent":"500 µg""#, 0.5),
        ])
    func milligrams(_ properties: String, _ amount: Double) throws {
        let read = try read("{\(properties)}")
        #expect(read.message.sodiumMilligrams == amount && read.notes.isEmpty, "\(read.message.sodiumMilligrams)")
    }

    @Test("a number of JSON has a decimal point") func numbers() throws {
        let read = try read(#"{"calories":1.234,"fatContent":151.682,"sodiumContent":1e3}"#)
        #expect(read.message.calories == 1.234 && read.message.fatGrams == 151.682)
        #expect(read.message.sodiumMilligrams == 1_000 && read.notes.isEmpty)
    }

    @Test(
        "an amount that no portion has is dropped with a remark",
        arguments: [
            (
                #""calories":"10001 kcal""#,
                "nutrition: calories «10001 kcal» dropped, because a portion has at most 10000 kcal"
            ),
            (#""fatContent":"2001 g""#, "nutrition: fatContent «2001 g» dropped, because a portion has at most 2000 g"),
            (
                #""carbohydrateContent":151682"#,
                "nutrition: carbohydrateContent «151682» dropped, because a portion has at most 2000 g"
            ),
            (
                #""sodiumContent":"51 g""#,
                "nutrition: sodiumContent «51 g» dropped, because a portion has at most 50000 mg"
            ),
            (
                #""cholesterolContent":"10001""#,
                "nutrition: cholesterolContent «10001» dropped, because a portion has at most 10000 mg"
            ),
            (#""proteinContent":-3"#, "nutrition: proteinContent «-3» dropped, because it is negative or infinite"),
            (#""calories":1e300"#, "nutrition: calories «1e300» dropped, because a portion has at most 10000 kcal"),
            (#""calories":"1e300""#, "nutrition: calories «1e300» dropped"),
            (#""fiberContent":"−1 g""#, "nutrition: fiberContent «−1 g» dropped"),
            (#""fiberContent":"12345678901 g""#, "nutrition: fiberContent «12345678901 g» dropped"),
        ])
    func implausible(_ property: String, _ remark: String) throws {
        let read = try read("{\(property)}")
        #expect(read.message == ProtoNutrition() && read.notes == [remark])
    }

    @Test(
        "sugar far above the carbohydrates is dropped with a remark",
        arguments: [(12.0, 10.0, true), (20, 10, true), (20.1, 10, false), (5, 0, true), (80, 8, false)])
    func sugar(_ sugar: Double, _ carbohydrates: Double, _ isKept: Bool) throws {
        let read = try read(#"{"sugarContent":\#(sugar),"carbohydrateContent":\#(carbohydrates)}"#)
        #expect(read.message.hasSugarGrams == isKept && read.message.carbohydrateGrams == carbohydrates)
        #expect(read.notes.isEmpty == isKept && read.notes.allSatisfy { $0.hasPrefix("nutrition: sugar") })
    }

    @Test("Edamam's implausible totals are dropped with a remark") func edamam() throws {
        let answer = #"""
            {"hits":[{"recipe":{"uri":"x#1","label":"Soup","yield":2,"ingredientLines":["1 leek"],
            "totalNutrients":{"FAT":{"quantity":8000},"PROCNT":{"quantity":10}}}}]}
            """#
        guard case .recipe(let found)? = EdamamFile.recipes(in: Array(answer.utf8), place: "f").first else {
            Issue.record("refused")
            return
        }
        #expect(found.content.nutrition.proteinGrams == 5 && !found.content.nutrition.hasFatGrams)
        #expect(found.notes == ["nutrition: FAT 8000 g dropped, because a portion has at most 2000 g"])
    }
}
