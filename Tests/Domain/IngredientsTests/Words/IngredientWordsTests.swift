import Testing

@testable import Ingredients

@Suite struct IngredientWordsTests {
    private let words = IngredientWords.standard

    @Test(
        "the buying name has no preparation",
        arguments: [
            ("chopped fresh parsley", "parsley"), ("melted butter", "butter"),
            ("finely grated lemon zest", "lemon zest"),
            ("boneless, skinless chicken breasts", "chicken breasts"), ("ground beef", "ground beef"),
            ("bay leaves", "bay leaves"), ("basil leaves", "basil"), ("hot sauce", "hot sauce"), ("chopped", "chopped"),
            ("crushed tomatoes", "crushed tomatoes"), ("ice-cold water", "water"), ("", ""), (" , ,", " , ,"),
        ])
    func buyingName(name: String, bought: String) { #expect(words.buyingName(of: name) == bought) }

    @Test(
        "names of one thing have one key",
        arguments: [
            ("scallion", "spring onions"), ("cilantro", "coriander leaves"), ("eggplant", "Aubergines"),
            ("zucchini", "courgette"), ("caster sugar", "superfine sugar"), ("large eggs", "egg"),
            ("extra-virgin olive oil", "olive oil"), ("kosher salt", "sea salt"), ("unsalted butter", "butter"),
            ("freshly ground black pepper", "pepper"), ("garbanzo beans", "chickpeas"), ("cookie", "cookies"),
        ])
    func sameThings(one: String, other: String) { #expect(IngredientLine.isSame(one, as: other)) }

    @Test(
        "different things have different keys",
        arguments: [
            ("brown sugar", "sugar"), ("red onion", "onion"), ("white pepper", "pepper"), ("peanut butter", "butter"),
            ("ground ginger", "ginger"), ("dried oregano", "oregano"), ("sour cream", "cream"), ("egg yolk", "egg"),
            ("coconut milk", "milk"), ("cooked rice", "rice"), ("sweet potato", "potato"), ("baby corn", "sweetcorn"),
        ])
    func differentThings(one: String, other: String) { #expect(!IngredientLine.isSame(one, as: other)) }

    @Test(
        "an ingredient stands in its aisle",
        arguments: [
            ("spring onions", "Vegetables and fruit"), ("chopped fresh parsley", "Vegetables and fruit"),
            ("ground beef", "Meat and fish"), ("smoked salmon", "Meat and fish"), ("large eggs", "Dairy and eggs"),
            ("unsalted butter", "Dairy and eggs"), ("sourdough bread", "Bakery"),
            ("wholewheat spaghetti", "Grains and pasta"),
            ("chopped tomatoes", "Tins and jars"), ("dried oregano", "Spices"), ("ground ginger", "Spices"),
            ("extra-virgin olive oil", "Oils, vinegars and sauces"), ("red wine vinegar", "Oils, vinegars and sauces"),
            ("all-purpose flour", "Baking"), ("frozen peas", "Frozen"), ("red wine", "Drinks"),
            ("baking paper", "Other"), ("glorp", "Other"), ("", "Other"),
        ])
    func aisles(name: String, aisle: String) { #expect(words.aisle(of: name) == aisle) }

    @Test("things in tins stand together") func tins() {
        #expect(words.aisle(of: IngredientLine(reading: "1 can tomatoes")) == "Tins and jars")
        #expect(words.aisle(of: IngredientLine(reading: "2 tomatoes")) == "Vegetables and fruit")
    }

    @Test("a community adds names and aisles of its own") func extending() {
        var words = IngredientWords.standard
        words.add(names: "mooli = daikon, white radish")
        words.add(aisles: "World foods: mooli, gochujang\nBakery: lavash")
        #expect(words.key(of: "Daikon") == words.key(of: "mooli"))
        #expect(words.aisle(of: "white radish") == "World foods")
        #expect(words.aisle(of: "lavash") == "Bakery")
        #expect(words.aisles.last == IngredientWords.otherAisle)
        #expect(words.aisles.contains("World foods"))
        let demands = ["1 mooli", "2 daikon"].map {
            IngredientTotal.Demand(IngredientLine(reading: $0), source: 0, isCalculated: false)
        }
        #expect(IngredientTotal.totals(of: demands, words: words).map(\.text) == ["3 mooli"])
        #expect(IngredientTotal.totals(of: demands).count == 2)
    }

    @Test("the standard tables are as large as their page says") func sizes() {
        #expect(IngredientWords.standardNames.split(separator: "\n").count >= 120)
        #expect(IngredientWords.standardAisles.split(separator: ",").count >= 400)
        #expect(words.aisles.count == 12)
    }

    @Test("totals are grouped by the member's order of aisles") func grouping() {
        let demands = ["2 eggs", "1 onion", "1 cup flour", "1 glorp", "100 g butter"].map {
            IngredientTotal.Demand(IngredientLine(reading: $0), source: 0, isCalculated: false)
        }
        let totals = IngredientTotal.totals(of: demands)
        let usual = AisleTotals.grouped(totals)
        #expect(usual.map(\.aisle) == ["Vegetables and fruit", "Dairy and eggs", "Baking", "Other"])
        #expect(usual[1].totals.map(\.text) == ["100 g butter", "2 eggs"])
        let own = AisleTotals.grouped(totals, order: ["Baking", "Other", "Dairy and eggs"])
        #expect(own.map(\.aisle) == ["Baking", "Other", "Dairy and eggs", "Vegetables and fruit"])
        #expect(own.flatMap(\.totals).count == totals.count)
        #expect(AisleTotals.grouped([]).isEmpty)
    }
}
