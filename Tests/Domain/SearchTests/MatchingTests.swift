import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import Search
import TestSupport
import Testing
import Views

/// Random texts and queries, answered by the definition of a recipe that has all words: word for word, in a scan of all texts.
@Suite struct MatchingTests {
    /// A text as a cook may write it, and the words that it consists of.
    private struct Line {
        var written: String
        var words: [String]

        init(_ count: Int, _ numbers: inout SeededGenerator) {
            let vocabulary = MatchingTests.vocabulary
            let picked = (0..<count).map { _ in vocabulary[Int.random(in: 0..<vocabulary.count, using: &numbers)] }
            words = picked.map(\.folded)
            let separators = [" ", ", ", "-", "  ", " / ", ". ", "\n", " ∙ "]
            written = picked.map { $0.spellings[Int.random(in: 0..<$0.spellings.count, using: &numbers)] }
                .joined(separator: separators[Int.random(in: 0..<separators.count, using: &numbers)])
        }

        /// Whether consecutive words satisfy the tests, one each.
        func has(_ tests: [(String) -> Bool]) -> Bool {
            guard words.count >= tests.count else { return false }
            return (0...words.count - tests.count).contains { start in
                tests.indices.allSatisfy { tests[$0](words[start + $0]) }
            }
        }
    }

    private static let vocabulary: [(folded: String, spellings: [String])] = [
        ("creme", ["creme", "Crème", "CRÈME", "cre\u{0300}me"]), ("cream", ["cream", "Cream"]), ("cr", ["cr"]),
        ("brulee", ["brûlée", "BRULEE"]), ("strasse", ["Straße", "STRASSE"]), ("and", ["AND", "and"]),
        ("or", ["OR"]), ("not", ["NOT"]), ("near", ["NEAR"]), ("pie", ["pie", "PIE"]), ("pies", ["pies"]),
        ("pi", ["pi"]), ("3", ["3"]), ("30", ["30"]), ("title", ["title"]), ("оладьи", ["Оладьи"]),
        ("елка", ["ёлка"]), ("σοσ", ["σος", "ΣΟΣ"]), ("a", ["a", "Å"]), ("oeuf", ["œuf", "oeuf"]),
    ]

    /// The lines of each existing recipe.
    private struct Recipe {
        var lines: [Line]

        var content: ProtoRecipeContent {
            var content = ProtoRecipeContent()
            content.title = lines[0].written
            content.description_p = lines[1].written
            content.tags = [lines[2].written, lines[3].written]
            for line in lines[4..<6] { content.add(ingredient: line.written) }
            for line in lines[6...] { content.add(step: line.written) }
            return content
        }
    }

    @Test("random searches answer as the definition says", arguments: 1...4)
    func answersAreThoseOfTheDefinition(seed: Int) throws {
        var numbers = SeededGenerator(seed: UInt64(seed))
        let pantry = try Pantry()
        try pantry.join("ada")
        var recipes: [Position: Recipe] = [:]
        var deleted: [Position: Recipe] = [:]
        for round in 1...60 {
            let recipe = Recipe(lines: (0..<8).map { _ in Line(1 + Int.random(in: 0..<4, using: &numbers), &numbers) })
            let ids = recipes.keys.sorted()
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0 where !ids.isEmpty:
                let id = ids[Int.random(in: 0..<ids.count, using: &numbers)]
                try pantry.act(.recipeDeleted, "ada", on: .recipe(RecipeID(id)))
                deleted[id] = recipes.removeValue(forKey: id)
            case 1 where !deleted.isEmpty:
                let id = deleted.keys.sorted()[Int.random(in: 0..<deleted.count, using: &numbers)]
                try pantry.act(.recipeRestored, "ada", on: .recipe(RecipeID(id)))
                recipes[id] = deleted.removeValue(forKey: id)
            case 2 where !ids.isEmpty:
                let id = ids[Int.random(in: 0..<ids.count, using: &numbers)]
                try pantry.submit(
                    Command(
                        .recipeEdited, actor: .username("ada"), subject: .recipe(RecipeID(id)),
                        payload: .recipe(recipe.content)))
                recipes[id] = recipe
            default:
                let position = try pantry.submit(
                    Command(.recipePosted, actor: .username("ada"), payload: .recipe(recipe.content)))
                recipes[position] = recipe
            }
            guard round % 3 == 0 else { continue }
            for _ in 1...4 { try ask(pantry, recipes, &numbers) }
        }
        try expectSameOfAnyPath(pantry, &numbers)
    }

    private func ask(_ pantry: Pantry, _ recipes: [Position: Recipe], _ numbers: inout SeededGenerator) throws {
        var (parts, tests): ([String], [[(String) -> Bool]]) = ([], [])
        for _ in 0...Int.random(in: 0..<3, using: &numbers) {
            let line = Line(1 + Int.random(in: 0..<3, using: &numbers), &numbers)
            if Int.random(in: 0..<3, using: &numbers) == 0 {
                parts.append("\"\(line.written)\"")
                tests.append(line.words.map { word in { $0 == word } })
            } else {
                let word = line.words[0]
                let beginning = String(word.prefix(1 + Int.random(in: 0..<word.count, using: &numbers)))
                parts.append(Int.random(in: 0..<2, using: &numbers) == 0 ? beginning : beginning.uppercased())
                tests.append([{ $0.hasPrefix(beginning) }])
            }
        }
        let text = parts.joined(separator: " ")
        let found = try pantry.search(text, page: Page(limit: 0)).recipes.map(\.id)
        let expected = recipes.filter { _, recipe in
            tests.allSatisfy { test in recipe.lines.contains { $0.has(test) } }
        }
        #expect(Set(found).isSuperset(of: expected.keys.map { "r\($0)" }), "«\(text)»")
        #expect(Set(found).count == found.count, "«\(text)»")
        // The others have one of the words, another form of it, or one that is near it: these begin alike.
        let initials = Set(parts.flatMap { FoldedText.words(of: $0) }.compactMap(\.first))
        for (id, recipe) in recipes where expected[id] == nil && found.contains("r\(id)") {
            #expect(
                recipe.lines.contains { $0.words.contains { $0.first.map(initials.contains) ?? false } }, "«\(text)»")
        }
    }

    /// The order, too: of an index that followed every change, a rebuilt one, and those of earlier positions.
    private func expectSameOfAnyPath(_ pantry: Pantry, _ numbers: inout SeededGenerator) throws {
        let texts = ["pie", "c", "creme OR", "a", "or not", "3", "\"pie\" cr", "σ"]
        func answers() throws -> [[String]] {
            try texts.map { try pantry.search($0, page: Page(limit: 0)).recipes.map(\.id) }
        }
        let followed = try answers()
        let head = try pantry.community.log.head()
        try pantry.reopen { try FileManager.default.removeItem(atPath: "\(pantry.path)/search") }
        #expect(try answers() == followed)
        // One more text, so that only an earlier index gives the same answer.
        try pantry.post("pie creme OR a not 3 cr σ", by: "ada")
        #expect(try answers() != followed)
        let past = try texts.map { text in
            try pantry.community.query(asOf: .position(head)) { queries in
                try queries.search(SearchRequest(text), page: Page(limit: 0), viewer: nil).recipes.map(\.id)
            }
        }
        #expect(past == followed)
    }
}
