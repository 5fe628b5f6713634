import HTTPTypes
import NIOCore
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP2

/// Holds one request over HTTP/2 to the rules that neither its codec nor Hummingbird keeps. It stands right behind the codec.
///
/// - A request that cannot be read is answered by a problem.
/// - A body of unknown length is marked as it is over HTTP/1.1, so that it is read.
/// - A client that still sends a body whose request is answered is told to stop: RFC 9113, 8.1.
final class StreamHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let reply: (Malformation) -> Reply
    private var isRead = false
    /// Whether what still comes has no reader.
    private var isDropping = false

    init(reply: @escaping (Malformation) -> Reply) { self.reply = reply }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .end = part { isRead = true }
        guard !isDropping else { return }
        guard case .head(var head) = part else { return context.fireChannelRead(data) }
        if let malformation = Malformation.found(in: head) { return refuse(malformation, head.method, context) }
        if head.method != .get, head.method != .head, head.headerFields[.contentLength] == nil {
            head.headerFields[.transferEncoding] = "chunked"
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private func refuse(_ malformation: Malformation, _ method: HTTPRequest.Method, _ context: ChannelHandlerContext) {
        isDropping = true
        let reply = reply(malformation)
        var head = HTTPResponse(status: reply.status, headerFields: reply.headers)
        head.headerFields[.contentLength] = "\(reply.body.count)"
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        // An answer to HEAD has no body.
        if method != .head {
            context.write(wrapOutboundOut(.body(ByteBuffer(bytes: reply.body))), promise: nil)
        }
        write(context: context, data: wrapOutboundOut(.end(nil)), promise: nil)
        context.flush()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data), !isRead else { return context.write(data, promise: promise) }
        isDropping = true
        let promise = promise ?? context.eventLoop.makePromise()
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        promise.futureResult.whenSuccess {
            let (handler, context) = loopBound.value
            // A reset before the answer has gone would take it back.
            guard !handler.isRead else { return }
            context.triggerUserOutboundEvent(NIOHTTP2FramePayloadToHTTPEvent.reset(code: .noError), promise: nil)
        }
        context.write(data, promise: promise)
    }
}
