package import Events
package import Fetching
package import Logging

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
