import Foundation
import Layout
import TestSupport
import Testing

@testable import CloudEvents

/// Events from strangers: what they can make the reader build is bounded.
@Suite struct HostileEventTests {
    private static func refusal(_ json: String) -> Refusal? {
        do {
            _ = try CloudEventReader.command(json: Array(json.utf8), valuesMax: JSONValue.requestValuesMax)
            return nil
        } catch {
            return error
        }
    }

    private static func event(_ members: String) -> String {
        #"{"specversion":"1.0","source":"app","id":"1","type":"larder.recipe.posted",\#(members)}"#
    }

    @Test("an event with more values than any payload has is refused, wherever they are") func manyValues() throws {
        let rows = String(repeating: "{},", count: 200_000) + "{}"
        let recipe = #"{"title":"x","ingredients":[\#(rows)]}"#
        let encoded = Data(recipe.utf8).base64EncodedString()
        for members in [#""data":\#(recipe)"#, #""data_base64":"\#(encoded)""#, #""x":[\#(rows)]"#] {
            let refusal = Self.refusal(Self.event(members))
            #expect(
                refusal?.code == .invalid && refusal?.message.contains("too many values") == true,
                "\(members.prefix(40))")
            #expect(PlainEvent.command(Array(Self.event(members).utf8)) == nil)
        }
        let fewer = String(repeating: "0,", count: 9) + "0"
        #expect(try JSONValue(Array("[\(fewer)]".utf8), valuesMax: 11).items?.count == 10)
        #expect(throws: JSONValue.Malformed.self) { try JSONValue(Array("[\(fewer)]".utf8), valuesMax: 10) }
    }

    @Test("an event with more than a hundred attributes is refused") func manyAttributes() {
        let extensions = (1...200).map { #""x\#($0)":"y""# }.joined(separator: ",")
        #expect(Self.refusal(Self.event(extensions))?.message == "an event has at most 100 attributes")
    }

    @Test("a refusal quotes a few code points, however long one character is") func longCharacters() throws {
        let long = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(long.count == 1)
        for event in [
            Self.event(#""data":{"title":"x","\#(long)":1}"#), Self.event(#""subject":"\#(long)""#),
            Self.event(#""\#(long)":"x""#), Self.event(#""subject":"@\#(long)""#),
            Self.event(#""a\#(long)":1,"a\#(long)":1"#),
            Self.event("").replacing("larder.recipe.posted", with: "larder.\(long)").replacing(#","}"#, with: #""}"#),
        ] {
            let refusal = try #require(Self.refusal(event))
            #expect(
                refusal.message.utf8.count < 1_000 && (refusal.field ?? "").utf8.count < 1_000,
                "\(refusal.message.utf8.count)")
        }
    }

    @Test("a whole text is stepped over exactly if it can be read, equal keys aside") func steppedOver() throws {
        func check(_ bytes: [UInt8]) {
            var reader = unsafe JSONReader(bytes.span.bytes)
            reader.skipBlanks()
            var isSteppedOver = (try? reader.skipValue(depth: 0)) != nil
            reader.skipBlanks()
            isSteppedOver = isSteppedOver && reader.isAtEnd && String(validating: bytes, as: UTF8.self) != nil
            do throws(JSONValue.Malformed) {
                _ = try JSONValue(bytes)
                #expect(isSteppedOver, "\(String(decoding: bytes.prefix(80), as: UTF8.self))")
            } catch {
                #expect(
                    !isSteppedOver || error.message.hasSuffix("occurs twice"),
                    "\(String(decoding: bytes.prefix(80), as: UTF8.self))")
            }
        }
        let texts = [
            "", "{}", "[]", "[1,2", "[1,]", "{\"a\":}", "{\"a\"1}", "{a:1}", "{\"a\":1,}", "[{}]", "nul", "true", "-",
            "1e", "01",
            "\"\\u12\"", "\"a\u{1}\"", "[1 2]", "{} {}", "{\"a\":1,\"a\":2}", "\u{FEFF}[]",
            " [ { \"a\" : [ ] } , null ] ",
        ]
        for text in texts { check(Array(text.utf8)) }
        for depth in [63, 64, 65, 100_000] {
            check(Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8))
        }
        guard SharedData.isPresent else { return }
        let directory = SharedData.url("vectors/json-test-suite")
        let files = try #require(FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "json" {
            check([UInt8](try Data(contentsOf: file)))
        }
    }

    @Test("events are counted before they are read") func counted() throws {
        func count(_ text: String, _ form: EventLines.Form, max: Int = 10) throws -> Int {
            try EventLines.count(Array(text.utf8), as: form, countMax: max)
        }
        #expect(try count("", .lines) == 0)
        #expect(try count("\u{FEFF}\n \r\n{}\nnonsense\n\t\n{}", .lines) == 3)
        #expect(try count(String(repeating: "{}\n", count: 100), .lines) == 11)
        #expect(try count(" [ ] ", .batch) == 0)
        #expect(try count("\u{FEFF}[{},[1,{\"a\":[2,3]}],\"a,b\"]", .batch) == 3)
        #expect(try count("[\(String(repeating: "{},", count: 100))", .batch) == 11)
        for malformed in ["", "{}", "[", "[{}", "[{},]", "[{}]]", "[{} {}]", "[,]", "7"] {
            #expect(throws: JSONValue.Malformed.self) { try count(malformed, .batch) }
        }
        // The count is that of the events that are read.
        for text in ["[{},{},7]", "[]", "[ {\"a\":\"]\"} ]"] {
            let lines = EventLines(HeldBytes(Array(text.utf8), name: "a test"), as: .batch)
            var number = 0
            while try lines.next() != nil { number += 1 }
            #expect(try count(text, .batch) == number, "\(text)")
        }
    }

    @Test("after the caller's refusal no event is read") func unread() throws {
        let lines = EventLines(HeldBytes(Array("{}\n{}\n\nx".utf8), name: "a test"), as: .lines)
        #expect(try lines.next()?.number == 1)
        lines.refusal = Refusal(.limited, "later")
        for number in [2, 4] {
            let line = try #require(try lines.next())
            #expect(line.number == number)
            #expect(throws: Refusal(.limited, "later")) { try line.command.get() }
        }
        #expect(try lines.next() == nil)
    }
}
