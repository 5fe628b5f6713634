import Community
import Events
import Foundation
import GRDB
import LarderAPI
import Layout
import TestSupport
import Testing
import Views

@testable import Search

@Suite(.serialized) struct RelevanceTests {
    private let database: DatabaseQueue

    init() throws {
        var configuration = Configuration()
        configuration.prepareDatabase { try Relevance.add(to: $0) }
        database = try DatabaseQueue(configuration: configuration)
    }

    /// Equal to SQLite's own function if no word is in more texts than are counted.
    @Test("relevance equals SQLite's BM25", arguments: 0..<20) func itIsBM25(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let words = ["egg", "eggs", "eggplant", "pie", "pies", "salt", "of", "the", "a", "butter"]
        func text(_ most: Int) -> String {
            (0..<Int.random(in: 0...most, using: &numbers)).map { _ in words.randomElement(using: &numbers)! }
                .joined(separator: " ")
        }
        try database.write { database in
            try database.execute(sql: "CREATE VIRTUAL TABLE texts USING fts5(a, b, tokenize = 'ascii')")
            for _ in 0..<300 {
                try database.execute(
                    sql: "INSERT INTO texts VALUES (?, ?)", arguments: [text(4), text(20)])
            }
            for question in [
                #""egg""#, #"("egg" OR "egg" *) AND ("pie" OR "pie" *)"#, #""of the""#, #"{a} : ("salt")"#,
            ] {
                let rows = try Row.fetchAll(
                    database,
                    sql: "SELECT relevance(texts, 20.0, 0.5), bm25(texts, 20.0, 0.5) FROM texts WHERE texts MATCH ?",
                    arguments: [question])
                #expect(!rows.isEmpty)
                for row in rows {
                    let (ours, theirs): (Double, Double) = (row[0], row[1])
                    #expect(ours < 0 && abs(ours - theirs) <= 1e-9 * abs(theirs), "\(question): \(ours), \(theirs)")
                }
            }
        }
    }

    /// A word in more texts has the weight of the largest counted number, not less.
    @Test("words above the counted number of texts weigh alike") func wordsThatManyHaveWeighAlike() throws {
        try database.write { database in
            try database.execute(sql: "CREATE VIRTUAL TABLE texts USING fts5(a, tokenize = 'ascii')")
            for number in 0..<3 * Int(Relevance.countMax) {
                let isOften = number < 2 * Int(Relevance.countMax)
                try database.execute(
                    sql: "INSERT INTO texts VALUES (?)",
                    arguments: [
                        "\(number % 3 == 0 ? "rare" : "other") \(isOften ? "often" : "other") \(number % 3 == 1 ? "thrice" : "other")"
                    ])
            }
            func score(_ word: String) throws -> Double {
                try #require(
                    try Double.fetchOne(
                        database, sql: "SELECT relevance(texts, 1.0) FROM texts WHERE texts MATCH ? LIMIT 1",
                        arguments: [word]))
            }
            #expect(try score("often") == score("rare"))
            #expect(try score("often") == score("thrice"))
            #expect(try score("often") < -0.5)
        }
    }

    @Test("a column without a weight has weight one") func aColumnWithoutAWeightCountsAsItIs() throws {
        try database.write { database in
            try database.execute(sql: "CREATE VIRTUAL TABLE texts USING fts5(a, tokenize = 'ascii')")
            try database.execute(sql: "INSERT INTO texts VALUES ('egg')")
            #expect(
                try Double.fetchOne(database, sql: "SELECT relevance(texts) FROM texts WHERE texts MATCH 'egg'")
                    == Double.fetchOne(database, sql: "SELECT relevance(texts, 1.0) FROM texts WHERE texts MATCH 'egg'")
            )
        }
    }

    /// Each of very many matches is listed once, whatever the pages, and the shortest titles come first.
    @Test("a search with very many matches keeps its order and lists each once")
    func aGreatManyMatchesKeepTheirOrder() throws {
        let pantry = try Pantry()
        let count = SearchIndex.weighedMax + 120
        let fillers = [
            "", " with salt", " of the house", " of the house with salt and some oil", " again and again and again",
        ]
        for cook in 0...count / 100 { try pantry.join("cook\(cook)") }
        for recipe in 0..<count {
            try pantry.post("Soup\(fillers[recipe % 5])", by: "cook\(recipe / 100)") { $0.tags = ["lunch", "soup"] }
        }
        func number(_ recipe: RecipeDocument) throws -> Int { try #require(Int(recipe.id.dropFirst())) }
        let all = try pantry.search("soup", page: Page(limit: 0)).recipes
        #expect(all.count == count && Set(all.map(\.id)).count == count)
        // As long as they are scored, each further word lowers a title's weight.
        let lengths = all.map { $0.title.split(separator: " ").count }
        #expect(lengths == lengths.sorted())
        for (one, next) in zip(all, all.dropFirst()) where one.title == next.title {
            #expect(try number(one) > number(next))
        }
        var paged: [RecipeDocument] = []
        var page = Page(limit: 70)
        repeat {
            let answer = try pantry.search("soup", page: page)
            paged += answer.recipes
            page.after = answer.next
        } while page.after != nil
        #expect(paged.map(\.id) == all.map(\.id))
        // All tags contain it: all of them, the latest first.
        let tagged = try pantry.search("lunch", page: Page(limit: 0)).recipes
        #expect(tagged.count == count)
        #expect(try pantry.community.viewsVerify().matches)
    }
}
