import ArgumentParser

/// The service's settings as options. A file and the environment can give each of them, too.
struct ServeOptions: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            "A file of settings (else $LARDER_CONFIG, else serve.yaml in the data directory).", valueName: "file"),
        completion: .file())
    var file: String?
    @Option(help: ArgumentHelp("Where to listen; port 0 is any that is free.", valueName: "host:port"))
    var address: String?
    @Option(
        help: ArgumentHelp(
            "The certificate to show, in PEM, with its chain. It is read again when it is renewed.",
            valueName: "file"), completion: .file())
    var tlsCertificate: String?
    @Option(help: ArgumentHelp("Its key, in PEM.", valueName: "file"), completion: .file())
    var tlsKey: String?
    @Flag(inversion: .prefixedNo, help: "Clients connect by TLS, which a proxy ends.") var behindTls: Bool?
    @Option(
        name: .customLong("trusted-proxy"),
        help: ArgumentHelp(
            "A proxy whose X-Forwarded-For and X-Request-ID are believed. Repeatable.", valueName: "address[/bits]"))
    var trustedProxies: [String] = []
    @Option(
        name: .customLong("origin"),
        help: ArgumentHelp("A site whose scripts may ask from a browser. Repeatable.", valueName: "url"))
    var origins: [String] = []
    @Flag(inversion: .prefixedNo, help: "Serve the web app beside the API.") var web: Bool?
    @Option(help: ArgumentHelp("The community's name.", valueName: "name")) var name: String?
    @Option(help: ArgumentHelp("Where members can reach you: an e-mail address, or https://….", valueName: "address"))
    var contact: String?
    @Option(
        help: ArgumentHelp("The folder into which admins may make backups through the service.", valueName: "folder"),
        completion: .directory)
    var backupDirectory: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Connections at once.", valueName: "n"))
    var maxConnections: String?
    @Option(
        name: .customLong("rate-limit"),
        help: ArgumentHelp(
            "A rate limit for one kind of request: burst/per minute, burst/per hour with h, or none. none alone lifts all limits. Repeatable.",
            valueName: "kind=burst/minute"))
    var rateLimits: [String] = []
    @Option(
        name: .customLong("external"),
        help: ArgumentHelp(
            "Offer this service's recipes, or none (else those of each service whose key is set). Repeatable.",
            valueName: "themealdb|edamam|none"), completion: .list(["themealdb", "edamam", "none"]))
    var external: [String] = []
    @Option(
        name: .customLong("external-url"),
        help: ArgumentHelp("Where such a service is, up to its version. Repeatable.", valueName: "service=url"))
    var externalURLs: [String] = []
    @Flag(inversion: .prefixedNo, help: "Also ask such a service on this machine or its network.")
    var externalPrivate: Bool?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Close connections on which nothing happens for so long.", valueName: "seconds"))
    var idleSeconds: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Give up requests whose bodies take longer.", valueName: "seconds"))
    var bodySeconds: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Send something on streams at least so often.", valueName: "seconds"))
    var heartbeatSeconds: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Make a question about the past a job if it takes longer.", valueName: "seconds"))
    var jobAfterSeconds: String?
    @Option(help: ArgumentHelp("What is logged: info (each request), notice, warning, error.", valueName: "level"))
    var logLevel: String?
    @Option(help: ArgumentHelp("How it is logged: text or json.", valueName: "format"))
    var logFormat: String?

    /// The given values by the names of their settings.
    var said: [String: [String]] {
        var said: [String: [String]] = [
            "trusted-proxy": trustedProxies, "origin": origins, "rate-limit": rateLimits, "external": external,
            "external-url": externalURLs,
        ].filter { !$0.value.isEmpty }
        said["address"] = address.map { [$0] }
        said["tls-certificate"] = tlsCertificate.map { [$0] }
        said["tls-key"] = tlsKey.map { [$0] }
        said["behind-tls"] = behindTls.map { ["\($0)"] }
        said["web"] = web.map { ["\($0)"] }
        said["name"] = name.map { [$0] }
        said["contact"] = contact.map { [$0] }
        said["backup-directory"] = backupDirectory.map { [$0] }
        said["max-connections"] = maxConnections.map { [$0] }
        said["external-private"] = externalPrivate.map { ["\($0)"] }
        said["idle-seconds"] = idleSeconds.map { [$0] }
        said["body-seconds"] = bodySeconds.map { [$0] }
        said["heartbeat-seconds"] = heartbeatSeconds.map { [$0] }
        said["job-after-seconds"] = jobAfterSeconds.map { [$0] }
        said["log-level"] = logLevel.map { [$0] }
        said["log-format"] = logFormat.map { [$0] }
        return said
    }
}
