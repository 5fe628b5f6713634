import Events
import FormatsSupport
import Testing

@testable import Recipes

/// The addresses of pictures, in the forms that pages and apps use.
@Suite struct PictureAddressTests {
    private func images(_ image: String, url: String? = nil, address: String? = nil) throws -> [String] {
        let own = url.map { #","url":"\#($0)""# } ?? ""
        let json = #"{"@type":"Recipe","name":"Soup","image":\#(image)\#(own),"recipeIngredient":["1 leek"]}"#
        let items = WebRecipes.document(Array(json.utf8), place: "f", address: address)
        return try NamedRecipe(#require(WebRecipesTests.recipes(items).first)).content.images
    }

    @Test(
        "an address without a scheme gets https",
        arguments: [
            (#""//host.example/x.jpg""#, "https://host.example/x.jpg"),
            (#""www.host.example/x.jpg""#, "https://www.host.example/x.jpg"),
            (#"["//host.example/x.jpg"]"#, "https://host.example/x.jpg"),
            (#"{"@type":"ImageObject","url":"//host.example/x.jpg"}"#, "https://host.example/x.jpg"),
        ])
    func schemes(_ image: String, _ address: String) throws {
        #expect(try images(image) == [address])
        // A page has a scheme of its own.
        #expect(try images(image, address: "https://kitchen.example/soup") == [address])
    }

    @Test("a relative address belongs to the page, else to the address that the recipe names") func relative() throws {
        #expect(try images(#""/x.jpg""#, address: "http://kitchen.example/a/soup") == ["http://kitchen.example/x.jpg"])
        #expect(try images(#""x.jpg""#, url: "https://kitchen.example/a/soup") == ["https://kitchen.example/a/x.jpg"])
        #expect(
            try images(#""//cdn.example/x.jpg""#, address: "http://kitchen.example/a") == ["http://cdn.example/x.jpg"])
        #expect(try images(#""x.jpg""#) == [])
    }

    @Test(
        "pictures stand in lists and in objects within objects",
        arguments: [
            #"[["https://a.example/1.jpg"],{"url":["https://a.example/2.jpg"]}]"#,
            #"[{"url":{"@value":"https://a.example/1.jpg"}},{"@type":"ImageObject","contentUrl":"https://a.example/2.jpg"}]"#,
            #"{"@list":[{"image":{"@type":"ImageObject","url":"https://a.example/1.jpg"}},{"url":{"@id":"https://a.example/2.jpg"}}]}"#,
            #"[{"url":"","contentUrl":"https://a.example/1.jpg"},"https://a.example/2.jpg","https://a.example/1.jpg"]"#,
        ])
    func nested(_ image: String) throws {
        #expect(try images(image) == ["https://a.example/1.jpg", "https://a.example/2.jpg"])
    }

    @Test("pictures that name each other end") func loops() throws {
        let json = #"""
            {"@graph":[{"@type":"ImageObject","@id":"#a","image":{"@id":"#b"}},{"@type":"ImageObject","@id":"#b","image":[{"@id":"#a"},{"@id":"#b"}]},
            {"@type":"Recipe","name":"Soup","image":{"@id":"#a"},"recipeIngredient":["1 leek"]}]}
            """#
        let items = WebRecipes.document(Array(json.utf8), place: "f")
        #expect(try NamedRecipe(#require(WebRecipesTests.recipes(items).first)).content.images.isEmpty)
    }

    @Test("an app's picture without a scheme gets https") func apps() throws {
        let json = #"[{"id":"1","title":"Soup","ingredients":"1 leek","imageUrl":"//host.example/x.jpg"}]"#
        let items = ReciMeFile.recipes(in: Array(json.utf8), place: "f")
        #expect(
            try NamedRecipe(#require(WebRecipesTests.recipes(items).first)).content.images == [
                "https://host.example/x.jpg"
            ])
    }
}
