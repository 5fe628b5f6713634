import Communities
import Foundation
import Ingredients
import TestSupport
import Testing

/// Lines that people wrote: of 1,537 recipes' lists, and of 40 pages in many languages.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence)) struct IngredientLinesTests {
    /// Items between quotes in the lists of the Food.com file: names, mostly without quantities.
    private static func names() throws -> Set<String> {
        let text = try String(contentsOf: SharedData.url("foodcom/recipes.csv"), encoding: .utf8)
        var names: Set<String> = []
        for piece in text.split(separator: "[").dropFirst() {
            guard let end = piece.firstIndex(of: "]") else { continue }
            names.formUnion((try? PythonLiteral.strings("[\(piece[..<end])]")) ?? [])
        }
        return names
    }

    private static func pageLines() throws -> Set<String> {
        var lines: Set<String> = []
        let names = try FileManager.default.contentsOfDirectory(atPath: SharedData.url("recipes-jsonld").path)
        for name in names where name.hasSuffix(".json") {
            collect(try SharedData.json("recipes-jsonld/\(name)"), into: &lines)
        }
        return lines
    }

    /// Wherever ingredients are listed; a page's own blocks are JSON within JSON.
    private static func collect(_ value: Any, into lines: inout Set<String>) {
        if let object = value as? [String: Any] {
            for (key, value) in object {
                if ["ingredients", "recipeIngredient"].contains(key), let list = value as? [String] {
                    lines.formUnion(list)
                } else {
                    collect(value, into: &lines)
                }
            }
        } else if let list = value as? [Any] {
            for value in list { collect(value, into: &lines) }
        } else if let text = value as? String, text.hasPrefix("{") || text.hasPrefix("["),
            let inner = try? JSONSerialization.jsonObject(with: Data(text.utf8))
        {
            collect(inner, into: &lines)
        }
    }

    @Test("a read line of ingredients is written and read again without a change")
    func whatPeopleWroteIsReadStably() throws {
        let (names, lines) = (try Self.names(), try Self.pageLines())
        #expect(names.count > 2_000)
        #expect(lines.count > 400)
        // Importers drop blank lines.
        for line in names.union(lines) where !line.allSatisfy(\.isWhitespace) {
            let read = IngredientLine(reading: line)
            #expect(read.original == line)
            #expect(!read.name.isEmpty)
            #expect(read.scaled(by: 1) == read)
            let again = IngredientLine(reading: read.text)
            #expect(
                again.name == read.name && again.unit == read.unit && again.note == read.note,
                "«\(line)» became «\(read.text)»")
            for system in MeasuringSystem.allCases {
                let there = read.converted(to: system)
                #expect(there.converted(to: system) == there)
            }
        }
    }

    /// Most of what stands on a recipe's page has a quantity, and most of what has one has a unit.
    @Test("most lines of web pages have a quantity and a unit") func mostLinesOfPagesAreUnderstood() throws {
        let read = try Self.pageLines().map { IngredientLine(reading: $0) }
        let counted = read.filter { $0.quantity != nil }
        #expect(Double(counted.count) > 0.75 * Double(read.count))
        #expect(Double(counted.count { $0.unit != nil }) > 0.6 * Double(counted.count))
    }
}
