import Testing

@testable import Ingredients

@Suite struct IngredientHeadingTests {
    @Test(
        "a line that names a group of ingredients is a heading",
        arguments: [
            ("For the sauce:", "For the sauce"), ("For the sauce", "For the sauce"), ("Dressing:", "Dressing"),
            ("  Filling :  ", "Filling"), ("**Topping**", "Topping"), ("**For the crust:**", "For the crust"),
            ("### Marinade", "Marinade"), ("--- Glaze ---", "Glaze"), ("Sauce (optional):", "Sauce (optional)"),
            ("Für den Teig:", "Für den Teig"), ("Für die Soße", "Für die Soße"),
            ("Zutaten für den Belag", "Zutaten für den Belag"), ("Pour la pâte :", "Pour la pâte"),
            ("Pour les crêpes", "Pour les crêpes"), ("Para la salsa", "Para la salsa"), ("Relleno:", "Relleno"),
            ("Per la crema", "Per la crema"), ("Per l'impasto:", "Per l'impasto"), ("Voor de saus", "Voor de saus"),
            ("Voor het deeg:", "Voor het deeg"), ("Para o molho", "Para o molho"), ("Massa:", "Massa"),
        ])
    func headings(line: String, text: String) {
        #expect(IngredientHeading(reading: line)?.text == text)
    }

    @Test(
        "an ingredient is no heading",
        arguments: [
            "", " ", ":", "2 eggs", "2 cups:", "1 cup each: diced carrot, celery, onion", "salt", "salt and pepper",
            "For the pan, butter", "Sugar: 2 cups", "Lardon(s) : 100 g", "- 2 eggs", "-", "---", "**", "# ", "#",
            "* olive oil", "- parsley", "handful parsley", "Tuorli 3", "forelle", "pour 4 personnes, 2 oeufs",
        ])
    func ingredients(line: String) {
        #expect(IngredientHeading(reading: line) == nil)
    }

    @Test("a labelled line with a quantity is no heading, and a heading has no quantity") func labelledLines() {
        for label in LabelledLine.all where IngredientHeading(reading: label.line) != nil {
            #expect(label.quantity == nil && label.unit == nil, "«\(label.line)»")
        }
    }
}
