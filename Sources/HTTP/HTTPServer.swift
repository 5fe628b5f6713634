package import Accounts
package import Community
import Events
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import ServiceLifecycle

/// Serves one community over HTTP until it is told to stop.
package struct HTTPServer: Sendable {
    private let context: RequestContext
    private let logger: Logger

    package init(_ community: Community, _ accounts: Accounts, _ settings: ServiceSettings) {
        logger = Logger(label: "larder") { label in
            var handler: any LogHandler =
                switch settings.logFormat {
                case .text: StreamLogHandler.standardError(label: label)
                case .json: JSONLineLog { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) }
                }
            handler.logLevel = settings.logLevel
            return handler
        }
        var settings = settings
        let wanted = settings.connectionsMax
        settings.connectionsMax = FileLimit.room(forConnections: wanted)
        if settings.connectionsMax < wanted {
            logger.warning(
                "the system allows fewer connections than max-connections: raise the limit on open files",
                metadata: ["allowed": "\(settings.connectionsMax)", "wanted": "\(wanted)"])
        }
        context = RequestContext(community, accounts, settings, logger)
    }

    /// Listens, and calls `listening` with the port. Returns after SIGTERM or SIGINT, or when the task is cancelled: then what
    /// was under way has been answered. Refuses an address that cannot be listened at.
    package func run(listening: @escaping @Sendable (Int) -> Void) async throws {
        // Before anybody asks: views that are far behind are brought on here, and not by whoever comes first.
        let community = context.community
        try await context.apart { try community.query { _ in } }
        let settings = context.settings
        let channel = HTTP1Channel.Configuration(
            additionalChannelHandlers: [context.connections.handler],
            idleTimeout: .seconds(Int64(settings.idleSeconds)),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
        let identity = try settings.tls.map { files throws(Refusal) in try TLSIdentity(files, logger) }
        let plain = HTTPServerBuilder.http1(configuration: channel)
        var services: [any ServiceLifecycle.Service] = [
            context.tail, ViewUpkeep(context: context), ImageUpkeep(context: context, logger: logger),
        ]
        if let identity { services.append(identity) }
        let application = Application(
            router: RequestPipeline.router(context),
            server: try identity.map { try .tls(plain, tlsConfiguration: $0.configuration) } ?? plain,
            configuration: .init(
                address: .hostname(settings.host, port: settings.port),
                availableConnectionsDelegate: context.connections.delegate),
            services: services,
            onServerRunning: { channel in listening(channel.localAddress?.port ?? settings.port) },
            logger: Self.quieter(logger))
        defer { Task { [context] in await context.close() } }
        do {
            try await application.runService()
        } catch  where error is IOError || error is SocketAddressError.UnknownHost {
            throw Refusal(
                .unavailable,
                "\(settings.host):\(settings.port) cannot be listened at (\(error)): name another with --address",
                field: "address")
        }
        logger.notice("stopped")
    }

    /// Hummingbird's own entries, of which only those count that say what is wrong.
    private static func quieter(_ logger: Logger) -> Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .notice)
        return logger
    }
}
