import Events
import Foundation
import Testing

@testable import Recipes

/// How a search goes from page to page, and begins again where it ended.
@Suite struct ServiceSearchTests {
    private let service: EdamamService

    init() throws {
        service = try EdamamService(base: try ServiceBase("https://kitchen.example")) { _ in "s3cret" }
    }

    /// Pages of so many recipes each, called by their numbers; page n says that page n + 1 follows, the last none.
    private static func answer(_ page: Int, of counts: [Int], next: String? = nil) -> [UInt8] {
        let first = counts.prefix(page).reduce(0, +)
        let hits = (0..<counts[page]).map { hit(first + $0) }
        let cont = next ?? (page + 1 < counts.count ? "p\(page + 1)" : nil)
        let links = cont.map { #"{"next":{"href":"https://kitchen.example/?_cont=\#($0)"}}"# } ?? "{}"
        return Array(#"{"_links":\#(links),"hits":[\#(hits.joined(separator: ","))]}"#.utf8)
    }

    /// Without an ingredient it is none that could be posted.
    private static func hit(_ number: Int, isRecipe: Bool = true) -> String {
        let lines = isRecipe ? #""1 pea""# : ""
        return #"{"recipe":{"uri":"x#recipe_\#(number)","label":"A","ingredientLines":[\#(lines)]}}"#
    }

    /// The ids that are found, with how often it was asked.
    private func run(_ search: inout ServiceSearch, _ counts: [Int]) throws -> (ids: [Int], asked: Int) {
        var (ids, asked) = ([Int](), 0)
        while let request = search.request {
            let cont = URLComponents(string: request.url)?.queryItems?.first { $0.name == "_cont" }?.value
            let page = cont.flatMap { Int($0.dropFirst()) } ?? 0
            asked += 1
            for case .recipe(let found) in try search.take(Self.answer(page, of: counts), place: "x") {
                ids.append(try #require(found.id.flatMap { Int($0.dropFirst("recipe_".count)) }))
            }
        }
        return (ids, asked)
    }

    @Test(
        "a search gives as many recipes as wanted with as few requests as needed",
        arguments: [(0, 7, 3), (1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 4, 2), (7, 7, 3), (100, 7, 3)])
    func asManyAsAreWanted(limit: Int, count: Int, asked: Int) throws {
        var search = ServiceSearch(service, words: "pea", limit: limit)
        let found = try run(&search, [3, 3, 1])
        #expect(found.ids == Array(0..<count) && found.asked == asked)
        #expect((search.rest == nil) == (count == 7))
    }

    @Test("continued searches give each recipe once", arguments: [[3, 3, 1], [1, 0, 2], [0], [5]], [1, 2, 3, 4])
    func goingOnGivesEachOnce(counts: [Int], limit: Int) throws {
        var (ids, cursor) = ([Int](), ServiceCursor?.none)
        for _ in 0...10 {
            var search = ServiceSearch(service, words: "pea", limit: limit, after: cursor)
            let found = try run(&search, counts).ids
            #expect(found.count <= limit)
            ids += found
            guard let rest = search.rest else { break }
            cursor = ServiceCursor(rest.bytes(of: service, "pea"), of: service, "pea")
            #expect(cursor == rest)
        }
        #expect(ids == Array(0..<counts.reduce(0, +)))
    }

    @Test("what cannot be posted, and what was found before, is given beside the others and does not count")
    func whatDoesNotCount() throws {
        let hits = [(0, true), (7, false), (1, true), (1, true), (8, false), (2, true), (9, false)]
        let page = #"{"_links":{},"hits":[\#(hits.map { Self.hit($0, isRecipe: $1) }.joined(separator: ","))]}"#
        var (cursor, given) = (ServiceCursor?.none, [Int]())
        for (limit, expected) in [(2, [0, 7, 1]), (2, [1, 8, 2]), (5, [9])] {
            var search = ServiceSearch(service, words: "pea", limit: limit, after: cursor)
            #expect(search.request != nil)
            let items = try search.take(Array(page.utf8), place: "x")
            #expect(search.request == nil)
            let ids = items.compactMap { item -> Int? in
                guard case .recipe(let found) = item else { return nil }
                return found.id.flatMap { Int($0.dropFirst("recipe_".count)) }
            }
            #expect(ids == expected)
            given += ids
            cursor = search.rest
        }
        #expect(cursor == nil && given == hits.map(\.0))
        var all = ServiceSearch(service, words: "pea", limit: 3)
        #expect(try all.take(Array(page.utf8), place: "x").count == 6)
    }

    @Test("a cursor is valid for its own service and words only") func aCursorIsOfOneSearch() throws {
        let bytes = ServiceCursor(skipped: 3, page: "p1").bytes(of: service, "pea")
        #expect(ServiceCursor(bytes, of: service, "pea") == ServiceCursor(skipped: 3, page: "p1"))
        #expect(ServiceCursor(bytes, of: service, "leek") == nil)
        let other = try TheMealDBService(base: try ServiceBase("https://kitchen.example")) { _ in nil }
        #expect(ServiceCursor(bytes, of: other, "pea") == nil)
        let mark = bytes.prefix(8)
        for text in [
            "", "3", "-1 p", "x p", "3 p 4", "3 \n", "99999999999999999999 p",
            "3 " + String(repeating: "p", count: 1_001),
        ] {
            #expect(ServiceCursor(mark + Array(text.utf8), of: service, "pea") == nil, "\(text)")
        }
        #expect(ServiceCursor(mark + Array("3 ".utf8), of: service, "pea") == ServiceCursor(skipped: 3))
        for length in 0..<8 { #expect(ServiceCursor(Array(bytes.prefix(length)), of: service, "pea") == nil) }
    }

    @Test("next pages that form a circle are requested once each") func whoLeadsInACircleIsFollowedOnce() throws {
        var search = ServiceSearch(service, words: "pea", limit: 0)
        var asked = 0
        while search.request != nil, asked < 100 {
            _ = try search.take(Self.answer(0, of: [1], next: asked.isMultiple(of: 2) ? "a" : "b"), place: "x")
            asked += 1
        }
        #expect(asked == 3 && search.rest == nil)
    }

    @Test("a search without end stops at the page limit and can be continued")
    func whoNeverEndsIsLeftAtSomePage() throws {
        var search = ServiceSearch(service, words: "pea", limit: 0)
        var asked = 0
        while search.request != nil, asked < 100 {
            asked += 1
            _ = try search.take(Self.answer(0, of: [1], next: "p\(asked)"), place: "x")
        }
        #expect(asked == ServiceSearch.pagesMax && search.rest == ServiceCursor(page: "p\(asked)"))
    }

    @Test(
        "a next page that holds the key or invalid characters ends the search",
        arguments: ["s3cret", "%0A", "%20x", "%C3%A4", String(repeating: "p", count: 1_001)])
    func noPageIsCalledByAKeyOrByWhatNoAddressHolds(next: String) throws {
        var search = ServiceSearch(service, words: "pea", limit: 0)
        let items = try search.take(Self.answer(0, of: [1], next: next), place: "x")
        #expect(search.request == nil && search.rest == nil)
        // That it ends there is told.
        guard case .refused(let refused)? = items.last, items.count == 2 else {
            Issue.record("\(items)")
            return
        }
        #expect(refused.reason == .unreadable && !refused.message.contains(next))
    }

    @Test(
        "empty, overlong or invisible search words are refused",
        arguments: ["", " \n", String(repeating: "x", count: 301), "a\u{0}"])
    func noWords(text: String) {
        let refusal = #expect(throws: Refusal.self) { _ = try EdamamService.words(text) }
        #expect(refusal?.code == .usage)
    }

    @Test("search words are joined by single blanks")
    func wordsHaveSingleBlanks() throws { #expect(try EdamamService.words("  pea\n soup ") == "pea soup") }
}
