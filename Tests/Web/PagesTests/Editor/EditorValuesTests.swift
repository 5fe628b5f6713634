import LarderAPI
import Pages
import Testing

/// From a recipe's content to the fields of the editor, and back.
@Suite struct EditorValuesTests {
    private static let content: JSON = .object([
        "title": .text("Leek soup"), "description": .text("Warm."), "servings": .whole(4),
        "ingredients": .list([
            .object(["original": .text("2 leeks"), "quantity": .number(2), "name": .text("leeks")]),
            .object(["original": .text("1 l water")]),
        ]),
        "steps": .list([
            .object(["text": .text("Slice."), "image": .text("abc"), "imageText": .text("A knife")]),
            .object(["text": .text("Boil.")]),
        ]),
        "tags": .list([.text("soup"), .text("winter")]), "images": .list([.text("0a1b")]),
        "imageTexts": .list([.text("A bowl")]),
        "diet": .object(["vegan": .text("yes"), "sugarFree": .text("no")]),
        "nutrition": .object(["calories": .number(200)]),
    ])

    @Test("a form that was not changed says the content that it was made of") func unchanged() {
        let values = EditorValues.of(Self.content)
        #expect(EditorValues.content(values, on: Self.content).content == Self.content)
    }

    @Test("an empty field removes its value, and what the form does not show stays") func emptied() {
        var values = EditorValues.of(Self.content)
        values["description"] = [" "]
        values["servings"] = [""]
        values["vegan"] = [""]
        let content = EditorValues.content(values, on: Self.content).content
        #expect(content["description"] == nil)
        #expect(content["servings"] == nil)
        #expect(content["diet"] == .object(["sugarFree": .text("no")]))
        #expect(content["nutrition"] == .object(["calories": .number(200)]))
    }

    @Test("a changed line is a line to read, and the others keep their parts") func changedLine() {
        var values = EditorValues.of(Self.content)
        values["ingredient"] = ["3 leeks", "2 leeks", "  "]
        let rows: JSON = .list([
            .object(["original": .text("3 leeks")]),
            .object(["original": .text("2 leeks"), "quantity": .number(2), "name": .text("leeks")]),
        ])
        #expect(EditorValues.content(values, on: Self.content).content["ingredients"] == rows)
    }

    @Test("a number that is none is named with its field") func noNumber() {
        let (content, unread) = EditorValues.content(
            ["title": ["Soup"], "cookMinutes": ["soon"], "servings": ["four"]], on: .object([:]))
        #expect(unread.map(\.field) == ["servings", "cookMinutes"] && unread.map(\.text) == ["four", "soon"])
        #expect(content["title"] == .text("Soup") && content["cookMinutes"] == nil)
    }

    @Test("buttons move and remove pictures, and add none") func pictures() {
        var values = ["images": ["a", "b"], "move": ["images-1-up"]]
        #expect(EditorValues.change(&values) == "images-0" && values["images"] == ["b", "a"])
        values["move"] = nil
        values["remove"] = ["images-0"]
        #expect(EditorValues.change(&values) == "images-0" && values["images"] == ["a"])
        values["remove"] = nil
        values["add"] = ["images"]
        #expect(EditorValues.change(&values) == nil && values["images"] == ["a"])
    }

    @Test("buttons add, move and remove rows, and the picture of a step goes with it") func rows() {
        var values = ["step": ["a", "b"], "stepImage": ["", "x"], "move": ["step-1-up"]]
        #expect(EditorValues.change(&values) == "step-0")
        #expect(values["step"] == ["b", "a"] && values["stepImage"] == ["x", ""])
        values["move"] = nil
        values["add"] = ["step"]
        #expect(EditorValues.change(&values) == "step-2")
        #expect(values["step"] == ["b", "a", ""] && values["stepImage"] == ["x", "", ""])
        values["add"] = nil
        values["remove"] = ["step-0"]
        #expect(EditorValues.change(&values) == "step-0")
        #expect(values["step"] == ["a", ""] && values["stepImage"] == ["", ""])
    }

    @Test(
        "a button that names no row changes nothing",
        arguments: ["step-9", "step--1", "step", "title-0", "step-0-up-0", "", "step-x"])
    func unknownRow(_ place: String) {
        var values = ["step": ["a"], "stepImage": [""], "remove": [place]]
        _ = EditorValues.change(&values)
        #expect(values["title"] == nil)
        #expect(values["step"] == ["a"] || place == "step-0-up-0")
    }

    @Test("lines of a pasted list become rows without their marks") func paste() {
        var values = [
            "ingredient": ["1 egg", "", ""], "ingredientLines": ["- 2 leeks\n\n• 1 l water\r\n3. salt\n2.5 kg beef"],
        ]
        #expect(EditorValues.change(&values) == nil)
        #expect(values["ingredient"] == ["1 egg", "2 leeks", "1 l water", "salt", "2.5 kg beef"])
        #expect(values["ingredientLines"] == nil)
    }
}
