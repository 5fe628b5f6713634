import Foundation
import TestSupport

/// A pair of Food.com files whose import takes about a second: the first recipes of the real ones with their
/// interactions where those are kept beside the project, else generated ones of the same kind.
struct FoodComFiles {
    let recipes: String
    let interactions: String
    /// Some who occur in them.
    let usernames: [String]
    private let scratch = TemporaryDirectory()

    var arguments: [String] {
        ["import", "foodcom", "--recipes", recipes, "--interactions", interactions, "--json"]
    }

    private static let interactionCount = 800
    private static let texts = Result { try cut(interactionCount) ?? generated(interactionCount) }

    init() throws {
        let texts = try Self.texts.get()
        recipes = try scratch.write(texts.recipes, to: "recipes.csv")
        interactions = try scratch.write(texts.interactions, to: "interactions.csv")
        let users = texts.interactions.split(whereSeparator: \.isNewline).dropFirst().compactMap {
            Int($0.prefix { $0 != "," })
        }
        usernames = stride(from: 0, to: users.count, by: max(1, users.count / 4)).map { "cook\(users[$0])" }
    }

    private static func cut(_ count: Int) throws -> (recipes: String, interactions: String)? {
        guard SharedData.isPresent else {
            FileHandle.standardError.write(Data("NOTE: \(SharedData.absence): generated files are imported\n".utf8))
            return nil
        }
        let recipes = try records("foodcom/recipes.csv")
        let interactions = try records("foodcom/interactions.csv")
        var byRecipe: [Substring: Int] = [:]
        let recipeOf = interactions.map { $0.split(separator: ",", maxSplits: 2).dropFirst().first ?? "" }
        for recipe in recipeOf.dropFirst() { byRecipe[recipe, default: 0] += 1 }
        var (kept, chosen, total) = ([recipes[0]], Set<Substring>(), 0)
        for record in recipes.dropFirst() where total < count {
            // Names with commas are quoted; they need not be among the cut.
            let id = record.split(separator: ",", maxSplits: 2).dropFirst().first ?? ""
            guard Int(id) != nil else { continue }
            kept.append(record)
            chosen.insert(id)
            total += byRecipe[id] ?? 0
        }
        let ofThose = zip(interactions, recipeOf).dropFirst().filter { chosen.contains($0.1) }.map(\.0)
        return (kept.joined(separator: "\n") + "\n", ([interactions[0]] + ofThose).joined(separator: "\n") + "\n")
    }

    /// Rows of a CSV file, quoted newlines within them.
    private static func records(_ path: String) throws -> [Substring] {
        let text = String(decoding: try SharedData.bytes(path), as: UTF8.self)
        var records: [Substring] = []
        var start: String.Index?
        var isQuoted = false
        for line in text.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
            if !line.utf8.count(where: { $0 == UInt8(ascii: "\"") }).isMultiple(of: 2) { isQuoted.toggle() }
            let begin = start ?? line.startIndex
            start = isQuoted ? begin : nil
            if !isQuoted { records.append(text[begin..<line.endIndex]) }
        }
        return records
    }

    private static func generated(_ count: Int) -> (recipes: String, interactions: String) {
        let recipeCount = max(1, count / 10)
        var recipes =
            "name,id,minutes,contributor_id,submitted,tags,nutrition,n_steps,steps,description,ingredients,n_ingredients\n"
        for id in 1...recipeCount {
            let day = String(format: "200%d-%02d-%02d", id % 5, id % 12 + 1, id % 28 + 1)
            recipes += "dish \(id),\(id),\(id % 90),\(id % 17 + 1),\(day),\"['easy', 'vegan']\",[],2,"
            recipes += "\"['stir', 'serve']\",,\"['water', 'salt']\",2\n"
        }
        var interactions = "user_id,recipe_id,date,rating,review\n"
        for row in 1...count {
            let day = String(format: "200%d-%02d-%02d", row % 4 + 5, row % 12 + 1, row % 28 + 1)
            interactions +=
                "\(row % 211 + 1),\(row % recipeCount + 1),\(day),\(row % 6),\(row % 3 == 0 ? "\"so\ngood\"" : "")\n"
        }
        return (recipes, interactions)
    }
}
