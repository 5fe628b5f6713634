import CloudEvents
import Events
import Foundation
import TestSupport
import Testing

@testable import Recipes

/// What TheMealDB is asked for, and what its answers are taken for.
@Suite struct TheMealDBServiceTests {
    private func service(key: String? = nil, base: String = TheMealDBService.standardBase) throws -> TheMealDBService {
        try TheMealDBService(base: try ServiceBase(base)) { $0 == "THEMEALDB_KEY" ? key : nil }
    }

    private static func answer(_ meals: String...) -> [UInt8] {
        Array(#"{"meals":[\#(meals.joined(separator: ","))]}"#.utf8)
    }

    private static func meal(_ id: String, _ title: String, _ rest: String = "") -> String {
        #"{"idMeal":"\#(id)","strMeal":"\#(title)","strIngredient1":"Peas","strMeasure1":"1 cup"\#(rest)}"#
    }

    @Test("TheMealDB requests have the right addresses and show no key") func addresses() throws {
        let open = try service()
        #expect(
            open.search("pea soup", page: nil).url == "https://www.themealdb.com/api/json/v1/1/search.php?s=pea%20soup")
        #expect(open.lookup("52772").url == "https://www.themealdb.com/api/json/v1/1/lookup.php?i=52772")
        #expect(open.secrets.isEmpty)
        let own = try service(key: " k/7 ".trimmed, base: "https://www.themealdb.com/api/json/v2")
        #expect(own.lookup("1").url == "https://www.themealdb.com/api/json/v2/k%2F7/lookup.php?i=1")
        #expect(own.secrets == ["k/7"])
        for request in [own.lookup("1"), own.search("k", page: nil)] {
            #expect(request.headers.isEmpty && !request.place.contains("/") && "\(request)" == request.place)
        }
    }

    @Test(
        "TheMealDB ids are digits, and other text is refused",
        arguments: [
            ("52772", "52772"), ("0", "0"), ("", nil), ("52772x", nil), ("-1", nil), ("５", nil), ("../1", nil),
            (String(repeating: "1", count: 19), nil),
        ])
    func ids(text: String, id: String?) { #expect(TheMealDBService.id(text) == id) }

    @Test("TheMealDB's search answers give the recipes that its files give")
    func whatItFindsIsWhatItsFilesHold() throws {
        let bytes = Self.answer(Self.meal("1", "Pea soup"), "7", Self.meal("2", "Pea pie"))
        let page = try service().page(in: bytes, place: "meals.json")
        #expect(page.items == TheMealDBFile.recipes(in: bytes, place: "meals.json") && page.items.count == 3)
        #expect(page.next == nil)
    }

    @Test("real TheMealDB answers are read as files are", .enabled(if: SharedData.isPresent, SharedData.absence))
    func realAnswersAreReadAsFilesAre() throws {
        let bytes = Array(try Data(contentsOf: SharedData.url("recipe-import/themealdb/dev-search.json")))
        let page = try service().page(in: bytes, place: "x")
        #expect(page.items == TheMealDBFile.recipes(in: bytes, place: "x") && page.items.count > 10)
        let none = Array(try Data(contentsOf: SharedData.url("recipe-import/themealdb/no-result.json")))
        #expect(try service().page(in: none, place: "x").items.isEmpty)
    }

    @Test(
        "an empty answer means no results for a search and not found for an id",
        arguments: [#"{"meals":null}"#, #"{"meals":[]}"#, #"{"meals":"no data found"}"#])
    func nothingIsAnAnswerToASearchAndNoneToAnID(text: String) throws {
        #expect(try service().page(in: Array(text.utf8), place: "x") == ServicePage(items: [], next: nil))
        let refused = #expect(throws: RefusedItem.self) {
            _ = try service().recipe("52772", in: Array(text.utf8), place: "x")
        }
        #expect(refused?.reason == .notFound && refused?.message == "TheMealDB has no recipe 52772")
    }

    @Test(
        "text that is no TheMealDB answer is refused as unreadable",
        arguments: [
            "", " ", #"{"meals":[{"idMeal":"1""#, #"{"meals":7}"#, #"{"meals":true}"#, "7", #"{"drinks":[]}"#,
            "\n <!DOCTYPE html><html>sorry</html>", "{\"meals\":[]}x",
        ])
    func whatIsNoAnswerIsRefused(text: String) throws {
        let refused = #expect(throws: RefusedItem.self) {
            _ = try service().page(in: Array(text.utf8), place: "x")
        }
        #expect(refused?.reason == .unreadable)
        #expect(refused?.message.contains("a page for people") == text.contains("html"))
    }

    @Test("a lookup takes the recipe with the requested id only") func oneRecipeIsTheOneThatWasAskedFor() throws {
        let found = try service().recipe("2", in: Self.answer(Self.meal("1", "A"), Self.meal("2", "B")), place: "x")
        #expect(found.content.title == "B" && found.place == "x")
        let other = #expect(throws: RefusedItem.self) {
            _ = try service().recipe("2", in: Self.answer(Self.meal("1", "A")), place: "x")
        }
        #expect(other?.reason == .unreadable && other?.message.contains("another recipe") == true)
        let broken = #expect(throws: RefusedItem.self) {
            _ = try service().recipe("2", in: Self.answer("null"), place: "x")
        }
        #expect(broken?.reason == .unreadable)
    }

    @Test("addresses that hold the key are dropped and reported") func noAddressOfARecipeHoldsTheKey() throws {
        let own = try service(key: "9973533")
        let addresses =
            #","strSource":"https://a.example/?k=9973533","strYoutube":"https://a.example/%39973533/x""#
            + #","strMealThumb":"https://a.example/19973533.jpg""#
        guard
            case .recipe(let found)? = try own.page(
                in: Self.answer(Self.meal("1", "A", addresses)), place: "x"
            ).items.first
        else {
            Issue.record("refused")
            return
        }
        #expect(!found.content.hasSourceURL && !found.content.hasVideoURL && found.content.images.count == 1)
        #expect(found.notes.last == "an address: dropped, because it holds a key")
    }

    /// A key that does not occur by chance: within other addresses, in texts, and in what is said of broken answers.
    @Test("the key is removed from titles, addresses and messages") func noTextHoldsTheKey() throws {
        let key = "s3cretmeal99"
        let own = try service(key: key)
        let nested = #","strSource":"https://a.example/?u=https%253A%252F%252Fb.example%252F%253Fk%253Dx\#(key)y""#
        let title = Self.meal("2", "Soup of \(key)")
        let items = try own.page(in: Self.answer(Self.meal("1", "A", nested), title), place: "x").items
        guard case .recipe(let found)? = items.first, case .refused(let refused)? = items.last else {
            Issue.record("\(items)")
            return
        }
        #expect(!found.content.hasSourceURL && found.notes.last == "an address: dropped, because it holds a key")
        #expect(refused.reason == .forbidden && refused.message == "it holds the key of TheMealDB")
        let broken = #expect(throws: RefusedItem.self) {
            _ = try own.page(in: Array("{\"\(key)\":1,\"\(key)\":2}".utf8), place: "x")
        }
        #expect(broken?.message.contains("«…»") == true && broken?.message.contains(key) == false)
    }
}
