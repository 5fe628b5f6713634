import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Holds one connection to the rules of HTTP/1 that neither the parser nor Hummingbird keeps. It stands right behind the parser.
///
/// - A request that cannot be read is answered by a problem, after the answers to the requests before it.
/// - HTTP/1.0 gets no chunks, and its connection ends with the answer.
/// - The rest of a body whose request is answered is dropped. A client that sends too much of it loses the connection.
/// - A connection ends in steps: the answer, the rest of the body, the end of sending, a while of reading and dropping. Closing at once
///   would reset the connection of a client that still sends, and the client would lose the answer: RFC 9112, 9.6.
final class MessageHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The longest time for which a connection is read only to drop what comes.
    private static let endingSecondsMax = 30

    private let line: RequestLineHandler
    private let reply: (Malformation) -> Reply
    private var states = MessageStates()
    private var isEnding = false
    private var hasEndedSending = false
    private var bytesDropped = 0
    private var deadline: Scheduled<Void>?

    init(_ line: RequestLineHandler, reply: @escaping (Malformation) -> Reply) {
        (self.line, self.reply) = (line, reply)
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        guard !isEnding, states.malformation == nil else { return drop(part, context) }
        switch part {
        case .head(var head):
            if let malformation = Malformation.found(in: head) { return refuse(malformation, context) }
            states.begin(&head)
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body(let bytes):
            states.receive(bytes.readableBytes)
            if states.dropsTooMuch {
                context.close(promise: nil)
            } else if !states.isDropping {
                context.fireChannelRead(data)
            }
        case .end:
            if states.isDropping { deadline?.cancel() }
            states.end()
            line.begin()
            context.fireChannelRead(data)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // Hummingbird reads no further once a connection ends.
        if isEnding { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        guard !isEnding, states.malformation == nil else { return }
        // The request has its answer already.
        guard !states.isDropping else { return context.close(promise: nil) }
        refuse(Malformation(error, line.line), context)
    }

    /// Hummingbird answers the earlier requests, and then an error of the parser: by an empty 400, which `write` replaces.
    private func refuse(_ malformation: Malformation, _ context: ChannelHandlerContext) {
        states.refuse(malformation)
        context.fireErrorCaught(HTTPParserError.unknown)
    }

    private func drop(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head: break
        case .body(let bytes):
            bytesDropped += bytes.readableBytes
            if bytesDropped > MessageStates.droppedBytesMax { context.close(promise: nil) }
        case .end: if isEnding { endSending(context) }
        }
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isEnding else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.code < 200:
            states.proceed()
            context.write(data, promise: promise)
        case .head(var head):
            if let malformation = states.malformation, head.isEmptyRefusal {
                writeReply(to: malformation, context, promise)
            } else {
                states.answer(&head)
                context.write(wrapOutboundOut(.head(head)), promise: promise)
            }
        case .body: context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            end(states.finish(), context)
        }
    }

    /// Writes the answer to a request that cannot be read, but for its end.
    private func writeReply(
        to malformation: Malformation, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
    ) {
        let reply = reply(malformation)
        var head = HTTPResponseHead(
            version: .http1_1, status: .init(statusCode: reply.status.code, reasonPhrase: reply.status.reasonPhrase),
            headers: HTTPHeaders(reply.headers.map { ($0.name.rawName, $0.value) }))
        head.headers.replaceOrAdd(name: "content-length", value: "\(reply.body.count)")
        states.answer(&head)
        context.write(wrapOutboundOut(.head(head)), promise: promise)
        // An answer to HEAD has no body.
        guard line.line.method != "HEAD" else { return }
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: reply.body)))), promise: nil)
    }

    // MARK: The end of the connection

    private func end(_ ending: MessageStates.Ending, _ context: ChannelHandlerContext) {
        guard ending != .none else {
            guard states.isDropping else { return }
            return schedule(in: Self.endingSecondsMax, context) { _, context in context.close(promise: nil) }
        }
        isEnding = true
        context.flush()
        context.read()
        if ending == .now { endSending(context) } else { awaitRest(context, secondsMax: Self.endingSecondsMax) }
    }

    /// Ends sending when the body has ended, when nothing has come for a second, or when the time is over.
    private func awaitRest(_ context: ChannelHandlerContext, secondsMax: Int) {
        let before = bytesDropped
        schedule(in: 1, context) { handler, context in
            if handler.bytesDropped > before, secondsMax > 1 {
                handler.awaitRest(context, secondsMax: secondsMax - 1)
            } else {
                handler.endSending(context)
            }
        }
    }

    /// Ends sending once the answer is sent. The connection closes when the client has ended it, or after a while.
    private func endSending(_ context: ChannelHandlerContext) {
        guard !hasEndedSending else { return }
        hasEndedSending = true
        deadline?.cancel()
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { _ in
            guard context.channel.isActive else { return }
            self.schedule(in: Self.endingSecondsMax, context) { _, context in context.close(promise: nil) }
        }
        context.close(mode: .output, promise: sent)
        context.read()
    }

    private func schedule(
        in seconds: Int, _ context: ChannelHandlerContext,
        _ body: @escaping (MessageHandler, ChannelHandlerContext) -> Void
    ) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(Int64(seconds))) {
            body(self, context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The client has ended its side.
        if isEnding, case ChannelEvent.inputClosed = event { endSending(context) }
        context.fireUserInboundEventTriggered(event)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // Hummingbird ends sending, too.
        if isEnding, mode == .output {
            promise?.succeed()
        } else {
            context.close(mode: mode, promise: promise)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = nil
        context.fireChannelInactive()
    }
}

extension HTTPResponseHead {
    /// Whether Hummingbird answers an error of the parser. The service's own refusals say why.
    fileprivate var isEmptyRefusal: Bool { status == .badRequest && headers.first(name: "content-length") == "0" }
}
