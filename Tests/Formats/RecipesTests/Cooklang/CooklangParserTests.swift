import Testing

@testable import Recipes

/// What the canonical tests leave open.
@Suite struct CooklangParserTests {
    private func ingredients(_ text: String) -> [CooklangRecipe.Ingredient] {
        CooklangParser.recipe(text).steps.flatMap { $0 }.compactMap {
            if case .ingredient(let found) = $0 { found } else { nil }
        }
    }

    private func text(_ source: String) -> [String] {
        CooklangParser.recipe(source).steps.map { step in
            step.map { if case .text(let text) = $0 { text } else { "|" } }.joined()
        }
    }

    @Test("a Cooklang ingredient is read as name, quantity, unit, note and marks") func partsOfAnIngredient() {
        #expect(
            ingredients(
                "@onion{1}(peeled (well) and chopped), @salt{=1%tsp}, @?thyme{few%sprigs}, @./Sauces/Pesto{2%tbsp}")
                == [
                    .init(name: "onion", quantity: .init(text: "1", number: 1), note: "peeled (well) and chopped"),
                    .init(name: "salt", quantity: .init(text: "1", number: 1), unit: "tsp"),
                    .init(name: "thyme", quantity: .init(text: "few", number: nil), unit: "sprigs", isOptional: true),
                    .init(name: "./Sauces/Pesto", quantity: .init(text: "2", number: 2), unit: "tbsp"),
                ])
    }

    @Test(
        "Cooklang quantities are read as numbers where they are numbers",
        arguments: [
            ("1/2", 0.5), ("1 1/2", 1.5), ("3", 3), ("0.25", 0.25), ("0", 0), ("1 / 4", 0.25), ("01/2", nil),
            ("1/0", nil),
            ("7 k", nil), ("10-20", nil), ("1,5", nil), (".5", nil), ("1.", nil), ("-1", nil), ("1e3", nil),
            ("007", nil),
            ("2 3", nil), ("1 3/2", nil), ("99999999999999999999", nil),
        ])
    func numbers(_ written: String, _ number: Double?) {
        #expect(CooklangRecipe.Quantity(written: written)?.number == number)
    }

    @Test("Cooklang comments are removed, also inside a line and unclosed") func comments() {
        #expect(text("Boil [- not\n\nlong -]it.\n-- away\nServe.") == ["Boil  it. Serve."])
        #expect(text("a --- b\n\nc---") == ["a --- b", "c---"])
        #expect(text("one\n[- two -]\nthree") == ["one three"])
        #expect(text("one [- two\nthree") == ["one "])
        #expect(text(#"1 \-\- 2 \[- 3 -]"#) == ["1 -- 2 [- 3 -]"])
    }

    @Test("escaped Cooklang marks are plain text") func escapes() {
        #expect(text(##"Mail me \@ home, \#1, \~5, C:\\x, C:\x"##) == [#"Mail me @ home, #1, ~5, C:\x, C:\x"#])
        #expect(text("on \\\na medium heat") == ["on  a medium heat"])
        #expect(
            ingredients(#"@salt \& pepper\{s\}{1\%\}%a\%b}"#) == [
                .init(name: "salt & pepper{s}", quantity: .init(text: "1%}", number: nil), unit: "a%b")
            ])
        #expect(text(#"\= no heading"#) == ["= no heading"])
        #expect(text(#"\> no note"#) == ["> no note"])
    }

    @Test("Cooklang sections, notes and old metadata lines are told apart") func sectionsNotesAndOldMetadata() {
        let recipe = CooklangParser.recipe(
            ">> servings: 4\n>> nonsense\n= Dough =\n\nMix.\n> A secret\nof ours.\n\n== Filling\nStir.\n\n>\n\n==\nEnd."
        )
        #expect(recipe.metadata == [CooklangMetadata(key: "servings", values: ["4"])])
        #expect(recipe.remarks.count == 1)
        #expect(
            recipe.blocks == [
                .section("Dough"), .step([.text("Mix.")]), .note("A secret of ours."), .section("Filling"),
                .step([.text("Stir.")]), .section(""), .step([.text("End.")]),
            ])
    }

    @Test("all line ends and a byte order mark are read in Cooklang") func lineEndsAndMarks() {
        #expect(text("\u{FEFF}a\r\nb\r\rc\n\n\nd") == ["a b", "c", "d"])
        #expect(CooklangParser.recipe("\u{FEFF}\r\n---\r\ntitle: A\r\n---\r\nb").metadata.first?.values == ["A"])
        #expect(text("---\nno end") == ["--- no end"])
    }

    @Test("YAML front matter gives values, lists and nested keys") func frontMatterThatIsYAML() {
        let recipe = CooklangParser.recipe(
            """
            ---
            title: "A: *b* & c"
            tags: [x, "y, z"]
            nothing: null
            steps:
              - one
              - 'two'
            source: {url: "https://example.org/a", author: Ada}
            text: |
              First
              second
            ---
            """)
        #expect(
            recipe.metadata == [
                .init(key: "title", values: ["A: *b* & c"]), .init(key: "tags", values: ["x", "y, z"], isList: true),
                .init(key: "nothing", values: []), .init(key: "steps", values: ["one", "two"], isList: true),
                .init(key: "source.url", values: ["https://example.org/a"]),
                .init(key: "source.author", values: ["Ada"]),
                .init(key: "text", values: ["First\nsecond"]),
            ])
        #expect(recipe.remarks.isEmpty)
    }

    @Test("front matter that is not YAML is read line by line") func frontMatterThatIsNone() {
        let recipe = CooklangParser.recipe(
            "---\ntitle: @home: sweet\ncook time    :30 mins\n# no\ntags:\n- a\n- b\nwhat\n---\n")
        #expect(
            recipe.metadata == [
                .init(key: "title", values: ["@home: sweet"]), .init(key: "cook time", values: ["30 mins"]),
                .init(key: "tags", values: ["a", "b"], isList: true),
            ])
        #expect(recipe.remarks.count == 1)
    }

    /// Each of these stands for far more than it is long, or asks for more time.
    @Test("YAML bombs and overlong front matter end soon, with a remark", .timeLimit(.minutes(1))) func hostileText() {
        var bomb = "---\na: &a [x, x, x, x, x, x, x, x, x]\n"
        for (name, of) in zip("bcdefghijklmnop", "abcdefghijklmno") {
            bomb += "\(name): &\(name) [\(Array(repeating: "*\(of)", count: 9).joined(separator: ", "))]\n"
        }
        bomb += "? *p\n: key\n---\nBoil."
        #expect(CooklangParser.recipe(bomb).steps.count == 1)
        let deep = "---\n" + String(repeating: "[", count: 20_000) + "\n---\nBoil."
        #expect(CooklangParser.recipe(deep).steps.count == 1)
        for piece in ["@a{", "@a{}(", "@", "@a ", "[-", "~{", "{%", "\\", ">", "=", "--", "- -", "@a{}(((", "\\{@"] {
            let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
            _ = CooklangParser.recipe(text)
            _ = CooklangParser.recipe(text + "\n" + text + "}")
        }
        let lines = String(repeating: "a\n", count: 100_000)
        #expect(CooklangParser.recipe(lines).steps.count == 1)
        let long = "---\n" + String(repeating: "k: v\n", count: 20_000) + "---\nBoil."
        #expect(CooklangParser.recipe(long).remarks.count == 1)
    }
}
