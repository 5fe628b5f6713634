/// How the service is to serve.
package struct ServiceSettings: Sendable {
    package var host = "127.0.0.1"
    /// 0: any that is free.
    package var port = 8080
    /// Whether clients come by TLS, here or at a proxy: then cookies are sent only so.
    package var isBehindTLS = false
    /// A connection on which nothing happens is closed.
    package var idleSeconds: Int64 = 60
    /// A request whose body has not arrived by then is given up.
    package var bodySeconds = 30
    /// On a stream on which nothing happens something is sent so often.
    package var heartbeatSeconds = 15
    package var connectionsMax = 4_096
    /// Sites whose scripts may ask from a browser, as `https://example.org`.
    package var origins: [String] = []

    package init() {}
}
