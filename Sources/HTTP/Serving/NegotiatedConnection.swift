import HTTPTypes
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOHTTP2
import NIOTLS

/// The channel of one connection by TLS. In the handshake the client chooses HTTP/2 or HTTP/1.1; one that does not choose gets HTTP/1.1.
struct NegotiatedConnection: ServerChildChannel {
    /// What the service offers, the preferred one first.
    static let protocols = ["h2", "http/1.1"]

    enum Negotiated: Sendable {
        case http1(HTTPConnection.Value)
        case http2(HTTP2Channel.Value)
    }

    struct Value: ServerChildChannelValue {
        let negotiated: EventLoopFuture<Negotiated>
        let channel: any Channel
    }

    private let http1: HTTPConnection
    private let http2: HTTP2Channel
    /// A connection whose handshake takes longer is closed.
    private let handshakeSecondsMax: Int

    init(_ http1: HTTPConnection, _ http2: HTTP2Channel, handshakeSecondsMax: Int) {
        (self.http1, self.http2, self.handshakeSecondsMax) = (http1, http2, handshakeSecondsMax)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let negotiation = NIOTypedApplicationProtocolNegotiationHandler<Negotiated> { result in
                switch result {
                case .negotiated("h2"): setUpHTTP2(channel, logger)
                case .negotiated("http/1.1"), .fallback:
                    http1.setup(channel: channel, logger: logger).map { .http1($0) }
                // The service offers no other.
                case .negotiated: channel.eventLoop.makeFailedFuture(NIOHTTP2Errors.invalidALPNToken())
                }
            }
            try channel.pipeline.syncOperations.addHandler(negotiation)
            let timeout = channel.eventLoop.scheduleTask(in: .seconds(Int64(handshakeSecondsMax))) {
                channel.close(promise: nil)
            }
            negotiation.protocolNegotiationResult.whenComplete { _ in timeout.cancel() }
            return Value(negotiated: negotiation.protocolNegotiationResult, channel: channel)
        }
    }

    private func setUpHTTP2(_ channel: any Channel, _ logger: Logger) -> EventLoopFuture<Negotiated> {
        http2.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(GoAwayHandler(), position: .after(try pipeline.handler(type: NIOHTTP2Handler.self)))
            return .http2(value)
        }
    }

    func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.negotiated.get() {
            case .http1(let value): await http1.handle(value: value, logger: logger)
            case .http2(let value): await http2.handle(value: value, logger: logger)
            }
        } catch {
            logger.debug("no protocol was negotiated", metadata: ["error": "\(error)"])
            value.channel.close(promise: nil)
        }
    }
}

/// Closes a connection over HTTP/2 that was told to end, some time later, once its requests are answered.
///
/// Hummingbird tells an idle connection to end, and all connections when the service stops. It then waits for the client's reply, for as
/// long as it takes.
final class GoAwayHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame
    typealias OutboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// How long a client may take to reply.
    private static let replySecondsMax: Int64 = 10

    private var streamsOpen = 0
    private var isOver = false
    private var deadline: Scheduled<Void>?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .goAway = unwrapOutboundIn(data).payload, deadline == nil {
            deadline = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(Self.replySecondsMax)) { [self] in
                isOver = true
                if streamsOpen == 0 { context.close(promise: nil) }
            }
        }
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is NIOHTTP2StreamCreatedEvent: streamsOpen += 1
        case is StreamClosedEvent:
            streamsOpen -= 1
            if isOver, streamsOpen == 0 { context.close(promise: nil) }
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }
}
