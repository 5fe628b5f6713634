import Testing

@testable import Fetching

@Suite struct FetchTargetTests {
    @Test(
        "an address is normalized to its text and host",
        arguments: [
            ("http://a.example/x?y#z", "http://a.example/x?y", "a.example"),
            ("HTTPS://A.example", "HTTPS://A.example", "A.example"),
            ("http://[::1]:80/", "http://[::1]:80/", "::1"), ("http://127.1/", "http://127.1/", "127.1"),
        ])
    func targets(written: String, text: String, host: String) throws {
        let target = try FetchTarget(written)
        #expect(target.text == text && target.host == host)
    }

    @Test(
        "text that is no web address is forbidden",
        arguments: [
            "", "a.example", "ftp://a.example/", "file:///etc/passwd", "http://", "http://u:p@a.example/",
            "http://u@a.example/",
            "http://[fe80::1%25eth0]/", "http+unix://%2Ftmp%2Fs/", "unix:/tmp/s", "javascript:1",
            "http://%31%32%37.0.0.1/%",
            "http://a.example/" + String(repeating: "x", count: 3_000), "http://exa mple/", "data:text/html,x",
        ])
    func noTargets(written: String) {
        let failure = #expect(throws: FetchFailure.self) { _ = try FetchTarget(written) }
        #expect(failure?.kind == .forbidden)
    }

    @Test("a redirect is resolved against its page") func redirectsAreRelativeToTheirPage() throws {
        let page = try FetchTarget("http://a.example/x/y?z")
        #expect(try FetchTarget("../w", relativeTo: page).text == "http://a.example/w")
        #expect(try FetchTarget("//b.example/w", relativeTo: page).host == "b.example")
    }
}
