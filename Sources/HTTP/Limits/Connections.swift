import Fetching
import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import Synchronization

/// Counts connections and limits them. Further connections wait in the system's queue. One network holds at most three quarters of them,
/// so that it cannot keep all other clients out.
final class Connections: Sendable {
    private struct State {
        var open = 0
        var byNetwork: [RatePayer: Int] = [:]
    }

    private let state = Mutex(State())
    private let max: Int
    private let networkMax: Int
    /// Their connections carry the requests of many clients, and count for no network.
    private let proxies: [NetworkPrefix]

    init(max: Int, trusting proxies: [NetworkPrefix]) {
        self.max = max
        networkMax = max - max / 4
        self.proxies = proxies
    }

    var open: Int { state.withLock { $0.open } }

    /// For the socket that listens.
    var delegate: any AvailableConnectionsDelegate { Delegate(connections: self) }

    private struct Delegate: AvailableConnectionsDelegate {
        let connections: Connections

        func connectionOpened() { connections.state.withLock { $0.open += 1 } }
        func connectionClosed() { connections.state.withLock { $0.open -= 1 } }
        func isAcceptingNewConnections() -> Bool { connections.open < connections.max }
    }

    /// The network that a connection counts for; `nil`: none.
    fileprivate func network(of channel: any Channel) -> RatePayer? {
        guard let peer = ClientAddress.peer(of: channel), !proxies.contains(where: { $0.contains(peer) }) else {
            return nil
        }
        return ClientAddress.payer(peer)
    }

    /// Counts a connection of a network; `false`: the network has reached its limit.
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

/// A connection that counts for its network, whatever is spoken over it.
struct CountedConnection<Base: ServerChildChannel>: ServerChildChannel {
    private let base: Base
    private let connections: Connections

    init(_ base: Base, _ connections: Connections) { (self.base, self.connections) = (base, connections) }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ConnectionHandler(connections))
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

/// Closes a connection beyond its network's limit.
private final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

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
}

/// The address that a request comes from, as far as it can be trusted.
enum ClientAddress {
    /// The address of the connection's other end; `nil`: it has none. An IPv4 address within an IPv6 one is given as IPv4.
    static func peer(of channel: any Channel) -> NetworkAddress? {
        let address = channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }
        return address?.carried ?? address
    }

    /// The client's address. If the connection comes from a trusted proxy, this is the address that the proxy has added to
    /// `X-Forwarded-For`, and so on. Earlier entries of that header do not count: a client can write anything there.
    static func address(
        of channel: any Channel, _ headers: HTTPFields, trusting proxies: [NetworkPrefix]
    ) -> NetworkAddress? {
        guard var address = peer(of: channel) else { return nil }
        guard !proxies.isEmpty, proxies.contains(where: { $0.contains(address) }) else { return address }
        let said = headers[values: .forwardedFor].flatMap { $0.split(separator: ",") }
        for text in said.reversed() {
            guard let next = entry(text.trimmingPrefix { $0 == " " }.prefix { $0 != " " }) else { break }
            address = next.carried ?? next
            if !proxies.contains(where: { $0.contains(address) }) { break }
        }
        return address
    }

    /// Reads an entry, which may have a port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
    private static func entry(_ text: Substring) -> NetworkAddress? {
        if text.hasPrefix("[") { return NetworkAddress(String(text.dropFirst().prefix { $0 != "]" })) }
        return NetworkAddress(String(text.count { $0 == ":" } == 1 ? text.prefix { $0 != ":" } : text))
    }

    /// The payer of an address. An IPv6 client can choose at least 64 bits of its address freely.
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

/// The system's limit on files and connections that this process has open at once.
enum FileLimit {
    /// Kept for the files of the community, and for files that are open for a moment.
    private static let reserve = 256

    /// Raises the limit for so many connections, as far as the system allows. Returns how many connections fit.
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
