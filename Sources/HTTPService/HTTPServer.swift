package import Accounts
import Events
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
package import Service

/// Serves one community over HTTP until it is told to stop.
package struct HTTPServer: Sendable {
    private let desk: Desk
    private let logger: Logger

    package init(_ community: Community, _ accounts: Accounts, _ settings: ServiceSettings) {
        desk = Desk(community, accounts, settings)
        logger = Logger(label: "larder") { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = .notice
            return handler
        }
    }

    /// Listens, and calls `listening` with the port. Returns after SIGTERM or SIGINT, or when the task is cancelled: then what
    /// was under way has been answered. Refuses an address that cannot be listened at.
    package func run(listening: @escaping @Sendable (Int) -> Void) async throws {
        // Before anybody asks: views that are far behind are brought on here, and not by whoever comes first.
        let community = desk.community
        try await desk.apart { try community.query { _ in } }
        let settings = desk.settings
        let channel = HTTP1Channel.Configuration(
            idleTimeout: .seconds(settings.idleSeconds),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
        let application = Application(
            router: Reception.router(desk), server: .http1(configuration: channel),
            configuration: .init(
                address: .hostname(settings.host, port: settings.port),
                availableConnectionsDelegate: .maximum(settings.connectionsMax, logger: logger)),
            services: [desk.tail],
            onServerRunning: { channel in listening(channel.localAddress?.port ?? settings.port) }, logger: logger)
        defer { Task { [desk] in await desk.close() } }
        do {
            try await application.runService()
        } catch  where error is IOError || error is SocketAddressError.UnknownHost {
            throw Refusal(
                .unavailable,
                "\(settings.host):\(settings.port) cannot be listened at (\(error)): name another with --address",
                field: "address")
        }
    }
}
