import Foundation
import Recipes
import TestSupport
import Testing
import Yams

/// The canonical tests that Cooklang's authors publish for parsers.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence)) struct CooklangCanonicalTests {
    @Test("every test of Cooklang's canonical suite passes") func allOfThem() throws {
        let file = try String(
            contentsOf: SharedData.url("recipe-import/cooklang/tests/canonical.yaml"), encoding: .utf8)
        let root = try #require(try Yams.compose(yaml: file)?.mapping)
        let tests = try #require(root["tests"]?.mapping)
        var count = 0
        for (name, test) in tests {
            let source = try #require(test["source"]?.string)
            let result = try #require(test["result"])
            let recipe = CooklangParser.recipe(source)
            let expected = try #require(result["steps"]?.sequence).map { step in
                try #require(step.sequence).map(Piece.init)
            }
            #expect(recipe.steps.map { $0.map(Piece.init) } == expected, "\(name.string ?? "")")
            let metadata = try #require(result["metadata"]?.mapping)
            #expect(
                Dictionary(uniqueKeysWithValues: recipe.metadata.map { ($0.key, $0.values) })
                    == Dictionary(
                        uniqueKeysWithValues: try metadata.map { key, value in
                            (try #require(key.string), [try #require(value.scalar?.string)])
                        }), "\(name.string ?? "")")
            count += 1
        }
        #expect(count >= 60)
    }
}

/// A piece of a step, as the canonical tests write it.
private struct Piece: Equatable {
    var type: String
    var text: String
    var quantity: String?
    var unit: String?

    init(_ node: Node) throws {
        type = try #require(node["type"]?.string)
        text = try #require((node["value"] ?? node["name"])?.scalar?.string)
        quantity = try node["quantity"].map { Self.normal(try #require($0.scalar?.string)) }
        // Cookware has none, whether or not a test says so.
        unit = type == "cookware" ? nil : node["units"]?.scalar?.string
    }

    init(_ item: CooklangRecipe.Item) {
        switch item {
        case .text(let text): (type, self.text) = ("text", text)
        case .ingredient(let ingredient):
            (type, text, unit) = ("ingredient", ingredient.name, ingredient.unit)
            quantity = Self.normal(ingredient.quantity, else: "some")
        case .cookware(let cookware):
            (type, text) = ("cookware", cookware.name)
            quantity = Self.normal(cookware.quantity, else: "1")
        case .timer(let timer):
            (type, text, unit) = ("timer", timer.name, timer.unit)
            quantity = Self.normal(timer.quantity, else: "")
        }
    }

    private static func normal(_ quantity: CooklangRecipe.Quantity?, else none: String) -> String {
        guard let quantity else { return normal(none) }
        return quantity.number.map { "\($0)" } ?? quantity.text
    }

    /// Numbers that YAML would read as numbers.
    private static func normal(_ text: String) -> String { Double(text).map { "\($0)" } ?? text }
}
