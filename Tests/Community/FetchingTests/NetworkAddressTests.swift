import Fetching
import Testing

@Suite struct NetworkAddressTests {
    @Test(
        "a public address counts as public",
        arguments: [
            "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "169.253.1.1",
            "192.0.1.1",
            "223.255.255.255", "2606:4700::1111", "2a00:1450:4001::1", "::ffff:8.8.8.8", "64:ff9b::808:808",
            "2001:200::1",
        ])
    func publicOnes(text: String) throws { #expect(try #require(NetworkAddress(text)).isPublic) }

    @Test(
        "a private or reserved address does not count as public",
        arguments: [
            "0.0.0.0", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.255", "169.254.169.254",
            "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.19.255.255",
            "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1",
            "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "::127.0.0.1", "64:ff9b::7f00:1", "fc00::1", "fd12::1", "fe80::1",
            "fec0::1", "ff02::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "100::1", "4000::1",
        ])
    func othersAreNot(text: String) throws { #expect(try !#require(NetworkAddress(text)).isPublic) }

    @Test(
        "text that is no address is not understood",
        arguments: ["", "localhost", "1.2.3", "127.1", "0x7f000001", "1.2.3.4.5", "fe80::1%eth0", "[::1]", ":::"])
    func otherWordsAreNone(text: String) { #expect(NetworkAddress(text) == nil) }

    @Test("an address is written as it is read") func isWrittenAsItIsRead() {
        for text in ["1.2.3.4", "2001:db8::1", "::1"] { #expect(NetworkAddress(text)?.description == text) }
    }

    @Test(
        "a range holds exactly the addresses with its prefix",
        arguments: [
            ("192.0.2.0/24", "192.0.2.255", true), ("192.0.2.0/24", "192.0.3.0", false),
            ("10.0.0.0/9", "10.128.0.0", false),
            ("0.0.0.0/0", "255.1.2.3", true), ("0.0.0.0/0", "::1", false), ("127.0.0.1", "127.0.0.1", true),
            ("127.0.0.1", "127.0.0.2", false), ("2001:db8::/33", "2001:db8:7fff::1", true),
            ("2001:db8::/33", "2001:db8:8000::1", false), ("::/0", "2001::", true),
        ])
    func rangesHoldWhatBeginsAsTheyDo(prefix: String, address: String, holds: Bool) throws {
        #expect(try #require(NetworkPrefix(prefix)).contains(#require(NetworkAddress(address))) == holds)
    }

    @Test(
        "text that is no address range is not understood",
        arguments: ["", "/", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "10.0.0.0/8/8", "kitchen/8"])
    func otherWordsAreNoRanges(text: String) { #expect(NetworkPrefix(text) == nil) }

    @Test("a range is written without the bits that do not count") func rangesAreWrittenWithoutWhatDoesNotCount() {
        #expect(NetworkPrefix("10.1.2.3/8")?.description == "10.0.0.0/8")
        #expect(NetworkPrefix("2001:db8:1:2:3::4/64")?.description == "2001:db8:1:2::/64")
        #expect(NetworkPrefix("10.1.2.3")?.description == "10.1.2.3")
        #expect(NetworkPrefix("10.1.2.3/8") == NetworkPrefix("10.0.0.0/8"))
    }
}
