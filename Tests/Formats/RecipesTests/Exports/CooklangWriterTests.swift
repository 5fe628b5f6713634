import CloudEvents
import Events
import FormatsSupport
import Testing

@testable import Recipes

/// Cooklang as it leaves, and as it comes back.
@Suite struct CooklangWriterTests {
    private func readBack(_ text: String) throws -> ProtoRecipeContent {
        guard case .recipe(let found) = CooklangFile.recipe(in: Array(text.utf8), name: "?", place: "?") else {
            throw Unreadable()
        }
        return found.content
    }

    private struct Unreadable: Error {}

    @Test("Cooklang export marks ingredients where the steps name them, and reads back")
    func ingredientsAreMarkedWhereTheStepsNameThem() throws {
        let source = """
            ---
            title: "Toast"
            servings: 2
            ---

            Toast the @bread{2%slices}(thick), #1 of all, and spread @butter{knob} on it (@home).
            """
        let content = try readBack(source)
        let text = CooklangWriter.text(content)
        #expect(
            text == """
                ---
                title: "Toast"
                servings: 2
                ---

                Toast the @bread{2%slices}(thick), 1 of all, and spread @butter{knob} on it (@home{}).

                """)
        #expect(try readBack(text) == content)
    }

    /// As cooks write them: others must find amounts in them, and Larder the same lines again.
    @Test("Cooklang export finds quantities in plain lines and reads back the same lines")
    func linesAreToldApart() throws {
        let lines = [
            "2 cups flour", "1 1/2 tsp salt, fine", "2–3 cloves garlic", "½ l water", "3 eggs", "250g sugar",
            "salt to taste",
            "1 (400 g) can tomatoes", "7-up", "1/2 lb  butter",
        ]
        let content = ProtoRecipeContent(title: "Dough", ingredients: lines, steps: ["Mix the flour."])
        let text = CooklangWriter.text(content)
        for part in [
            "@flour{2%cups}", "@salt{1 1/2%tsp}(fine)", "@garlic{2–3%cloves}", "@water{½%l}", "@eggs{3}",
            "@butter{1/2%lb}",
            "@salt to taste{}",
        ] {
            #expect(text.contains("\(part)\n"), "\(part): \(text)")
        }
        let read = try readBack(text)
        #expect(read.ingredients.map(\.original) == lines.map(\.withSingleBlanks))
        #expect(read.ingredients[0].quantity == 2 && read.ingredients[0].unit == "cups")
        #expect(CooklangWriter.text(read) == text)
    }

    @Test("Cooklang export lists ingredients that no step names") func elseTheyAreListed() throws {
        var content = ProtoRecipeContent(
            title: "Soup", ingredients: ["½ l water (cold)", "2 cups peas, frozen"],
            steps: ["Boil @ 100 °C.", "Wait\nlong."])
        (content.ingredients[1].quantity, content.ingredients[1].unit) = (2, "cups")
        (content.ingredients[1].name, content.ingredients[1].note) = ("peas", "frozen")
        let text = CooklangWriter.text(content)
        #expect(
            text.hasSuffix(
                """
                ---

                @½ l water (cold){}
                @peas{2%cups}(frozen)

                Boil \\@ 100 °C.

                Wait long.

                """))
        let read = try readBack(text)
        #expect(read.ingredients.map(\.original) == content.ingredients.map(\.original))
        #expect(read.ingredients[1] == content.ingredients[1])
        #expect(read.steps.map(\.text) == ["Boil @ 100 °C.", "Wait long."])
    }

    /// What Cooklang can hold comes back: not pictures of steps, line ends in them, nor lines that are not their parts.
    @Test("a random recipe written as Cooklang reads back", arguments: 1...20)
    func whateverItSays(_ seed: UInt64) throws {
        var dice = RecipeDice(seed: seed)
        for _ in 0..<50 {
            let content = dice.content()
            let text = CooklangWriter.text(content)
            var read = try readBack(text)
            for row in content.ingredients where CooklangReading.parts(of: row) != nil {
                #expect(read.ingredients.contains { $0.original == row.original.withSingleBlanks }, "\(text)")
            }
            for index in read.ingredients.indices { read.ingredients[index].original = "" }
            #expect(read == expected(content), "\(text)")
        }
    }

    private func expected(_ content: ProtoRecipeContent) -> ProtoRecipeContent {
        var expected = content
        expected.ingredients = []
        for given in content.ingredients {
            let apart = CooklangReading.parts(of: given)
            let row = apart ?? given
            var read = ProtoIngredient()
            read.name = (row.hasName ? row.name : row.original).withSingleBlanks
            if row.hasName {
                if row.hasQuantity { read.quantity = row.quantity }
                if row.hasUnit { read.unit = row.unit.withSingleBlanks }
                if row.hasNote { read.note = row.note.withSingleBlanks }
            }
            let isMention = apart == nil && !read.hasQuantity && !read.hasUnit && !read.hasNote
            if isMention, expected.ingredients.contains(where: { $0.name == read.name }) { continue }
            expected.ingredients.append(read)
        }
        expected.steps = content.steps.map { step in
            var read = ProtoStep()
            read.text = step.text.withSingleBlanks
            return read
        }
        return expected
    }
}
