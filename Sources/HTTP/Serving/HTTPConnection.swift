import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// The channel of one connection: Hummingbird's, with Larder's rules for HTTP/1 messages beside its parser.
struct HTTPConnection: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    private let base: HTTP1Channel
    private let context: RequestContext

    init(_ base: HTTP1Channel, _ context: RequestContext) { (self.base, self.context) = (base, context) }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { [context] value in
            let pipeline = channel.pipeline.syncOperations
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let line = RequestLineHandler()
            try pipeline.addHandler(line, position: .before(parser))
            let messages = MessageHandler(line) { [context] in context.reply(to: $0) }
            try pipeline.addHandler(messages, position: .after(parser))
            return value
        }
    }

    func handle(value: Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
