import CloudEvents
import Events
import FormatsSupport
import Foundation
import Layout
import TestSupport
import Testing

@Suite struct CloudEventTests {
    private func refusal(_ json: String) -> Refusal? {
        do {
            _ = try CloudEventReader.command(json: Array(json.utf8))
            return nil
        } catch {
            return error
        }
    }

    private func command(_ members: String) throws -> Command {
        try CloudEventReader.command(json: Array(Self.event(members).utf8))
    }

    private static func event(_ members: String) -> String {
        #"{"specversion":"1.0","source":"app","id":"1",\#(members)}"#
    }

    @Test("an event's envelope becomes a command with actor, subject, cause and time")
    func readsTheEnvelopeIntoACommand() throws {
        let command = try command(
            #""type":"larder.comment.posted","actor":"@ada","subject":"external:app:p1","cause":"c20","#
                + #""time":"2026-01-05T09:00:00+01:00","expectedversion":3,"traceparent":"x","data":{"text":"Hi"}"#)
        #expect(command.kind == .commentPosted && command.actor == .username("ada"))
        #expect(command.subject == .external(source: "app", id: "p1"))
        #expect(command.cause == .position(Position(20), letter: "c"))
        #expect(command.origin == Origin(source: "app", id: "1") && command.expectedVersion == 3)
        #expect(command.occurredAt == Timestamp(rfc3339: "2026-01-05T08:00:00Z"))
        guard case .text(let text) = command.payload else {
            Issue.record("no text")
            return
        }
        #expect(text.text == "Hi")
    }

    private static let spam = {
        var ban = ProtoBan()
        ban.reason = "spam"
        return ban
    }()

    @Test("small values of data become the command's value, with no payload left")
    func movesSmallValuesOutOfData() throws {
        #expect(try command(#""type":"larder.recipe.rated","subject":"r2","data":{"stars":5}"#).value == 5)
        #expect(try command(#""type":"larder.recipe.rated","subject":"r2","data":{"stars":5}"#).payload == .none)
        #expect(try command(#""type":"larder.member.roleChanged","subject":"@a","data":{"role":"admin"}"#).value == 2)
        let report = try command(#""type":"larder.report.filed","subject":"r2","data":{"reason":"spam","note":"n"}"#)
        var note = ProtoReport()
        note.note = "n"
        #expect(report.value == 1 && report.payload == .report(note))
        #expect(try command(#""type":"larder.report.resolved","subject":"f2","data":{"outcome":"banned"}"#).value == 3)
        let ban = try command(#""type":"larder.member.banned","subject":"@a","data":{"voided":true}"#)
        #expect(ban.value == EventHeader.voiding && ban.payload == .none)
        let mild = try command(#""type":"larder.member.banned","subject":"@a","data":{"voided":false,"reason":"spam"}"#)
        #expect(mild.value == 0 && mild.payload == .ban(Self.spam))
        let seen = try command(#""type":"larder.notifications.read","actor":"@a","data":{"upTo":40}"#)
        #expect(seen.cause == .position(Position(40), letter: nil))
        let registered = try command(
            #""type":"larder.member.registered","data":{"username":"a","name":"A","role":"moderator"}"#)
        #expect(registered.value == 1)
        guard case .registration(let registration) = registered.payload else {
            Issue.record("no registration")
            return
        }
        #expect(!registration.hasRole)
    }

    @Test("an event's data may be written in base64") func readsDataInBase64() throws {
        let command = try command(#""type":"larder.recipe.rated","subject":"r2","data_base64":"eyJzdGFycyI6IDR9""#)
        #expect(command.value == 4)
    }

    @Test("data without its envelope is read, and malformed data is refused") func readsDataAlone() throws {
        let posted = try CloudEventReader.data(.recipePosted, json: Array(#"{"title":"Soup"}"#.utf8))
        guard case .recipe(let content) = posted.payload else {
            Issue.record("no recipe")
            return
        }
        #expect(content.title == "Soup")
        #expect(throws: Refusal.self) { try CloudEventReader.data(.recipePosted, json: Array("{".utf8)) }
        #expect(throws: Refusal.self) { try CloudEventReader.data(.recipePosted, json: Array("[]".utf8)) }
    }

    @Test("null members of an event count as absent") func nullIsAbsent() throws {
        let command = try command(#""type":"larder.recipe.liked","subject":"r2","actor":null,"time":null,"data":null"#)
        #expect(command.actor == nil && command.occurredAt == nil)
    }

    @Test(
        "a refused event names the field that is wrong",
        arguments: [
            (#""type":"larder.recipe.likd""#, "type"),
            (#""type":"recipe.liked""#, "type"),
            (#""type":"larder.log.created""#, "type"),
            (#""type":"larder.recipe.liked","subject":"nobody""#, "subject"),
            (#""type":"larder.recipe.liked","subject":"""#, "subject"),
            (#""type":"larder.recipe.liked","actor":7"#, "actor"),
            (#""type":"larder.recipe.liked","actor":"""#, "actor"),
            (#""type":"larder.recipe.liked","expectedversion":0"#, "expectedversion"),
            (#""type":"larder.recipe.liked","expectedversion":"1""#, "expectedversion"),
            (#""type":"larder.recipe.liked","data":{"x":1}"#, "x"),
            (#""type":"larder.recipe.liked","data":[]"#, "data"),
            (#""type":"larder.recipe.liked","data":"text""#, "data"),
            (#""type":"larder.recipe.liked","datacontenttype":"text/plain","data":{}"#, "datacontenttype"),
            (#""type":"larder.recipe.liked","dataschema":"larder:recipe.liked:2""#, "dataschema"),
            (#""type":"larder.recipe.posted","data":{"titel":"x"}"#, "titel"),
            (#""type":"larder.recipe.posted","data":{"title":5}"#, "title"),
            (#""type":"larder.recipe.posted","data":{"title":"x","servings":-1}"#, "servings"),
            (#""type":"larder.recipe.posted","data":{"title":"x","difficulty":"harsh"}"#, "difficulty"),
            (#""type":"larder.recipe.posted","data":{"title":"x","difficulty":1}"#, "difficulty"),
            (#""type":"larder.recipe.posted","data":{"title":"x","diet":{"vegan":1}}"#, "vegan"),
            (#""type":"larder.recipe.rated","data":{"stars":6}"#, "stars"),
            (#""type":"larder.recipe.rated","data":{"stars":4.5}"#, "stars"),
            (#""type":"larder.recipe.rated","data":{"stars":261}"#, "stars"),
            (#""type":"larder.recipe.rated""#, "stars"),
            (#""type":"larder.report.filed","data":{"reason":"dull"}"#, "reason"),
            (#""type":"larder.report.filed","data":{}"#, "reason"),
            (#""type":"larder.feed.seen","data":{"upTo":0}"#, "upTo"),
            (#""type":"larder.feed.seen","cause":"5","data":{"upTo":6}"#, "upTo"),
            (#""type":"larder.recipe.rated","data_base64":"%%%""#, "data_base64"),
        ])
    func refusesWithTheField(_ members: String, _ field: String) {
        let refusal = refusal(Self.event(members))
        #expect(refusal?.code == .invalid)
        #expect(refusal?.field == field, "\(members): \(refusal?.message ?? "accepted")")
    }

    @Test("source and id: 255 bytes each", arguments: ["source", "id"])
    func longOrigins(_ field: String) {
        func event(bytes: Int) -> String {
            // Two bytes each but for the first: what counts are not characters.
            let text = "x" + String(repeating: "é", count: (bytes - 1) / 2) + (bytes.isMultiple(of: 2) ? "x" : "")
            let (source, id) = field == "id" ? ("app", text) : (text, "1")
            return
                #"{"specversion":"1.0","source":"\#(source)","id":"\#(id)","type":"larder.recipe.liked","subject":"r2"}"#
        }
        #expect(refusal(event(bytes: 255)) == nil)
        #expect(refusal(event(bytes: 256))?.code == .invalid && refusal(event(bytes: 256))?.field == field)
    }

    @Test("a misspelt event type is answered with the nearest type") func suggestsTheNearestType() {
        #expect(refusal(Self.event(#""type":"larder.recipe.likd""#))?.message.contains("larder.recipe.liked") == true)
    }

    @Test(
        "reader and CloudEvents conformance samples agree on what is valid",
        .enabled(if: SharedData.isPresent, SharedData.absence))
    func agreesWithTheConformanceSamples() throws {
        let folder = "vectors/cloudevents/conformance-json/"
        func tests(_ name: String) throws -> [[String: Any]] {
            try #require(try SharedData.json(folder + name)["tests"] as? [[String: Any]])
        }
        func isValid(_ event: Any) -> Bool {
            guard let data = try? JSONSerialization.data(withJSONObject: event, options: .fragmentsAllowed) else {
                return false
            }
            return (try? CloudEvent(json: [UInt8](data))) != nil
        }
        for test in try tests("valid-events.json") { #expect(isValid(try #require(test["event"])), "\(test)") }
        for test in try tests("invalid-events.json") { #expect(!isValid(try #require(test["event"])), "\(test)") }
        for test in try tests("valid-batches.json") {
            #expect(try #require(test["batch"] as? [Any]).allSatisfy(isValid), "\(test)")
        }
        for test in try tests("invalid-batches.json") {
            #expect(try !#require(test["batch"] as? [Any]).allSatisfy(isValid), "\(test)")
        }
    }

    @Test(
        "reader and samples of the CloudEvents SDK for Java agree on what is valid",
        .enabled(if: SharedData.isPresent, SharedData.absence))
    func agreesWithTheJavaSamples() throws {
        let folder = SharedData.url("vectors/cloudevents/sdk-java/json-jackson/src/test/resources/v1")
        let invalid: Set = [
            "fail_numeric_decimal.json", "fail_numeric_long.json", "json_data_with_ext_invalid.json",
            "json_data_with_ext_upper_case.json",
        ]
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(files.count == 17)
        for file in files {
            let event = try? CloudEvent(json: [UInt8](Data(contentsOf: file)))
            #expect((event != nil) == !invalid.contains(file.lastPathComponent), "\(file.lastPathComponent)")
        }
    }
}

@Suite struct JSONValueTests {
    @Test("JSON values are read with their numbers, escapes and byte range") func readsValues() throws {
        let text = #" {"a":[1,-2.5e+3,true,null],"b":"x\n\u00e9\ud83c\udf55"} "#
        guard case .object(let members, let range) = try JSONValue(Array(text.utf8)) else {
            Issue.record("no object")
            return
        }
        #expect(members["a"] == .array([.number("1"), .number("-2.5e+3"), .bool(true), .null]))
        #expect(members["b"] == .string("x\n\u{E9}\u{1F355}"))
        #expect(range == 1..<text.utf8.count - 1)
    }

    @Test("equal keys and deep nesting are refused") func refusesEqualKeysAndDeepNesting() {
        #expect(throws: JSONValue.Malformed.self) { try JSONValue(Array(#"{"a":1,"\u0061":2}"#.utf8)) }
        for open in ["[", #"{"a":"#] {
            let deep = Array(String(repeating: open, count: 100_000).utf8)
            #expect(throws: JSONValue.Malformed.self) { try JSONValue(deep) }
        }
    }

    @Test("the JSON reader agrees with the JSON test suite", .enabled(if: SharedData.isPresent, SharedData.absence))
    func agreesWithTheTestSuite() throws {
        let folder = SharedData.url("vectors/json-test-suite/test_parsing")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(files.count > 300)
        // Two keys that are the same: RFC 8259 leaves it open, and we refuse it.
        let stricter: Set = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"]
        for file in files {
            let bytes = try [UInt8](Data(contentsOf: file))
            let isJSON = (try? JSONValue(bytes)) != nil
            let name = file.lastPathComponent
            if name.hasPrefix("y_"), !stricter.contains(name) { #expect(isJSON, "\(name)") }
            if name.hasPrefix("n_") { #expect(!isJSON, "\(name)") }
            // As input of a submission none is an event, and none stops the rest.
            let input = try TemporaryFile(bytes)
            let lines = EventLines(try input.source())
            while let line = try lines.next() {
                #expect(throws: Refusal.self) { try line.command.get() }
            }
        }
    }
}
