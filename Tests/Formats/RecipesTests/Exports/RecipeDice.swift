import CloudEvents
import Events

@testable import Recipes

/// Recipes as no one would write them, in the form in which they are stored: the same for the same seed.
struct RecipeDice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return range.lowerBound + Int((state >> 33) % UInt64(range.count))
    }

    private mutating func isChosen(_ percent: Int) -> Bool { number(1...100) <= percent }

    private static let pieces = [
        "salt", "Pepper", "2", "½ cup", " ", " ", " and ", "@", "#", "~", "{", "}", "(", ")", "%", "\\", "--", "[-",
        "-]", ">",
        "=", "&", "&amp;", "<b>", "</script>", "\"", "'", "é", "🧂", "⸫", ",", ";", ":", "*x", "- ", "?", "!", "1/2",
        "[", "]", "|",
        "`", "_", "+", "---", "null", "yes", "((x))", "\u{A0}", "https://a.b/c", "\u{85}", "  ",
    ]

    /// Not blank.
    private mutating func text(_ count: Int = 6, lines: Bool = false) -> String {
        while true {
            var text = ""
            for _ in 0..<number(1...count) {
                text += lines && isChosen(10) ? "\n" : Self.pieces[number(0...(Self.pieces.count - 1))]
            }
            let normal = text.normalized
            if !normal.isEmpty { return normal }
        }
    }

    mutating func content() -> ProtoRecipeContent {
        var content = ProtoRecipeContent()
        content.title = text().withSingleBlanks
        if isChosen(50) { content.description_p = text(20, lines: true) }
        let names = (0..<3).map { _ in text(2) }
        for _ in 0..<number(0...5) { content.ingredients.append(ingredient(names)) }
        for _ in 0..<number((content.ingredients.isEmpty ? 1 : 0)...4) {
            var step = ProtoStep()
            step.text =
                isChosen(60)
                ? "Take \(names[number(0...2)]) (well), \(text(8, lines: true))".normalized : text(8, lines: true)
            if isChosen(20) { step.image = "https://example.org/\(number(1...9)).jpg" }
            if step.hasImage, isChosen(50) { step.imageText = text().withSingleBlanks }
            content.steps.append(step)
        }
        if isChosen(50) { content.servings = UInt32(number(1...1_000)) }
        if isChosen(50) { content.prepMinutes = UInt32(number(0...43_200)) }
        if isChosen(50) { content.cookMinutes = UInt32(number(0...43_200)) }
        if isChosen(50) { content.totalMinutes = UInt32(number(1...43_200)) }
        content.difficulty = [.unknown, .easy, .intermediate, .hard][number(0...3)]
        if isChosen(50) { content.cuisine = text() }
        if isChosen(50) { content.course = text() }
        for _ in 0..<number(0...3) {
            let tag = text().lowercased().normalized
            if !content.tags.contains(tag) { content.tags.append(tag) }
        }
        setRest(of: &content)
        return content
    }

    private mutating func setRest(of content: inout ProtoRecipeContent) {
        let answers: [ProtoAnswer.Value] = [.unknown, .yes, .no]
        var diet = ProtoDiet()
        diet.vegetarian = answers[number(0...2)]
        diet.vegan = answers[number(0...2)]
        diet.glutenFree = answers[number(0...2)]
        diet.sugarFree = answers[number(0...2)]
        if diet != ProtoDiet() { content.diet = diet }
        if isChosen(40) {
            content.images = ["https://example.org/a,b.jpg", String(repeating: "0123456789abcdef", count: 4)]
            content.imageTexts = [[], ["", "A [bowl], \"hot\" & red"], [text().withSingleBlanks]][number(0...2)]
        }
        if isChosen(40) { content.videoURL = "https://example.org/film?a=1&b=2" }
        if isChosen(40) { content.sourceURL = "https://example.org/soup#1" }
        guard isChosen(40) else { return }
        content.nutrition.calories = Double(number(0...900))
        content.nutrition.fatGrams = Double(number(0...900)) / 7
        content.nutrition.sodiumMilligrams = 0.1
        content.nutrition.servingSize = text()
    }

    private mutating func ingredient(_ names: [String]) -> ProtoIngredient {
        guard isChosen(70) else {
            var row = ProtoIngredient()
            row.original = text()
            return row
        }
        let quantities: [(String, Double)] = [("1/2", 0.5), ("1 1/2", 1.5), ("3", 3), ("0.333", 0.333)]
        let quantity = isChosen(60) ? quantities[number(0...3)] : nil
        var row = ProtoIngredient(
            amount: quantity?.0, quantity: quantity?.1, unit: isChosen(50) ? text(2) : nil, name: names[number(0...2)],
            note: isChosen(30) ? text(3) : nil)
        if let quantity, isChosen(20) { row.quantityMax = quantity.1 + 1.5 }
        row.original = row.original.normalized
        if isChosen(20) { row.original = text() }
        return row
    }
}
