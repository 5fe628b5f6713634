package import Accounts
package import Community
package import Events
package import Fetching
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
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

/// How the service is to serve.
package struct ServiceSettings: Sendable {
    package var host = "127.0.0.1"
    /// 0: any that is free.
    package var port = 8080
    /// Whether clients come by TLS, here or at a proxy: then cookies are sent only so.
    package var isBehindTLS = false
    /// Where to find certificate and key, where TLS ends here.
    package var tls: TLSFiles?
    /// Proxies whose word on where a request comes from is believed.
    package var trustedProxies: [NetworkPrefix] = []
    /// Nil: nobody is limited.
    package var limits: RateLimits? = .standard
    package var logLevel = Logger.Level.info
    package var logFormat = LogFormat.text
    /// A connection on which nothing happens is closed.
    package var idleSeconds = 60
    /// A request whose body has not arrived by then is given up.
    package var bodySeconds = 30
    /// On a stream on which nothing happens something is sent so often.
    package var heartbeatSeconds = 15
    package var connectionsMax = 4_096
    /// Pictures that nobody names are looked for so often, from the start on.
    package var imageUpkeepSeconds = 3_600
    /// Sites whose scripts may ask from a browser, as `https://example.org`.
    package var origins: [String] = []

    package init() {}

    /// Refuses what would be refused when it serves, before anything is made or opened for it: files of TLS that are none.
    package func check() throws(Refusal) {
        if let tls { try TLSIdentity.check(tls) }
    }
}

/// How the service writes what it logs, to standard error.
package enum LogFormat: String, CaseIterable, Sendable {
    /// For people: one line, `name=value` for what goes with it.
    case text
    /// One JSON object a line.
    case json
}

/// Two files of PEM.
package struct TLSFiles: Hashable, Sendable {
    /// The certificate, then those that vouch for it.
    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
