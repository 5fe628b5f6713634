import Layout
import TestSupport
import Testing

@testable import CloudEvents

@Suite struct EventHeadersTests {
    @Test(
        "a header's value is unquoted, then percent-decoded once",
        arguments: [
            ("plain", "plain"), ("Euro%20%E2%82%AC%20%F0%9F%98%80", "Euro € 😀"), (#""quoted text""#, "quoted text"),
            (#""a \"b\" \\c""#, #"a "b" \c"#), (#""50%25 \%41""#, "50% A"), ("%2541", "%41"), (#"a"b"#, #"a"b"#),
            (#""""#, ""), ("a+b", "a+b"), ("Straße", "Straße"), (#""é€""#, "é€"),
        ])
    func values(written: String, value: String) {
        #expect(EventHeaders.value(written) == value)
    }

    @Test(
        "a header's value with open quotes or a wrong encoding is none",
        arguments: [#"""#, #""open"#, #""end\""#, #""a" b"#, #""a""b""#, "%", "%4", "%zz", "%C0%A0", "%FF"])
    func malformedValues(written: String) {
        #expect(EventHeaders.value(written) == nil)
    }

    @Test("headers become members, each once") func members() throws {
        let members = try EventHeaders.members(of: [
            ("host", "x"), ("ce-id", "1"), ("ce-expectedversion", "3"), ("ce-note", "7"), ("content-type", "a/b"),
        ])
        #expect(members == ["id": .string("1"), "expectedversion": .number("3"), "note": .string("7")])
        for headers in [[("ce-id", "1"), ("ce-id", "1")], [("ce-data", "{}")], [("ce-id", "%")]] {
            let refusal = #expect(throws: Refusal.self) {
                try EventHeaders.members(of: headers)
            }
            #expect(refusal?.code == .usage && refusal?.field == headers[0].0)
        }
    }
}
