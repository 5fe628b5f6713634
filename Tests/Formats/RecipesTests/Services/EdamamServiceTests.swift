import Events
import FormatsSupport
import Testing

@testable import Recipes

/// What Edamam is asked for, and what its answers are taken for.
@Suite struct EdamamServiceTests {
    private func service(_ environment: [String: String] = ["EDAMAM_APP_ID": "i1", "EDAMAM_APP_KEY": "k+2"]) throws
        -> EdamamService
    {
        try EdamamService(base: try ServiceBase(EdamamService.standardBase)) { environment[$0] }
    }

    private static func answer(next href: String? = nil, _ hits: String...) -> [UInt8] {
        let links = href.map { #"{"next":{"href":"\#($0)","title":"Next page"}}"# } ?? "{}"
        return Array(#"{"from":1,"to":9,"count":9,"_links":\#(links),"hits":[\#(hits.joined(separator: ","))]}"#.utf8)
    }

    private static func hit(_ hash: String, _ label: String) -> String {
        #"{"recipe":{"uri":"http://www.edamam.com/ontologies/edamam.owl#recipe_\#(hash)","label":"\#(label)","#
            + #""source":"A Kitchen","url":"https://kitchen.example/\#(hash)","ingredientLines":["1 cup peas"]},"#
            + #""_links":{"self":{"href":"https://api.edamam.com/api/recipes/v2/\#(hash)?app_id=i1&app_key=k%2B2"}}}"#
    }

    @Test("Edamam requests have the right addresses and headers") func addresses() throws {
        let edamam = try service()
        let all = "https://api.edamam.com/api/recipes/v2"
        #expect(
            edamam.search("pea soup", page: nil).url
                == "\(all)?type=public&q=pea%20soup&app_id=i1&app_key=k%2B2")
        #expect(
            edamam.search("pea", page: "CH+c=").url
                == "\(all)?type=public&q=pea&app_id=i1&app_key=k%2B2&_cont=CH%2Bc%3D")
        #expect(edamam.lookup("recipe_b793").url == "\(all)/b793?type=public&app_id=i1&app_key=k%2B2")
        #expect(edamam.lookup("recipe_b793").headers.isEmpty && edamam.secrets == ["i1", "k+2"])
        let counted = try service(["EDAMAM_APP_ID": "i1", "EDAMAM_APP_KEY": "k", "EDAMAM_ACCOUNT_USER": "bo"])
        #expect(counted.lookup("recipe_1").headers == ["Edamam-Account-User": "bo"])
        #expect(counted.search("x", page: nil).headers == ["Edamam-Account-User": "bo"])
    }

    @Test(
        "a missing Edamam key is refused before any request and names its variable",
        arguments: [([:], "EDAMAM_APP_ID"), (["EDAMAM_APP_ID": "i1", "EDAMAM_APP_KEY": ""], "EDAMAM_APP_KEY")])
    func withoutAKeyNobodyIsAsked(environment: [String: String], variable: String) {
        let refusal = #expect(throws: Refusal.self) { _ = try service(environment) }
        #expect(refusal?.code == .usage && refusal?.message.contains("$\(variable)") == true)
        #expect(refusal?.message.contains("i1") == false)
    }

    @Test(
        "Edamam ids are normalized, and other text is refused",
        arguments: [
            ("recipe_b79327d0", "recipe_b79327d0"), ("B79", "recipe_B79"), ("recipe_", nil), ("", nil), ("b7?x=1", nil),
            ("recipe_../v1", nil), (String(repeating: "a", count: 65), nil),
        ])
    func ids(text: String, id: String?) { #expect(EdamamService.id(text) == id) }

    @Test("Edamam's search answers give the recipes that its files give") func whatItFindsIsWhatItsFilesHold() throws {
        let bytes = Self.answer(Self.hit("a1", "Pea soup"), Self.hit("a2", "Pea pie"))
        let page = try service().page(in: bytes, place: "hits.json")
        #expect(page.items == EdamamFile.recipes(in: bytes, place: "hits.json") && page.items.count == 2)
        let found = try service().recipe("recipe_a2", in: Array(Self.hit("a2", "Pea pie").utf8), place: "x")
        #expect(found.content.sourceURL == "https://kitchen.example/a2")
        #expect(found.content.description_p == "Recipe by A Kitchen, found through Edamam.")
        #expect(try service().page(in: Self.answer(), place: "x").items.isEmpty)
    }

    /// Whatever the address is, only what tells the page is taken of it.
    @Test(
        "the next page is taken from the address, and nothing else of it",
        arguments: [
            ("https://api.edamam.com/api/recipes/v2?q=pea&app_key=k%2B2&_cont=CHc%3D&type=public&app_id=i1", "CHc="),
            ("http://evil.example/?_cont=x", "x"), ("file:///etc/passwd?_cont=y", "y"),
            ("https://api.edamam.com/api/recipes/v2?q=pea", nil), ("", nil), (":::", nil),
        ])
    func theNextPage(href: String, page: String?) throws {
        #expect(try service().page(in: Self.answer(next: href, Self.hit("a", "A")), place: "x").next == page)
    }

    @Test(
        "text that is no Edamam answer is refused as unreadable",
        arguments: [
            "", "{}", #"{"hits":7}"#, #"{"status":"error","message":"Unauthorized"}"#, "<html></html>", "[[]",
        ])
    func whatIsNoAnswerIsRefused(text: String) {
        let refused = #expect(throws: RefusedItem.self) { _ = try service().page(in: Array(text.utf8), place: "x") }
        #expect(refused?.reason == .unreadable)
    }
}
