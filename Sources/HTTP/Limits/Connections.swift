import Fetching
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Counts connections, and takes no more than so many at once: others wait in the system's own queue. No network holds more than
/// three quarters of them, so that nobody keeps all others out.
final class Connections: Sendable {
    private struct State {
        var open = 0
        var byNetwork: [RatePayer: Int] = [:]
    }

    private let state = Mutex(State())
    private let max: Int
    private let networkMax: Int
    /// Others come by these.
    private let proxies: [NetworkPrefix]

    init(max: Int, trusting proxies: [NetworkPrefix]) {
        self.max = max
        networkMax = max - max / 4
        self.proxies = proxies
    }

    var open: Int { state.withLock { $0.open } }

    /// Of the one socket that listens.
    var delegate: any AvailableConnectionsDelegate { Delegate(connections: self) }

    /// Of each connection.
    var handler: any RemovableChannelHandler { ConnectionHandler(self) }

    private struct Delegate: AvailableConnectionsDelegate {
        let connections: Connections

        func connectionOpened() { connections.state.withLock { $0.open += 1 } }
        func connectionClosed() { connections.state.withLock { $0.open -= 1 } }
        func isAcceptingNewConnections() -> Bool { connections.open < connections.max }
    }

    /// As whose connection it is counted; nil: as nobody's.
    fileprivate func network(of channel: any Channel) -> RatePayer? {
        guard let peer = ClientAddress.peer(of: channel), !proxies.contains(where: { $0.contains(peer) }) else {
            return nil
        }
        return ClientAddress.payer(peer)
    }

    /// False where that network has as many as it may.
    func enter(_ network: RatePayer) -> Bool {
        state.withLock { state in
            guard state.byNetwork[network, default: 0] < networkMax else { return false }
            state.byNetwork[network, default: 0] += 1
            return true
        }
    }

    func leave(_ network: RatePayer) {
        state.withLock { state in
            let left = state.byNetwork[network, default: 0] - 1
            state.byNetwork[network] = left > 0 ? left : nil
        }
    }
}

/// Closes a connection that is one too many, and tells who waits to be told before they send a body that they may: RFC 9110,
/// 10.1.1.
private final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let connections: Connections
    private var network: RatePayer?

    init(_ connections: Connections) { self.connections = connections }

    func channelActive(context: ChannelHandlerContext) {
        if let network = connections.network(of: context.channel) {
            guard connections.enter(network) else {
                context.close(promise: nil)
                return
            }
            self.network = network
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let network { connections.leave(network) }
        network = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let request) = unwrapInboundIn(data),
            request.headerFields[.expect]?.lowercased() == "100-continue"
        {
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        context.fireChannelRead(data)
    }
}

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

/// How many files and connections the system lets this process have open at once.
enum FileLimit {
    /// Kept for the community's own files, and for what is read and written in passing.
    private static let reserve = 256

    /// Raises the limit, as far as that is allowed, to what so many connections take. Answers how many of them there is room
    /// for.
    static func room(forConnections wanted: Int) -> Int {
        guard var limit = current() else { return wanted }
        let needed = rlim_t(wanted + reserve)
        if limit.rlim_cur < needed {
            limit.rlim_cur = min(needed, limit.rlim_max)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        let allowed = Int(clamping: current()?.rlim_cur ?? limit.rlim_cur)
        return min(wanted, max(1, allowed - reserve))
    }

    private static func current() -> rlimit? {
        var limit = rlimit()
        return unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
    }
}
