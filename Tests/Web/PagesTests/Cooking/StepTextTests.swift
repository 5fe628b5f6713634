import Markup
import Pages
import Testing

/// The durations in the text of a step.
@Suite struct StepTextTests {
    @Test(
        "a duration in a step becomes a timer of its longest time",
        arguments: [
            ("Simmer for 12 minutes, until soft.", [720]), ("Bake 1½ hours.", [5_400]), ("Rest 5-10 min", [600]),
            ("Cook for 5 to 6 minutes", [360]), ("Wait an hour", [3_600]), ("Fry for half an hour", [1_800]),
            ("Stir 30 seconds, then boil 2 hrs.", [30, 7_200]), ("Rest for a minute", [60]),
            ("Bake at 180 degrees", []), ("Add 2 halves", []), ("Use 3 minced cloves", []), ("Leave 48 hours", []),
            ("Bake for 1.5 hours", [5_400]), ("A 20-minute soup", [1_200]), ("99999999999999999999 minutes", []),
        ])
    func durations(_ text: String, _ seconds: [Int]) {
        #expect(StepText(text, name: "Step 1").durations.map(\.seconds) == seconds, "\(text)")
    }

    @Test("the text around the timers stays, and hostile text stays text") func html() {
        let text = "<script> for 10 minutes & more\nthen \"rest\""
        let html = String(decoding: StepText(text, name: "Step 1").html.bytes, as: UTF8.self)
        #expect(html.hasPrefix("&lt;script&gt; for <button class=\"time\" type=\"button\" data-timer=\"600\""))
        #expect(html.hasSuffix("</button> &amp; more<br>then &quot;rest&quot;"))
    }
}
