package import Accounts
package import Community
package import Events
package import Fetching
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import HummingbirdTLS
package import Images
package import LarderAPI
package import Logging
import NIOCore
import ServiceLifecycle

/// Serves one community over HTTP until it is stopped.
package struct HTTPServer: Sendable {
    private let context: RequestContext
    private let logger: Logger

    package init(_ community: Community, _ accounts: Accounts, _ settings: ServiceSettings) {
        logger = Logger(label: "larder") { label in
            var handler: any LogHandler =
                switch settings.logFormat {
                case .text: StreamLogHandler(label: label, stream: LogQueue.standardError)
                case .json: JSONLineLog { LogQueue.standardError.write($0) }
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
        community.reportWaits { [logger] in logger.notice("\($0)") }
    }

    /// Waits shortly for the last lines of the log to be written. Call it before the process ends.
    package static func flushLog() { LogQueue.standardError.flush() }

    /// Listens, and calls `listening` with the port. Returns after SIGTERM or SIGINT, or when the task is cancelled, once the requests
    /// under way are answered. Refuses an address at which it cannot listen.
    package func run(listening: @escaping @Sendable (Int) -> Void) async throws {
        // Views that are far behind catch up here, so that the first request need not wait for them.
        let community = context.community
        try await context.apart { try community.query { _ in } }
        let settings = context.settings
        let identity = try settings.tls.map { files throws(Refusal) in try TLSIdentity(files, logger) }
        var services: [any ServiceLifecycle.Service] = [
            context.tail, Vitals(context), ViewUpkeep(context: context), ImageUpkeep(context: context, logger: logger),
        ]
        if let identity { services.append(identity) }
        let application = Application(
            router: Route.router(context),
            server: try server(identity),
            configuration: .init(
                address: .hostname(settings.host, port: settings.port),
                availableConnectionsDelegate: context.connections.delegate),
            services: services,
            onServerRunning: { channel in listening(channel.localAddress?.port ?? settings.port) },
            logger: Self.quieter(logger))
        defer { Task { [context] in await context.close() } }
        do {
            try await application.runService()
        } catch let error as IOError {
            throw cannotListen(Self.reason(error.errnoCode))
        } catch is SocketAddressError.UnknownHost {
            throw cannotListen("is not an address of this machine")
        }
        logger.notice("stopped")
    }

    private func cannotListen(_ reason: String) -> Refusal {
        Refusal(
            .unavailable, "\(context.settings.host):\(context.settings.port) \(reason): name another with --address",
            field: "address")
    }

    private static func reason(_ error: Int32) -> String {
        switch error {
        case EADDRINUSE: "is in use by another process"
        case EADDRNOTAVAIL: "is not an address of this machine"
        case EACCES: "is reserved for the system: ports below 1024 need its permission"
        default: "cannot be used (\(unsafe String(cString: strerror(error))))"
        }
    }

    /// HTTP/1.1, and by TLS also HTTP/2.
    private func server(_ identity: TLSIdentity?) throws -> HTTPServerBuilder {
        let idleSeconds = context.settings.idleSeconds
        let http1 = HTTP1Channel.Configuration(
            idleTimeout: .seconds(Int64(idleSeconds)),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: RequestLine.addressBytesMax, maxHeaderListSize: 32 << 10,
                maxHeaderFieldCount: Malformation.fieldsMax))
        let http2 = HTTP2Channel.Configuration(
            idleTimeout: .seconds(idleSeconds),
            streamConfiguration: .init(
                additionalChannelHandlers: [StreamHandler { [context] in context.reply(to: $0) }],
                idleTimeout: .seconds(Int64(idleSeconds))))
        guard let identity else {
            return HTTPServerBuilder { [context] responder in
                let plain = HTTPConnection(HTTP1Channel(responder: responder, configuration: http1), context)
                return CountedConnection(plain, context.connections)
            }
        }
        let negotiated = HTTPServerBuilder { [context] responder in
            let connection = NegotiatedConnection(
                HTTPConnection(HTTP1Channel(responder: responder, configuration: http1), context),
                HTTP2Channel(responder: responder, configuration: http2), handshakeSecondsMax: idleSeconds)
            return CountedConnection(connection, context.connections)
        }
        return try .tls(negotiated, tlsConfiguration: identity.configuration)
    }

    /// For Hummingbird's own entries: only warnings and errors matter.
    private static func quieter(_ logger: Logger) -> Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .notice)
        return logger
    }
}

/// How the service serves.
package struct ServiceSettings: Sendable {
    package var host = "127.0.0.1"
    /// 0: any free port.
    package var port = 8080
    /// Whether clients connect by TLS, to the service or to its proxy. If so, browsers send the cookies by TLS only.
    package var isBehindTLS = false
    /// Certificate and key; `nil`: the service speaks plain HTTP.
    package var tls: TLSFiles?
    /// Proxies whose headers about the client's address are trusted.
    package var trustedProxies: [NetworkPrefix] = []
    /// `nil`: no request is limited.
    package var limits: RateLimits? = .standard
    package var logLevel = Logger.Level.info
    package var logFormat = LogFormat.text
    /// An idle connection is closed after so long.
    package var idleSeconds = 60
    /// A request whose body takes longer is refused.
    package var bodySeconds = 30
    /// How often an idle stream sends a heartbeat.
    package var heartbeatSeconds = 15
    /// A question about the past that takes longer becomes a job.
    package var jobAfterSeconds = 2
    package var connectionsMax = 4_096
    /// Reads uploaded pictures, in a process of its own for each.
    package var imageWorker = ImageWorker.thisProgram
    /// Does jobs, in a process of its own for each.
    package var jobProgram = JobProgram.thisProgram
    /// The folder into which backups are made; `nil`: the service makes none.
    package var backupDirectory: String?
    /// The settings as people read them, each with its origin.
    package var described: [ConfigurationAnswer.Setting] = []
    /// An upload that waits longer for its turn is refused.
    package var pictureWaitSecondsMax = 10
    /// How often unreferenced pictures are removed, the first time at the start.
    package var imageUpkeepSeconds = 3_600
    /// The services whose recipes clients may look through.
    package var external = ExternalSettings()
    /// Whether the web app is served beside the API.
    package var hasWeb = true
    /// The community's name, in titles and in `GET /about`.
    package var name = "Larder"
    /// Where clients can reach the operators: an e-mail address or an address that begins with `https://`.
    package var contact: String?
    /// Sites whose scripts may send requests from a browser, such as `https://example.org`.
    package var origins: [String] = []

    package init() {}

    /// Refuses unreadable TLS files before anything is created or opened.
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
    /// The certificate, then the certificates of its issuers.
    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
