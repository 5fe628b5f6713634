import Fetching
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
