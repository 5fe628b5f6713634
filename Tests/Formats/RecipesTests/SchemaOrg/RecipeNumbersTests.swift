import Events
import Testing

@testable import CloudEvents
@testable import Recipes

/// Times, yields and amounts, as pages say them.
@Suite struct RecipeNumbersTests {
    @Test(
        "written durations become minutes",
        arguments: [
            ("PT1H30M", 90), ("P0DT45M", 45), ("PT90", 90), ("PT1.5H", 90), ("PT1,5H", 90), ("pt1h 30m", 90),
            ("P1DT2H", 1560),
            ("PT22H15M", 1335), ("P0DT0H40M0S", 40), ("P0Y0M0DT0H35M0.000S", 35), ("PT45S", 1), ("PT90S", 2),
            ("P1H30M", 90),
            ("P30M", 30), ("PT1H30", 90), ("P1W", 10_080), ("PT0H5MIN", 5), ("PT30-40M", 40),
            ("1 hour 30 minutes", 90), ("1 hr. 30 mins", 90), ("1h30", 90), ("1h 30m", 90), ("1h30min", 90),
            ("90 min", 90),
            ("1:30", 90), ("01:30:00", 90), ("1 ½ hours", 90), ("1½ hours", 90), ("1 1/2 hours", 90), ("½ hour", 30),
            ("1,5 h", 90), ("45", 45), ("45 ", 45), ("30-40 minutes", 40), ("30 to 40 minutes", 40),
            ("30 – 40 min.", 40),
            ("about 20 minutes plus 2 hours for chilling", 140), ("30 Minuten", 30), ("1 Stunde 15 Minuten", 75),
            ("1 Std. 15 Min.", 75), ("20 minuter", 20), ("1 timme", 60), ("2 uur", 120), ("45 perc", 45),
            ("2 heures", 120),
            ("30 мин", 30), ("1 час 20 минут", 80), ("1 hodina", 60), ("2 dias", 2880), ("30'", 30),
            ("&frac12; hour", 30),
            ("1 day", 1440), ("overnight, 8 hours", 480),
        ])
    func minutes(written: String, count: UInt32) { #expect(RecipeMinutes(.string(written))?.count == count) }

    @Test(
        "text that is no duration gives no minutes",
        arguments: [
            "", "PT", "P", "PTNaNM", "PT0S", "P0D", "PT0M", "0", "soon", "overnight", "30 or 40 or so", "PTxM", "1 2 3",
            "P1X",
            "P-1D", "PT-15M", "PT1H-30M", "-15", "-15 min", "PT99999999999999999999H", "99999999999 hours", "-",
            "9999999 weeks and 1 2",
        ])
    func noMinutes(written: String) { #expect(RecipeMinutes(written) == nil) }

    @Test("one end of a range counts as a guess") func oneEndOfARangeIsAGuess() {
        #expect(RecipeMinutes("30-40 minutes")?.isGuess == true && RecipeMinutes("PT30M")?.isGuess == false)
        #expect(RecipeYield("4-6")?.isGuess == true && RecipeYield("4 (6 small ones)")?.isGuess == false)
    }

    @Test("a duration may be an object or a list") func aDurationMayBeAnObject() throws {
        func read(_ json: String) throws -> UInt32? {
            SchemaNode.flat(try JSONValue(Array(json.utf8))).compactMap { RecipeMinutes($0) }.first?.count
        }
        #expect(try read(#"{"@type":"Duration","@value":"PT40M"}"#) == 40)
        #expect(try read(#"{"@type":"QuantitativeValue","value":2,"unitCode":"HUR"}"#) == 120)
        #expect(try read("25") == 25)
        #expect(try read(#"["", "PT5M"]"#) == 5)
    }

    @Test(
        "written yields become servings",
        arguments: [
            ("4", 4), ("4 servings", 4), ("Serves 4", 4), ("4-6 servings", 4), ("4 to 6", 4), ("20 serving(s)", 20),
            ("2 dozen", 24),
            ("4 undefined", 4), ("Makes 12 (2-inch) cookies", 12), ("one 9-inch pie, 8 slices", 8),
            ("9x13 pan, 12 bars", 12),
            ("10 stk", 10), ("4.0", 4), ("1e1", 10), ("<b>6</b> people", 6), ("für 4 Personen", 4), ("1,000", 1000),
            ("&#52; portions", 4),
        ])
    func servings(written: String, count: UInt32) { #expect(RecipeYield(.string(written))?.servings == count) }

    @Test(
        "text that is no yield gives no servings",
        arguments: ["", "a few", "0", "½", "1.5 l", "9-inch", "99999999999", "-4", "-4 servings", "1e308"])
    func noServings(written: String) { #expect(RecipeYield(written) == nil) }

    @Test("nutrition values are converted to their standard units") func nutritionIsReadInItsUnits() throws {
        let json = #"""
            {"@type":"NutritionInformation","calories":"1,250 kcal","fatContent":"12,5 g","saturatedFatContent":3,
            "sugarContent":"500 mg","sodiumContent":"1.2 g","cholesterolContent":"30mg","proteinContent":"a lot",
            "servingSize":" 1  cup ","fiberContent":"-1 g"}
            """#
        let read = RecipeNutrition(try #require(SchemaNode(try JSONValue(Array(json.utf8)))))
        #expect(read.message.calories == 1_250 && read.message.fatGrams == 12.5 && read.message.saturatedFatGrams == 3)
        #expect(read.message.sugarGrams == 0.5 && read.message.sodiumMilligrams == 1_200)
        #expect(read.message.cholesterolMilligrams == 30 && read.message.servingSize == "1 cup")
        #expect(!read.message.hasProteinGrams && !read.message.hasFiberGrams && read.notes.count == 2)
        let joules = try #require(SchemaNode(try JSONValue(Array(#"{"calories":"1000 kJ"}"#.utf8))))
        #expect(RecipeNutrition(joules).message.calories == 239.006)
    }

    @Test(
        "doubled brackets become single ones",
        arguments: [
            ("((to taste))", "(to taste)"), ("a ((b (c))) d", "a (b (c)) d"), ("a ((b) c)", "a ((b) c)"),
            ("a (b (c)) d", "a (b (c)) d"), ("((a)) ((b))", "(a) (b)"), ("((", "(("), ("))((", "))(("),
            ("((()))", "()"),
        ])
    func bracketsSetTwice(written: String, read: String) {
        #expect(SchemaIngredients.withSingleBrackets(written) == read)
    }
}
