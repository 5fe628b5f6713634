import Foundation
import Testing

/// A recipe's lines from its author to a cook who cooks for six.
@Suite struct IngredientStory {
    private static let lines = ["1 1/2 cups flour, sifted", "2-3 cloves garlic", "8 oz butter", "salt to taste"]

    private func post(_ story: Storyteller, _ more: String...) throws -> String {
        let run = try story.home.start(
            ["post", "--title", "Pie", "--step", "Bake.", "--as", "@ada", "--json"]
                + Self.lines.flatMap { ["--ingredient", $0] } + more
        ).wait()
        #expect(run.status == 0, "\(run.errors)")
        return try run.json().text("id")
    }

    @Test("lines of ingredients are read, scaled and converted") func linesAreReadScaledAndConverted() throws {
        let story = Storyteller()
        try story.tell(nil, "register", "ada")
        let pie = try post(story, "--servings", "4")
        let shown = try story.ask(nil, "recipe", pie).list("ingredients")
        #expect(shown.map { $0.text("original") } == Self.lines)
        #expect(shown.map { $0.text("name") } == ["flour", "garlic", "butter", "salt"])
        #expect(shown.map { $0.text("unit") } == ["cup", "clove", "oz", ""])
        #expect(shown[1]["quantity"] as? Double == 2 && shown[1]["quantityMax"] as? Double == 3)

        let six = try story.ask(nil, "recipe", pie, "--servings", "6")
        #expect(six.number("servings") == 6 && six.number("scaledFrom") == 4)
        #expect(six.list("ingredients").map { $0["quantity"] as? Double } == [2.25, 3, 12, nil])
        #expect(six.list("ingredients").map { $0["asWritten"] as? Bool } == [nil, nil, nil, true])
        #expect(six.list("ingredients").map { $0.text("original") } == Self.lines)

        let text = try story.home.start(["recipe", pie, "--servings", "6", "--units", "metric"]).wait().output
        for line in [
            "- 530 ml flour, sifted", "- 3–4½ cloves garlic", "- 340 g butter", "- salt to taste",
            "One line says no quantity and stays as it was written.",
        ] { #expect(text.contains(line), "\(text)") }
        let asWritten = try story.home.start(["recipe", pie, "--servings", "4"]).wait().output
        for line in Self.lines { #expect(asWritten.contains("- \(line)"), "\(asWritten)") }
        // A version, a moment and a reason are asked as usual.
        try story.tell("ada", "edit", pie, "--ingredient", "1 lb flour")
        let first = try story.ask(nil, "recipe", pie, "--version", "1", "--units", "us", "--servings", "2")
        #expect(first.list("ingredients").map { $0["quantity"] as? Double } == [0.75, 1, 4, nil])
        let now = try story.ask(nil, "recipe", pie, "--units", "metric")
        #expect(now.list("ingredients").map { $0["quantity"] as? Double } == [453.592])
        let before = try story.ask(nil, "recipe", pie, "--servings", "8", "--as-of", String(pie.dropFirst()))
        #expect(before.list("ingredients").map { $0["quantity"] as? Double } == [3, 4, 16, nil])
        let why = try story.home.start(["why", "recipe", pie, "--servings", "8"]).wait()
        #expect(why.status == 0, "\(why.errors)")
    }

    @Test("a recipe without servings refuses to be scaled") func aRecipeForNobodyKnowsHowManyIsNotScaled() throws {
        let story = Storyteller()
        try story.tell(nil, "register", "ada")
        let pie = try post(story)
        let run = try story.home.start(["recipe", pie, "--servings", "6"]).wait()
        #expect(run.status == 6)
        #expect(run.errors == "larder: invalid: \(pie) does not say how many it serves, so it cannot be scaled\n")
        try story.refuse(2, nil, "recipe", pie, "--units", "imperial")
        try story.refuse(2, nil, "recipe", pie, "--units", "us", "--versions")
    }

    /// The log keeps lines as they were given: what is exported says the same elsewhere, and is the same command for ever.
    @Test("an exported recipe has its lines as written and is the same command elsewhere")
    func whatIsSentElsewhereSaysTheSameAndIsTheSameCommand() throws {
        let story = Storyteller()
        let events = try story.write(
            #"{"specversion":"1.0","type":"larder.member.registered","source":"app","id":"u","data":{"username":"ada","name":"Ada"}}"#
                + "\n"
                + #"{"specversion":"1.0","type":"larder.recipe.posted","source":"app","id":"p","actor":"@ada","data":{"title":"Pie","#
                + #""ingredients":[{"original":"2-3 cups flour"},{"original":"1 egg","name":"duck egg"},"#
                + #"{"original":"2 to 4 eggs","quantity":2,"quantityMax":4,"name":"eggs"}]}}"# + "\n",
            to: "events.ndjson")
        let imported =
            #"{"specversion":"1.0","type":"larder.recipe.posted","source":"foodcom","id":"9","actor":"@ada","data":{"title":"Beans","#
            + #""ingredients":[{"original":"15 bean soup mix"}]}}"# + "\n"
        let names = try story.write(imported, to: "names.ndjson")
        try story.tell(nil, "submit", events)
        try story.tell(nil, "submit", names)
        let export = try story.write(try story.home.start(["log", "export"]).wait().output, to: "export.ndjson")
        #expect(try String(contentsOfFile: export, encoding: .utf8).contains(#"{"original":"2-3 cups flour"}"#))

        let other = Storyteller()
        try other.tell(nil, "submit", export)
        for id in ["external:app:p", "external:foodcom:9"] {
            let (here, there) = (try story.ask(nil, "recipe", id), try other.ask(nil, "recipe", id))
            #expect(here.list("ingredients") as NSArray == there.list("ingredients") as NSArray)
        }
        #expect(
            try other.ask(nil, "recipe", "external:foodcom:9").list("ingredients").first?.text("name")
                == "15 bean soup mix")
        for file in [events, names, export] {
            for place in [story, other] {
                let again = try place.ask(nil, "submit", file)
                #expect(again.number("appended") == 0 && again.object("refused").isEmpty, "\(again)")
            }
        }
    }
}
