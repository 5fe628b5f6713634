import Testing

@testable import CloudEvents
@testable import Recipes

/// JSON as pages carry it.
@Suite struct LenientJSONTests {
    private func read(_ text: String) throws -> [JSONValue] { try LenientJSON.texts(Array(text.utf8)).values }

    /// The text at the key `a` of the only object.
    private func a(_ text: String) throws -> String? {
        guard case .object(let members, _)? = try read(text).first else { return nil }
        return members["a"]?.text
    }

    @Test(
        "JSON with marks and comments of web pages is read",
        arguments: [
            #"{"a":"x"}"#, "\u{FEFF}{\"a\":\"x\"}", " <!-- {\"a\":\"x\"} --> ", "//<![CDATA[\n{\"a\":\"x\"}\n//]]>",
            "/* <![CDATA[ */ {\"a\":\"x\"} /* ]]> */", "<![CDATA[{\"a\":\"x\"}]]>", "{\"a\":\"x\",}",
            "{,\"a\":\"x\",,\"b\":1}",
            "{\"b\":undefined,\"a\":\"x\"}", "{\"b\":,\"a\":\"x\"}", "{\"a\":\"x\"};", "{\"b\":\"y\" \"a\":\"x\"}",
            "{\"a\":\"y\",\"a\":\"x\"}", "{&quot;a&quot;:&quot;x&quot;}", "{\"a\":\"x\"} trailing", "{\"a\":\"x\"}}",
            "// here it is\n{\"a\":\"x\"}", "{\"b\":[1,2,],\"a\":\"x\"}", "{\"b\":[NaN,-1e3,.5],\"a\":\"x\"}",
        ])
    func takesWhatPagesWrite(text: String) throws { #expect(try a(text) == "x") }

    @Test(
        "faulty strings of web pages are repaired",
        arguments: [
            ("one\ntwo", "one\ntwo"), ("one\u{1}two", "one two"), (#"\u00e9\ud83c\udf5e"#, "é🍞"),
            (#"\ud83cx"#, "\u{FFFD}x"),
            (#"\'\q\/"#, "'q/"), (#"a\u12"#, "a\u{FFFD}12"), ("<!-- kept -->", "<!-- kept -->"), ("// kept", "// kept"),
            (#"say \"hi\""#, #"say "hi""#), (#"a 9" pan"#, #"a 9" pan"#),
            (#"the "best", they say"#, #"the "best", they say"#),
        ])
    func readsStrings(written: String, read: String) throws {
        #expect(try a("{\"a\":\"\(written)\",\"b\":1}") == read)
    }

    @Test("several JSON texts in a row are all read") func severalTextsFollowEachOther() throws {
        #expect(try read("{\"a\":1}\n{\"a\":2}[3]").count == 3)
    }

    @Test("invalid UTF-8 bytes in JSON are replaced") func bytesThatAreNoUTF8AreReplaced() throws {
        let values = try LenientJSON.texts(Array("[\"".utf8) + [0xFF] + Array("\"]".utf8)).values
        #expect(values == [.array([.string("\u{FFFD}")])])
    }

    @Test(
        "incomplete or absent JSON is refused",
        arguments: [
            "", "  ", "x", "\"text\"", "{", "{\"a\"", "{\"a\":", "{\"a\":\"", "{\"a\":[1,", "<p>no</p>", "{\"a\":@}",
        ])
    func refusesWhatEndsTooEarlyOrIsNone(text: String) {
        #expect(throws: JSONValue.Malformed.self) { try read(text) }
    }

    @Test("too deep or too many JSON values are refused") func depthAndNumberAreBounded() {
        #expect(throws: JSONValue.Malformed.self) { try read(String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSONValue.Malformed.self) {
            try read("[" + String(repeating: "1,", count: LenientJSON.valuesMax + 1) + "]")
        }
    }

    @Test(
        "valid JSON is read as the strict reader reads it",
        arguments: [#"{"a":[1,-2.5e3,true,null,"\u00e9\n"],"b":{"c":{}}}"#, "[[[[]]]]", #"[{"x":"y"},"z"]"#])
    func readsAsTheStrictReaderDoes(text: String) throws {
        #expect(try read(text) == [try JSONValue(Array(text.utf8))])
    }
}
