import Events
import Foundation
import TestSupport
import Testing

@testable import CloudEvents

/// Names that fields of a recipe's content had before.
@Suite struct OldSpellingTests {
    private func content(_ fields: String) throws -> ProtoRecipeContent {
        let json = #"{"title":"Soup","steps":[{"text":"Say \"boil\"\u0021"}],\#(fields)}"#
        guard case .recipe(let content) = try CloudEventReader.data(.recipePosted, json: Array(json.utf8)).payload
        else {
            return ProtoRecipeContent()
        }
        return content
    }

    private func event(_ fields: String) -> [UInt8] {
        Array(
            (#"{"specversion":"1.0","type":"larder.recipe.posted","source":"a","id":"1","actor":"@ada","#
                + #""data":{"title":"Soup","steps":[{"text":"Boil."}],"nutrition":{"calories":12.5},\#(fields)}}"#).utf8
        )
    }

    @Test("old and new names are read as the same content, by both readers of events")
    func sameContent() throws {
        let old = #""videoUrl":"https://a.example/1","sourceUrl":"https://a.example/2""#
        let new = #""videoURL":"https://a.example/1","sourceURL":"https://a.example/2""#
        let expected = try content(new)
        #expect(expected.videoURL == "https://a.example/1" && expected.sourceURL == "https://a.example/2")
        #expect(try content(old) == expected)
        #expect(try CloudEventReader.command(json: event(old)) == CloudEventReader.command(json: event(new)))
        let plain = try #require(PlainEvent.command(event(old)))
        #expect(try plain == CloudEventReader.command(json: event(new)))
    }

    @Test("data is written with the new names") func written() throws {
        let json = String(
            decoding: Payload.recipe(try content(#""sourceUrl":"https://a.example/2""#)).json, as: UTF8.self)
        #expect(json.contains(#""sourceURL":"https://a.example/2""#) && !json.contains("sourceUrl"))
    }

    @Test(
        "both names at once, a value of another type and an unknown field are refused by name",
        arguments: [
            (#""videoUrl":"https://a.example/1","videoURL":"https://a.example/1""#, "videoURL"),
            (#""sourceURL":null,"sourceUrl":"https://a.example/1""#, "sourceURL"), (#""videoUrl":7"#, "videoURL"),
            (#""videoUrl":"https://a.example/1","colour":"red""#, "colour"),
            (#""servings":"four","sourceUrl":"https://a.example/1""#, "servings"),
        ])
    func refused(fields: String, field: String) {
        let refusal = #expect(throws: Refusal.self) { try content(fields) }
        #expect(refusal?.code == .invalid && refusal?.field == field, "\(refusal?.message ?? "")")
    }

    @Test("an old name within another object is unknown there") func nested() {
        let json = #"{"title":"Soup","steps":[{"text":"Boil.","videoUrl":"https://a.example/1"}]}"#
        let refusal = #expect(throws: Refusal.self) {
            try CloudEventReader.data(.recipePosted, json: Array(json.utf8))
        }
        #expect(refusal?.field == "videoUrl")
    }
}
