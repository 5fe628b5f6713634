import Events
import FormatsSupport
import Foundation
import TestSupport
import Testing

@testable import CloudEvents

/// The quick way reads what `CloudEventReader` reads, or nothing.
@Suite struct PlainEventTests {
    private static let samples: [[UInt8]] = {
        let path = Checkout.root.appending(path: "Tests/Samples/community.ndjson")
        let lines = (try? Data(contentsOf: path))?.split(separator: 0x0A).map { [UInt8]($0) } ?? []
        return lines + special.map { Array($0.utf8) }
    }()

    /// What the samples lack.
    private static let special = [
        #"{"specversion":"1.0","type":"larder.recipe.liked","source":"a","id":"1","actor":"@jürgen","subject":"r12"}"#,
        #"{"specversion":"1.0","type":"larder.recipe.edited","source":"a","id":"2","actor":"@bo","subject":"external:a%3Ab:c","#
            + #""datacontenttype":"application/json","dataschema":"larder:recipe.edited:1","data":{"title":"Soup","#
            + #""ingredients":[{"original":"2 eggs","quantity":2.0e0}],"steps":[{"text":"Boil \"it\"\n\u00e9 é."}],"#
            + #""diet":{"vegan":"no"},"nutrition":{"calories":12.5},"difficulty":"easy","tags":["a","b"],"servings":4}}"#,
        #"{"specversion":"1.0","type":"larder.notifications.read","source":"a","id":"3","actor":"@bo","data":{"upTo":40}}"#,
        #"{"specversion":"1.0","type":"larder.recipe.rated","source":"a","id":"4","actor":"m7","subject":"r2","#
            + #""cause":"c3","data":{"stars":5}}"#,
        #"{"specversion":"1.0","type":"larder.recipe.cooked","source":"a","id":"5","actor":"@bo","subject":"r2","data":{}}"#,
    ]

    private static let inserted = [
        "\"", "\\", "{", "}", "[", "]", ",", ":", "null", "0", "-1", "1e5", "01", "true", " ", "\t", "\n", "\u{0}",
        "\u{7F}",
        "é", "\u{85}", "%3A", "@", "\\u0041", "\\ud83c\\udf72", "\\ud800", "\\/", "\"id\":\"9\",", "\"text\":\"x\",",
        "\"difficulty\":1,", "\"vegan\":2,", "\"extra\":\"x\",", "\"cause\":null,", "\"a\":[{\"b\":1,\"b\":2}],",
    ]

    private func check(_ line: [UInt8]) -> Bool {
        guard let command = PlainEvent.command(line) else { return false }
        let text = String(decoding: line, as: UTF8.self)
        #expect(String(validating: line, as: UTF8.self) != nil, "\(text)")
        #expect(throws: Never.self, "\(text)") {
            let expected = try CloudEventReader.command(json: line)
            #expect(command == expected, "\(text)")
        }
        return true
    }

    @Test("the fast reader takes nearly all ordinary events and agrees with the full reader")
    func readsOrdinaryEvents() {
        let plain = Self.samples.count(where: check)
        #expect(Self.samples.count > 150 && plain > Self.samples.count - 8)
    }

    @Test("the quick reader agrees with the full reader on damaged events", .seeded) func damagedEvents() {
        var generator = SeededGenerator.ofTest()
        let rounds = Tier.rounds(5_000, long: 2_000_000)
        var stillPlain = 0
        for _ in 0..<rounds {
            guard var line = Self.samples.randomElement(using: &generator) else { return }
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<line.count, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: line[place] = UInt8.random(in: 0...255, using: &generator)
                case 1:
                    line.removeSubrange(place..<min(line.count - 1, place + Int.random(in: 1...4, using: &generator)))
                case 2:
                    let count = Int.random(in: 1...40, using: &generator)
                    line.insert(contentsOf: line[place...].prefix(count), at: place)
                default:
                    // Often where a member may stand.
                    let commas = line.indices.filter { line[$0] == UInt8(ascii: ",") }
                    let here = Bool.random(using: &generator) ? commas.randomElement(using: &generator) ?? 0 : place
                    line.insert(contentsOf: (Self.inserted.randomElement(using: &generator) ?? "").utf8, at: here + 1)
                }
            }
            if check(line) { stillPlain += 1 }
        }
        #expect(stillPlain > rounds / 20)
    }

    @Test(
        "the fast reader accepts no value of the JSON test suite that the full reader refuses",
        .enabled(if: SharedData.isPresent, SharedData.absence))
    func agreesOnTheJSONTestSuite() throws {
        let directory = SharedData.url("vectors/json-test-suite")
        let files = try #require(FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "json" {
            let value = [UInt8](try Data(contentsOf: file))
            let head = #"{"specversion":"1.0","type":"larder.recipe.liked","source":"a","id":"1","subject":"r2","#
            for member in [#""data":"#, #""data":{"x":"#] {
                _ = check(Array((head + member).utf8) + value + Array((member.hasSuffix("x\":") ? "}}" : "}").utf8))
            }
            var reader = unsafe JSONReader(value.span.bytes)
            var object = PlainObject()
            // An object that is stepped over is JSON, if it is UTF-8; a malformed one is refused by both readers.
            if (try? object.skip(&reader)) == true, reader.isAtEnd, String(validating: value, as: UTF8.self) != nil {
                #expect(throws: Never.self, "\(file.lastPathComponent)") { try JSONValue(value) }
            }
            count += 1
        }
        #expect(count > 100)
    }
}
