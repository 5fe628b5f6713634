import Fetching
import HTTPTypes
import NIOCore

/// Where a request comes from, as far as it can be believed.
enum ClientAddress {
    /// The address that the connection comes from, an IPv4 address always as such; nil: it comes from none.
    static func peer(of channel: any Channel) -> NetworkAddress? {
        let address = channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }
        return address?.carried ?? address
    }

    /// The address that the connection comes from; where that is a proxy that is trusted, what the proxy says of it, and so on:
    /// of `X-Forwarded-For` only what trusted ones have added counts, for whoever asks can write anything before it.
    static func address(
        of channel: any Channel, _ headers: HTTPFields, trusting proxies: [NetworkPrefix]
    ) -> NetworkAddress? {
        guard var address = peer(of: channel) else { return nil }
        guard !proxies.isEmpty, proxies.contains(where: { $0.contains(address) }) else { return address }
        let said = headers[values: .forwardedFor].flatMap { $0.split(separator: ",") }
        for text in said.reversed() {
            guard let next = spoken(text.trimmingPrefix { $0 == " " }.prefix { $0 != " " }) else { break }
            address = next.carried ?? next
            if !proxies.contains(where: { $0.contains(address) }) { break }
        }
        return address
    }

    /// Some proxies say the port, too: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
    private static func spoken(_ text: Substring) -> NetworkAddress? {
        if text.hasPrefix("[") { return NetworkAddress(String(text.dropFirst().prefix { $0 != "]" })) }
        return NetworkAddress(String(text.count { $0 == ":" } == 1 ? text.prefix { $0 != ":" } : text))
    }

    /// Whom to count for it: an IPv6 client has at least 64 bits to change at will.
    static func payer(_ address: NetworkAddress?) -> RatePayer {
        guard let address, let network = NetworkPrefix(address, bits: address.bytes.count == 16 ? 64 : 32) else {
            return .unknown
        }
        return .network(network)
    }
}

extension HTTPField.Name {
    static let forwardedFor = HTTPField.Name("X-Forwarded-For")!
}
