import Events
import Testing

@testable import CloudEvents

@Suite struct MisshapenValueTests {
    @Test(
        "a value of the wrong shape is named with the shape that it must have",
        arguments: [
            (#"{"title":5}"#, "title", "title must be a string"),
            (#"{"title":"A","servings":"four"}"#, "servings", "servings must be a whole number"),
            (#"{"title":"A","tags":"quick"}"#, "tags", "tags must be a list of strings"),
            (#"{"title":"A","tags":["a",7]}"#, "tags", "tags[1] must be a string"),
            (#"{"title":"A","steps":["Boil."]}"#, "steps", #"steps[0] must be an object, such as {"text":"Boil."}"#),
            (#"{"title":"A","steps":"Boil."}"#, "steps", "steps must be a list of objects"),
            (
                #"{"title":"A","ingredients":[{"original":"salt"},{"original":[]}]}"#, "ingredients",
                "ingredients[1].original must be a string"
            ),
            (
                #"{"title":"A","ingredients":[{"original":"salt","quantity":"much"}]}"#, "ingredients",
                "ingredients[0].quantity must be a number"
            ),
            (#"{"title":"A","diet":"vegan"}"#, "diet", "diet must be an object"),
            (
                #"{"title":"A","difficulty":"tricky"}"#, "difficulty",
                "difficulty must be easy, intermediate, hard or unknown"
            ),
            (#"{"title":"A","diet":{"vegan":true}}"#, "diet", "diet.vegan must be yes, no or unknown"),
        ])
    func shapes(json: String, field: String, sentence: String) {
        let refusal = #expect(throws: Refusal.self) {
            _ = try CloudEventReader.data(.recipePosted, json: Array(json.utf8))
        }
        #expect(refusal?.code == .invalid && refusal?.message == sentence && refusal?.field == field)
    }

    @Test("a text that is no JSON is refused with its byte")
    func malformed() {
        let refusal = #expect(throws: Refusal.self) { _ = try JSONValue(event: Array("nonsense".utf8)) }
        #expect(refusal?.message.hasPrefix("invalid JSON at byte 1") == true)
    }
}
