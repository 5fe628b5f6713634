import Accounts
import ArgumentParser
import Community
import Events
import HTTP
import Logging

struct Serve: Verb {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve a community to browsers and apps, until Ctrl-C.",
        discussion: """
            Browsers get a web app, unless --no-web says otherwise. /openapi.yaml lists the requests of apps. SIGTERM ends it, too. While there is no admin, a link is shown once: the member who registers \
            with it becomes the first admin. Behind a proxy that speaks TLS say --behind-tls, so that session cookies are sent \
            over TLS only, and --trusted-proxy, so that rate limits tell clients apart. larder config shows the limits and all \
            other settings. Other processes can use the directory at the same time.
            """)
    static let examples = [
        Example("serve", "on this machine alone, at port 8080"),
        Example("serve --behind-tls --trusted-proxy 127.0.0.1", "for the internet, behind a proxy on this machine"),
        Example(
            "serve --address 0.0.0.0:443 --tls-certificate chain.pem --tls-key key.pem", "for the internet, over TLS"),
        Example("serve --origin https://kitchen.example", "for the scripts of that site, too"),
    ]

    @OptionGroup var serve: ServeOptions
    @OptionGroup var options: GlobalOptions

    /// Prints the link for the first admin if the community has no admin.
    private func tellFirstAdminLink(of accounts: Accounts) {
        do throws(Refusal) {
            guard let link = try accounts.makeFirstAdminLink() else { return }
            // The link is the only way to the first admin, so `--quiet` prints it, too.
            StandardStream.writeError(
                "larder: there is no admin yet: register within a day with this link to become the first: \(link.secret.text)\n"
            )
        } catch {
            StandardStream.writeError("larder: no link for a first admin could be made: \(error.message)\n")
        }
    }

    func execute(_ invocation: Invocation) throws {
        let found = try ServeConfiguration(serve, dataDirectory: invocation.dataDirectory)
        var settings = found.settings
        settings.described = found.described
        if options.quiet { settings.logLevel = max(settings.logLevel, .warning) }
        // Settings are checked before the program creates a directory.
        try settings.check()
        try invocation.withCommunity(creating: true) { community in
            let accounts = try Accounts(of: community)
            defer { accounts.close() }
            let server = HTTPServer(community, accounts, settings)
            defer { HTTPServer.flushLog() }
            let scheme = settings.tls == nil ? "http" : "https"
            let isQuiet = options.quiet
            let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
            try Waiting.run {
                try await server.run { port in
                    // Made only after listening succeeded: a failed start must not invalidate the link of a running
                    // service.
                    tellFirstAdminLink(of: accounts)
                    // People and scripts wait for this line.
                    if !isQuiet { StandardStream.writeError("larder: serving at \(scheme)://\(host):\(port)\n") }
                }
            }
        }
    }
}
