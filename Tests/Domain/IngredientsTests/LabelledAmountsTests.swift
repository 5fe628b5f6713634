import Foundation
import Ingredients
import TestSupport
import Testing

/// The share of hand-labelled amounts, temperatures and lists that come out as a cook would write them.
@Suite struct LabelledAmountsTests {
    private static func rows(of file: String) throws -> [Substring] {
        try Checkout.text(of: "Tests/Domain/IngredientsTests/Labelled/\(file).txt").split(separator: "\n").filter {
            !$0.hasPrefix("# ")
        }
    }

    private static func fields(_ row: Substring, _ separator: String) -> [String] {
        row.split(separator: separator, omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }

    // MARK: Lines

    private static func changed(_ line: IngredientLine, _ change: String) throws -> IngredientLine {
        switch change.first {
        case "x": line.scaled(by: try #require(Double(change.dropFirst())))
        case "/": line.scaled(by: 1 / (try #require(Double(change.dropFirst()))))
        default: line.converted(to: try #require(MeasuringSystem(rawValue: change)))
        }
    }

    /// The floors are the measured values when they were set: raise them with every improvement.
    @Test(
        "scaled and converted lines are written as a cook writes them",
        arguments: [("amounts", 100, 1), ("amounts-meals", 50, 4)])
    func amounts(file: String, countMin: Int, wrongMax: Int) throws {
        var wrong: [String] = []
        let rows = try Self.rows(of: file).map { Self.fields($0, "|") }
        #expect(rows.count >= countMin && rows.allSatisfy { $0.count == 3 })
        for row in rows {
            let line = try row[1].split(separator: " ").reduce(IngredientLine(reading: row[0])) {
                try Self.changed($0, String($1))
            }
            if line.roundedText != row[2] {
                wrong.append("«\(row[0])» \(row[1]) became «\(line.roundedText)», not «\(row[2])»")
            }
        }
        #expect(wrong.count <= wrongMax, "\(wrong.joined(separator: "\n"))")
    }

    // MARK: Temperatures

    @Test("temperatures in steps are converted as ovens have them") func temperatures() throws {
        let scales = ["C": StepTemperature.Scale.celsius, "F": .fahrenheit, "gas": .gas]
        for row in try Self.rows(of: "temperatures").map({ Self.fields($0, "|") }) {
            let scale = try #require(scales[row[1]])
            #expect(StepTemperature.converted(row[0], to: scale) == row[2], "\(row[0])")
        }
    }

    // MARK: Lists

    @Test(
        "the lines of several dishes add up to what a cook writes on a list",
        arguments: [("shopping", 98, 1), ("shopping-meals", 60, 1)])
    func lists(file: String, countMin: Int, wrongMax: Int) throws {
        var wrong: [String] = []
        let rows = try Self.rows(of: file).map { Self.fields($0, "=>") }
        #expect(rows.count >= countMin && rows.allSatisfy { $0.count == 2 })
        for row in rows {
            let demands = Self.fields(row[0][...], "//").enumerated().map {
                IngredientTotal.Demand(IngredientLine(reading: $1), source: $0, isCalculated: false)
            }
            let texts = IngredientTotal.totals(of: demands).map(\.text)
            if texts.sorted() != Self.fields(row[1][...], "//").sorted() {
                wrong.append("«\(row[0])» became «\(texts.joined(separator: " // "))», not «\(row[1])»")
            }
        }
        #expect(wrong.count <= wrongMax, "\(wrong.joined(separator: "\n"))")
    }
}
