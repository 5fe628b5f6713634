import Events
import Testing

@testable import Recipes

@Suite struct ServiceBaseTests {
    @Test("request addresses lie below the base and are percent-encoded") func everythingIsBelowIt() throws {
        let base = try ServiceBase("http://127.0.0.1:80/api//")
        #expect(base.url([], [:]).hasPrefix("http://127.0.0.1:80/api"))
        #expect(base.url(["a/b?", ".."], ["q": "x"]) == "http://127.0.0.1:80/api/a%2Fb%3F/..?q=x")
        let query = base.url(["s"], ["q": "pea & leek + 50% #1=ä", "none": nil, "r": "/?"])
        #expect(query == "http://127.0.0.1:80/api/s?q=pea%20%26%20leek%20%2B%2050%25%20%231%3D%C3%A4&r=/?")
    }

    @Test(
        "a text that is no base address is refused without showing its secrets",
        arguments: [
            "", "kitchen.example", "ftp://kitchen.example/", "http://", "file:///etc/passwd",
            "http://u:s3cret@kitchen.example",
            "https://kitchen.example/?key=s3cret", "https://kitchen.example/#s3cret",
            "https://kitchen.example/s3cret" + String(repeating: "x", count: 500),
        ])
    func whatIsNoneIsRefusedAndNotShown(text: String) {
        let refusal = #expect(throws: Refusal.self) { _ = try ServiceBase(text) }
        #expect(refusal?.code == .usage && refusal?.field == "base-url")
        #expect(refusal?.message.contains("s3cret") == false)
    }

    @Test("a key with invisible characters is refused without showing it") func keysAreVisible() throws {
        let base = try ServiceBase(TheMealDBService.standardBase)
        for key in ["s3 cret", "s3cret\r\nX: y", "s3crét", String(repeating: "s3cret", count: 50)] {
            let refusal = #expect(throws: Refusal.self) { _ = try TheMealDBService(base: base) { _ in key } }
            #expect(refusal?.code == .usage && refusal?.message.contains("$THEMEALDB_KEY") == true)
            #expect(refusal?.message.contains("s3") == false)
        }
    }
}
