import Foundation
import Ingredients
import TestSupport

/// A step with the times and the ingredient lines that it names, marked by hand.
struct MarkedStep {
    struct Time: Hashable {
        var text: String
        var least: Int
        var most: Int?
    }

    var language: String
    var recipe: String
    /// Nothing was tuned on it.
    var isHeldOut: Bool
    /// The names of the recipe's ingredients, in the order of its lines.
    var ingredients: [String]
    var text: String
    var times: [Time]
    /// Places in `ingredients`.
    var uses: Set<Int>

    static let all: [MarkedStep] = ["english", "german", "french", "italian", "spanish"].flatMap(read)

    private static func read(_ language: String) -> [MarkedStep] {
        let path = "Tests/Domain/IngredientsTests/Labelled/Steps/\(language).txt"
        guard let text = try? Checkout.text(of: path) else { return [] }
        var steps: [MarkedStep] = []
        var (recipe, isHeldOut, ingredients) = ("", false, [String]())
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## ") {
                isHeldOut = line.hasSuffix("(held out)")
                recipe = String(line.dropFirst(3))
            } else if line.hasPrefix("- ") {
                let parts = line.dropFirst(2).split(separator: "=>", omittingEmptySubsequences: false)
                let uses = parts[1].split(separator: " ").compactMap { Int($0).map { $0 - 1 } }
                let (plain, times) = unmarked(parts[0].trimmingCharacters(in: .whitespaces))
                steps.append(
                    MarkedStep(
                        language: language, recipe: recipe, isHeldOut: isHeldOut, ingredients: ingredients, text: plain,
                        times: times, uses: Set(uses)))
            } else if !line.hasPrefix("#") {
                ingredients = line.split(separator: ";").map {
                    String($0.trimmingCharacters(in: .whitespaces).drop { $0.isNumber }.dropFirst())
                }
            }
        }
        return steps
    }

    /// The text without its marks, and what they say.
    private static func unmarked(_ text: String) -> (String, [Time]) {
        let mark = /\[(?<text>[^=\]]*) = (?<least>[0-9hms]+)(?:-(?<most>[0-9hms]+))?\]/
        let times = text.matches(of: mark).map { match in
            Time(
                text: String(match.output.text), least: seconds(match.output.least),
                most: match.output.most.map { seconds($0) })
        }
        return (text.replacing(mark) { String($0.output.text) }, times)
    }

    /// `1h30m`.
    private static func seconds(_ text: Substring) -> Int {
        text.matches(of: /([0-9]+)([hms])/).reduce(0) { sum, match in
            sum + (Int(match.output.1) ?? 0) * ["h": 3_600, "m": 60, "s": 1][match.output.2, default: 0]
        }
    }
}
