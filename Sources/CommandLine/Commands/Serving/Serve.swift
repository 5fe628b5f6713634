import Accounts
import ArgumentParser
import Events
import HTTPService
import Service

struct Serve: Verb {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve a community over HTTP, until Ctrl-C or SIGTERM.",
        discussion: """
            What can be asked for is said at /openapi.yaml. Where nobody is admin yet, a link is shown once: whoever registers \
            with it becomes the first. Behind a proxy that speaks TLS say --behind-tls, so that sessions in cookies are sent \
            only so. Others may go on using the directory meanwhile, at the terminal too.
            """)
    static let examples = [
        Example("serve", "on this machine alone, at port 8080"),
        Example("serve --address 0.0.0.0:8080 --behind-tls", "for all, behind a proxy"),
        Example("serve --origin https://kitchen.example", "asked by the scripts of that site, too"),
    ]

    @Option(help: ArgumentHelp("Where to listen; port 0 is any that is free.", valueName: "host:port"))
    var address = "127.0.0.1:8080"
    @Flag(help: "Clients come by TLS, which a proxy ends.") var behindTls = false
    @Option(
        name: .customLong("origin"),
        help: ArgumentHelp("A site whose scripts may ask from a browser. Repeatable.", valueName: "url"))
    var origins: [String] = []
    @Option(parsing: .unconditional, help: ArgumentHelp("Connections at once.", valueName: "n"))
    var maxConnections = 4_096
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let settings = try settings()
        try invocation.withCommunity(creating: true) { community in
            let accounts = try Accounts(of: community)
            defer { accounts.close() }
            if let link = try accounts.makeFirstAdminLink() {
                // It is the only way to an admin, and must not be lost among what is quiet.
                StandardStream.writeError(
                    "larder: nobody is admin yet: register within a day with this link to become the first: \(link.secret.text)\n"
                )
            }
            let server = HTTPServer(community, accounts, settings)
            let isQuiet = options.quiet
            let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
            try Waiting.run {
                try await server.run { port in
                    // People and scripts wait for this line.
                    if !isQuiet { StandardStream.writeError("larder: serving at http://\(host):\(port)\n") }
                }
            }
        }
    }

    private func settings() throws(Refusal) -> ServiceSettings {
        var settings = ServiceSettings()
        guard let colon = address.lastIndex(of: ":"), let port = UInt16(address[address.index(after: colon)...]) else {
            throw Refusal(.usage, "«\(address)» is no address: write host:port", field: "address")
        }
        let host = String(address[..<colon])
        settings.host = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        guard !settings.host.isEmpty else {
            throw Refusal(.usage, "«\(address)» names no host: write host:port", field: "address")
        }
        settings.port = Int(port)
        settings.isBehindTLS = behindTls
        guard (1...65_536).contains(maxConnections) else {
            throw Refusal(.usage, "--max-connections is 1 to 65536", field: "max-connections")
        }
        settings.connectionsMax = maxConnections
        for origin in origins {
            guard origin.wholeMatch(of: /https?:\/\/[^\/?#\s]+/) != nil else {
                throw Refusal(.usage, "«\(origin)» is no origin: write https://kitchen.example", field: "origin")
            }
        }
        settings.origins = origins
        return settings
    }
}
