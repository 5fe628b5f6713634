import Testing

@testable import Fetching

@Suite struct NetworkAddressTests {
    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "169.253.1.1", "192.0.1.1",
        "223.255.255.255", "2606:4700::1111", "2a00:1450:4001::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2001:200::1",
    ])
    func publicOnes(text: String) throws { #expect(try #require(NetworkAddress(text)).isPublic) }

    @Test(arguments: [
        "0.0.0.0", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.255", "169.254.169.254",
        "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.19.255.255",
        "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "::127.0.0.1", "64:ff9b::7f00:1", "fc00::1", "fd12::1", "fe80::1",
        "fec0::1", "ff02::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "100::1", "4000::1",
    ])
    func othersAreNot(text: String) throws { #expect(try !#require(NetworkAddress(text)).isPublic) }

    @Test(arguments: ["", "localhost", "1.2.3", "127.1", "0x7f000001", "1.2.3.4.5", "fe80::1%eth0", "[::1]", ":::"])
    func otherWordsAreNone(text: String) { #expect(NetworkAddress(text) == nil) }

    @Test func isWrittenAsItIsRead() {
        for text in ["1.2.3.4", "2001:db8::1", "::1"] { #expect(NetworkAddress(text)?.description == text) }
    }

    @Test(arguments: [
        ("http://a.example/x?y#z", "http://a.example/x?y", "a.example"),
        ("HTTPS://A.example", "HTTPS://A.example", "A.example"),
        ("http://[::1]:80/", "http://[::1]:80/", "::1"), ("http://127.1/", "http://127.1/", "127.1"),
    ])
    func targets(written: String, text: String, host: String) throws {
        let target = try FetchTarget(written)
        #expect(target.text == text && target.host == host)
    }

    @Test(arguments: [
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

    @Test func redirectsAreRelativeToTheirPage() throws {
        let page = try FetchTarget("http://a.example/x/y?z")
        #expect(try FetchTarget("../w", relativeTo: page).text == "http://a.example/w")
        #expect(try FetchTarget("//b.example/w", relativeTo: page).host == "b.example")
    }
}
