import Events
import FormatsSupport
import Testing

@testable import CloudEvents
@testable import Recipes

/// Times as apps and their exporters write them.
@Suite struct JSONTimesTests {
    @Test(
        "JSON times of several exporters are read",
        arguments: [
            (#""2021-10-05T08:00:00.000Z""#, "2021-10-05T08:00:00Z"),
            (#""2012-09-05 13:03:36""#, "2012-09-05T13:03:36Z"),
            (#""2024-04-07""#, "2024-04-07T00:00:00Z"),
            (#""2024-04-07T16:57:29.706846""#, "2024-04-07T16:57:29.706846Z"),
            (#""2024-04-07T16:57:29+02:00""#, "2024-04-07T14:57:29Z"), ("1577934245", "2020-01-02T03:04:05Z"),
            ("1577934245678", "2020-01-02T03:04:05.678Z"), ("0", "1970-01-01T00:00:00Z"),
            (#"{"__type":"Date","iso":"2021-10-05T08:00:00.000Z"}"#, "2021-10-05T08:00:00Z"),
            (#"{"$date":{"$numberLong":"1577934245678"}}"#, "2020-01-02T03:04:05.678Z"),
            (#"{"$date":1577934245678}"#, "2020-01-02T03:04:05.678Z"),
            (#"{"_seconds":1577934245,"_nanoseconds":678000999}"#, "2020-01-02T03:04:05.678Z"),
            (#"{"__datatype__":"timestamp","value":{"_seconds":5,"_nanoseconds":0}}"#, "1970-01-01T00:00:05Z"),
            (#"{"seconds":"5"}"#, "1970-01-01T00:00:05Z"), (#""soon""#, nil), ("null", nil), ("[]", nil), ("{}", nil),
            ("true", nil),
            ("1e300", nil), (#"{"_seconds":9223372036854775807,"_nanoseconds":1}"#, nil),
            (#"{"_seconds":1,"_nanoseconds":-1}"#, nil),
            (#"{"iso":{"iso":{"iso":{"iso":{"iso":"2021-10-05T08:00:00Z"}}}}}"#, nil),
            (#""9999-01-01T00:00:00Z""#, nil),
        ] as [(String, String?)])
    func areRead(written: String, time: String?) throws {
        #expect(try JSONValue(Array(written.utf8)).instant?.rfc3339 == time)
    }

    @Test(
        "a missing title is derived from the first words of the recipe",
        arguments: [
            ("", ["Boil the water. Add salt."], [], "Boil the water"),
            ("Green soup!\nBest.", ["Boil."], [], "Green soup"),
            ("", [], ["2 eggs"], "2 eggs"), ("", [" "], [], nil),
            (
                "", ["Cut the onions into very small pieces and let them become golden in butter"], [],
                "Cut the onions into very small pieces and let them become …"
            ), ("", [String(repeating: "x", count: 100)], [], String(repeating: "x", count: 60)),
            ("", ["x" + String(repeating: "\u{35B}", count: 100)], [], "x" + String(repeating: "\u{35B}", count: 59)),
            ("", ["Approx. 2 l of water. Boil."], [], "Approx. 2 l of water"), ("", ["Serve."], [], "Serve"),
        ] as [(String, [String], [String], String?)])
    func titlesAreHowThingsBegin(description: String, steps: [String], ingredients: [String], title: String?) {
        var content = ProtoRecipeContent(title: "", ingredients: ingredients, steps: steps)
        content.description_p = description
        #expect(DerivedTitle.of(content) == title)
    }
}
