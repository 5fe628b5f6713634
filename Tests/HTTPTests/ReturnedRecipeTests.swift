import Foundation
import Testing

/// The answer of a recipe's page, sent back as an edit.
@Suite(.serialized) struct ReturnedRecipeTests {
    private static let content: Set<String> = [
        "title", "description", "ingredients", "steps", "servings", "tags", "videoURL", "sourceURL", "difficulty",
        "diet",
    ]

    private static let soup = """
        {"title":"Leek soup","description":"For cold days.","servings":4,"difficulty":"easy","diet":{"vegan":"yes"},
        "ingredients":[{"original":"2 leeks"},{"original":"1 l stock","quantity":2,"unit":"l","name":"broth"}],
        "steps":[{"text":"Boil."}],"tags":["quick"],"videoUrl":"https://example.org/film","sourceURL":"https://example.org/"}
        """

    /// A recipe of ada's that bo likes and cooked, and the path of its edits.
    private struct Kitchen {
        let counter: Counter
        let (ada, bo): (String, String)
        let id: String
        var path: String { "/recipes/\(id)/edit" }

        init(_ counter: Counter) async throws {
            self.counter = counter
            (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            let posted = try await counter.post("/recipes", soup, as: ada)
            id = try #require(posted.json["id"] as? String, "\(posted.text)")
            for (act, body) in [("like", nil), ("cook", #"{"note":"with cream"}"#), ("rate", #"{"stars":4}"#)] {
                #expect(try await counter.post("/recipes/\(id)/\(act)", body, as: bo).status == 200)
            }
        }

        func page(_ query: String = "") async throws -> [String: Any] {
            try await counter.ask("GET", "/recipes/\(id)\(query)", as: ada).json
        }

        func edit(_ page: [String: Any], headers: [String: String] = [:]) async throws -> Counter.Answer {
            let body = String(decoding: try JSONSerialization.data(withJSONObject: page), as: UTF8.self)
            return try await counter.post(path, body, as: ada, headers: headers)
        }
    }

    @Test("an answer that comes back as it was read changes nothing, and with another title only the title")
    func unchanged() async throws {
        try await withCounter { counter in
            let kitchen = try await Kitchen(counter)
            var page = try await kitchen.page()
            #expect(page["videoURL"] as? String == "https://example.org/film" && page["videoUrl"] == nil)
            let same = try await kitchen.edit(page)
            #expect(same.status == 200 && same.json["changed"] as? Bool == false, "\(same.text)")
            let before = page
            page["title"] = "Cold soup"
            let edited = try await kitchen.edit(page)
            #expect(edited.status == 200 && edited.json["changed"] as? Bool == true, "\(edited.text)")
            let after = try await kitchen.page()
            #expect(after["title"] as? String == "Cold soup" && after["version"] as? Int == 2)
            for name in Self.content.subtracting(["title"]) {
                #expect(try Self.text(before[name]) == Self.text(after[name]), "\(name)")
            }
            let stored = try await counter.ask("GET", "/recipes/\(kitchen.id)/content", as: kitchen.ada)
            let rows = (stored.json["content"] as? [String: Any])?["ingredients"] as? [[String: Any]]
            // What Larder reads in a line did not become the author's own words.
            #expect(rows?.map(\.count) == [1, 4], "\(stored.text)")
        }
    }

    @Test("each field that an edit cannot change is refused by its name when it was changed")
    func changedFields() async throws {
        try await withCounter { counter in
            let kitchen = try await Kitchen(counter)
            _ = try await kitchen.edit(try await kitchen.page().merging(["title": "Soup"]) { $1 })
            let page = try await kitchen.page()
            let fields = Set(page.keys).subtracting(Self.content)
            #expect(fields.isSuperset(of: ["likes", "cookNotes", "author", "rating", "editedAt", "position", "liked"]))
            for name in fields.sorted() {
                var changed = page
                switch page[name] {
                case let text as String: changed[name] = text + "1"
                case let number as NSNumber: changed[name] = number.intValue + 1
                case is [String: Any]: changed[name] = ["id": "m99", "count": 99]
                default: changed[name] = []
                }
                let answer = try await kitchen.edit(changed)
                let isVersion = name == "version"
                #expect(answer.status == (isVersion ? 409 : 422), "\(name): \(answer.text)")
                #expect(answer.json["field"] as? String == name, "\(name): \(answer.text)")
            }
            // A field that no answer has is unknown, as in any content.
            let strange = try await kitchen.edit(page.merging(["colour": "red"]) { $1 })
            #expect(strange.status == 422 && strange.json["field"] as? String == "colour", "\(strange.text)")
            #expect(try await kitchen.page()["version"] as? Int == 2)
        }
    }

    @Test("a like in between does not hinder the edit, and an edit in between does")
    func between() async throws {
        try await withCounter { counter in
            let kitchen = try await Kitchen(counter)
            var page = try await kitchen.page()
            _ = try await counter.post("/recipes/\(kitchen.id)/unlike", as: kitchen.bo)
            page["title"] = "First"
            let headers = ["Idempotency-Key": "one"]
            let first = try await kitchen.edit(page, headers: headers)
            #expect(first.status == 200 && first.json["changed"] as? Bool == true, "\(first.text)")
            // A retry is answered like the first time, although the version that it names is no longer the newest.
            let again = try await kitchen.edit(page, headers: headers)
            #expect(again.status == 200, "\(again.text)")
            #expect(again.json["position"] as? Int == first.json["position"] as? Int)
            page["title"] = "Second"
            let stale = try await kitchen.edit(page)
            #expect(stale.status == 409 && stale.code == "conflict", "\(stale.text)")
            #expect(stale.json["field"] as? String == "version", "\(stale.text)")
            // Without a position, the fields must be those of now.
            page = try await kitchen.page()
            page["position"] = nil
            page["likes"] = 1
            #expect(try await kitchen.edit(page).json["field"] as? String == "likes")
        }
    }

    @Test("If-Match and the version of the body agree, or the edit is refused") func preconditions() async throws {
        try await withCounter { counter in
            let kitchen = try await Kitchen(counter)
            let answer = try await counter.ask("GET", "/recipes/\(kitchen.id)", as: kitchen.ada)
            let tag = try #require(answer.headers["etag"])
            var page = answer.json
            page["title"] = "Soup"
            let first = try await kitchen.edit(page, headers: ["If-Match": "*"])
            #expect(first.status == 200, "\(first.text)")
            let stale = try await kitchen.edit(page, headers: ["If-Match": tag])
            #expect(stale.status == 412 && stale.code == "stale", "\(stale.text)")
            page = try await kitchen.page()
            let two = try await kitchen.edit(page, headers: ["If-Match": tag])
            #expect(two.status == 422 && two.json["field"] as? String == "version", "\(two.text)")
            for version in [0, -1, 1.5, "2"] as [Any] {
                page["version"] = version
                let wrong = try await kitchen.edit(page)
                #expect(wrong.status == 422 && wrong.json["field"] as? String == "version", "\(wrong.text)")
            }
        }
    }

    @Test("Larder reads a line that alone was changed, and calculated quantities cannot be changed")
    func ingredients() async throws {
        try await withCounter { counter in
            let kitchen = try await Kitchen(counter)
            var page = try await kitchen.page()
            var rows = try #require(page["ingredients"] as? [[String: Any]])
            #expect(rows[0]["quantity"] as? Double == 2)
            rows[0]["original"] = "3 leeks"
            rows.swapAt(0, 1)
            page["ingredients"] = rows
            #expect(try await kitchen.edit(page).status == 200)
            rows = try #require(try await kitchen.page()["ingredients"] as? [[String: Any]])
            #expect(rows.map { $0["quantity"] as? Double } == [2, 3])
            #expect(rows.map { $0["name"] as? String } == ["broth", "leeks"])

            let before = try await kitchen.page()
            page = try await kitchen.page("?servings=8&units=us")
            page["title"] = "For eight"
            let edited = try await kitchen.edit(page)
            #expect(edited.status == 200, "\(edited.text)")
            let after = try await kitchen.page()
            #expect(after["servings"] as? Int == 4 && after["title"] as? String == "For eight")
            #expect(try Self.text(before["ingredients"]) == Self.text(after["ingredients"]))
            for (name, value, field) in [
                ("servings", 6, "ingredients"), ("ingredients", [], "ingredients"), ("scaledFrom", 5, "scaledFrom"),
                ("units", "metric", "ingredients"), ("units", "stones", "units"), ("servings", 0, "servings"),
            ] as [(String, Any, String)] {
                page = try await kitchen.page("?servings=8&units=us")
                page[name] = value
                let answer = try await kitchen.edit(page)
                #expect(answer.status == 422 && answer.json["field"] as? String == field, "\(name): \(answer.text)")
            }
        }
    }

    private static func text(_ value: Any?) throws -> String {
        let data = try JSONSerialization.data(withJSONObject: [value ?? NSNull()], options: .sortedKeys)
        return String(decoding: data, as: UTF8.self)
    }
}
