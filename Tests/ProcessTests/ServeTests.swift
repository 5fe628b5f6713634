import Foundation
import TestSupport
import Testing

/// `larder serve` as a process: it ends when it is told to, and what it has answered is in the log whatever ends it.
@Suite(.serialized) struct ServeTests {
    private let scratch = TemporaryDirectory()
    private var directory: DataDirectory { DataDirectory(scratch.path("data")) }

    private struct Serving {
        let program: Program
        let url: String
        let link: String
        /// Where it writes its log.
        let log: String

        var lines: [Substring] { ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").split(separator: "\n") }

        /// Returns as soon as the log says the words. Fails after a long time without them.
        func waitForLine(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) {
            let begin = ContinuousClock.now
            while begin.duration(to: .now) < Program.patience {
                if lines.contains(where: { $0.contains(words) }) { return }
                usleep(20_000)
            }
            Issue.record("the log never says «\(words)»", sourceLocation: sourceLocation)
        }
    }

    /// Starts it, and waits until it listens.
    private func serve(_ more: String...) throws -> Serving {
        let log = scratch.path("served-\(UUID().uuidString).log")
        let program = try Program(
            [
                "-c", "exec \"$0\" \"$@\" 2> '\(log)'", try #require(Program.location).path, "serve", "--data",
                directory.path,
                "--address", "127.0.0.1:0",
            ] + more,
            executable: URL(filePath: "/bin/bash"))
        var said = ""
        for _ in 0..<3_600 where program.isRunning {
            said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            if said.contains("serving at ") { break }
            usleep(50_000)
        }
        let url = try #require(said.firstMatch(of: /serving at (https?:\/\/\S+)/)?.output.1, "\(said)")
        return Serving(
            program: program, url: String(url), link: String(said.firstMatch(of: /ll_\S+/)?.output ?? ""),
            log: log)
    }

    /// Asks with curl. Answers the status and what came.
    private func ask(
        _ url: String, _ body: String? = nil, token: String? = nil, trusting certificate: String? = nil
    ) throws -> (status: Int, text: String) {
        var arguments =
            (certificate.map { ["--cacert", $0] } ?? []) + [
                "-s", "-m", "300", "-w", "\n%{http_code}", "-H", "Content-Type: application/json",
            ]
        if let body { arguments += ["-d", body] }
        if let token { arguments += ["-H", "Authorization: Bearer \(token)"] }
        let run = try Program(arguments + [url], executable: URL(filePath: "/usr/bin/curl")).wait()
        let end = run.output.lastIndex(of: "\n") ?? run.output.startIndex
        return (
            Int(run.output[end...].trimmingCharacters(in: .whitespaces.union(.newlines))) ?? 0,
            String(run.output[..<end])
        )
    }

    private func token(_ serving: Serving) throws -> String {
        let profile = #""profile":{"username":"ada","name":"Ada"}"#
        let registered = try ask(
            serving.url + "/accounts", #"{"password":"correct horse","link":"\#(serving.link)",\#(profile)}"#)
        #expect(registered.status == 201, "\(registered.text)")
        let session = try ask(serving.url + "/log-in", #"{"username":"ada","password":"correct horse"}"#)
        return try #require(
            session.text.firstMatch(of: /ls_[A-Za-z0-9_-]+/).map { String($0.output) }, "\(session.text)")
    }

    @Test("a stopping service answers running requests and ends its streams", arguments: ["--http1.1", "--http2"])
    func toldToStopItAnswersWhatIsUnderWayAndTellsItsStreams(version: String) throws {
        let made = try Certificate("made", in: scratch.path)
        let serving = try serve("--tls-certificate", made.certificate, "--tls-key", made.key)
        let listening = try Program(
            ["-s", "-N", "-m", "300", version, "--cacert", made.certificate, serving.url + "/stream"],
            executable: URL(filePath: "/usr/bin/curl"))
        for _ in 0..<9_000 where try listening.output().isEmpty { usleep(20_000) }
        serving.program.send(SIGTERM)
        #expect(try serving.program.wait().status == 0)
        #expect(try listening.wait().output.hasSuffix("event: stopping\ndata: {}\n\n"))
        // Nothing is left that keeps the next one from beginning.
        let next = try serve()
        next.program.send(SIGINT)
        #expect(try next.program.wait().status == 0)
    }

    @Test("every answered request survives a kill of the service") func whatWasAnsweredSurvivesAKill() throws {
        let serving = try serve("--rate-limit", "none")
        let token = try token(serving)
        let script = scratch.path("post.sh")
        try """
        for i in $(seq 1000); do
            curl -s -m 300 -H 'Content-Type: application/json' -H "Authorization: Bearer \(token)" \
                -d '{"title":"Soup '$1-$i'","steps":[{"text":"Boil."}]}' \(serving.url)/recipes || exit 0
            echo
        done
        """.write(toFile: script, atomically: true, encoding: .utf8)
        let clients = try (0..<4).map { number in
            try Program([script, "\(number)"], executable: URL(filePath: "/bin/bash"))
        }
        for _ in 0..<9_000 {
            if try clients.allSatisfy({ try $0.output().filter(\.isNewline).count > 10 }) { break }
            usleep(20_000)
        }
        serving.program.send(SIGKILL)
        _ = try serving.program.wait()
        var answered: Set<String> = []
        for client in clients {
            for match in try client.wait().output.matches(of: /"id":"(r[0-9]+)"/) {
                answered.insert(String(match.output.1))
            }
        }
        #expect(answered.count > 40)
        let feed = try directory.text("feed", "--limit", "0", "--json")
        let there = Set(feed.matches(of: /"id":"(r[0-9]+)"/).map { String($0.output.1) })
        #expect(answered.isSubset(of: there), "\(answered.subtracting(there)) were answered, and are gone")
        #expect(try directory.start(["doctor"]).wait().status == 0)
        // The session that was begun before goes on.
        let next = try serve()
        #expect(try ask(next.url + "/notifications", token: token).status == 200)
        next.program.send(SIGTERM)
        _ = try next.program.wait()
    }

    @Test("a service reads the pictures that the command line uploads") func pictures() throws {
        let serving = try serve()
        let environment = ["HOME": scratch.path(""), "LARDER_TOKEN": try token(serving), "LARDER_SERVER": serving.url]
        let (picture, bomb) = (scratch.path("leeks.png"), scratch.path("bomb.png"))
        try Data(Pictures.png(Pictures.scene(width: 300, height: 200))).write(to: URL(filePath: picture))
        let mebibyte = [UInt8](repeating: 0, count: 1 << 20)
        try Data(Pictures.png(width: 2, height: 2, unpackingTo: mebibyte, times: 1_024)).write(to: URL(filePath: bomb))
        func larder(_ arguments: String...) throws -> Program.Run {
            try Program(arguments, environment: environment).wait()
        }
        let added = try larder("image", "add", picture, "--json")
        #expect(added.status == 0, "\(added.errors)")
        let id = try #require(try added.json()["id"] as? String)
        #expect(try larder("image", "add", picture).output == "\(id)\n")
        let posted = try larder("post", "--title", "Soup", "--step", "Boil.", "--image", picture, "--json")
        #expect(posted.status == 0, "\(posted.errors)")
        let recipe = try larder("recipe", try #require(try posted.json()["id"] as? String), "--json")
        #expect(try recipe.json()["images"] as? [String] == [id])
        #expect(try larder("profile", "edit", "--avatar", picture).status == 0)
        let refused = try larder("image", "add", bomb)
        #expect(
            refused.status != 0 && refused.errors.contains("bomb.png cannot be used: it is damaged"),
            "\(refused.errors)")
        let early = try larder("register", "cy", "--avatar", picture)
        #expect(early.status == 2 && early.errors.contains("register first"), "\(early.errors)")
        serving.program.send(SIGTERM)
        #expect(try serving.program.wait().status == 0)
    }

    @Test("serve refuses a community without its vault and creates none")
    func whereTheVaultIsMissingNothingIsPutInItsPlace() throws {
        _ = try directory.text("init")
        try FileManager.default.moveItem(atPath: scratch.path("data/vault"), toPath: scratch.path("vault"))
        let refused = try directory.start(["serve", "--address", "127.0.0.1:0"]).wait()
        #expect(refused.status == 8 && refused.errors.contains("vault is missing"), "\(refused.errors)")
        #expect(!FileManager.default.fileExists(atPath: scratch.path("data/vault")))
    }

    @Test("serve refuses an address that is taken") func anAddressThatIsTakenIsRefused() throws {
        let serving = try serve()
        let address = String(serving.url.dropFirst("http://".count))
        let second = try Program(["serve", "--data", scratch.path("other"), "--address", address]).wait()
        #expect(
            second.status == 8
                && second.errors.contains("larder: unavailable: \(address) is in use by another process"),
            "\(second.errors)")
        let nowhere = try Program(["serve", "--data", scratch.path("other"), "--address", "nowhere.invalid:80"]).wait()
        #expect(nowhere.status == 8 && nowhere.errors.contains("nowhere.invalid:80 is not an address of this machine"))
        for wrong in ["nonsense", "127.0.0.1:99999", ":80"] {
            #expect(try Program(["serve", "--data", scratch.path("other"), "--address", wrong]).wait().status == 2)
        }
        serving.program.send(SIGTERM)
        _ = try serving.program.wait()
    }

    @Test("serve logs one line for each request, without its content")
    func eachRequestIsALineThatHoldsNothingOfWhatWasSent() throws {
        let serving = try serve("--log-format", "json")
        let token = try token(serving)
        #expect(try ask(serving.url + "/members/@ada", token: token).status == 200)
        #expect(try ask(serving.url + "/search?q=very-private").status == 200)
        #expect(try ask(serving.url + "/nowhere/very-private").status == 404)
        serving.program.send(SIGTERM)
        #expect(try serving.program.wait().status == 0)
        let lines = serving.lines.filter { $0.hasPrefix("{") }.compactMap { line in
            (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
        }
        let said = lines.compactMap { $0["message"] as? String }
        #expect(said == ["POST register", "POST logIn", "GET profile", "GET search", "GET none", "stopped"], "\(said)")
        let profile = lines.dropFirst(2).first?["with"] as? [String: String]
        #expect(profile?["status"] == "200" && profile?["member"] == "m2" && profile?["request"]?.isEmpty == false)
        let all = serving.lines.joined()
        for secret in ["very-private", "@ada", "correct horse", token] { #expect(!all.contains(secret)) }
        #expect(!all.contains("\"error\""), "\(all)")
    }

    @Test("settings of serve come from flags, the environment and a file, in this order")
    func settingsComeFromFlagsTheEnvironmentAndAFile() throws {
        _ = try directory.text("init")
        try "log-format: json\norigin:\n- https://kitchen.example\nmax-connections: 9\n".write(
            toFile: scratch.path("data/serve.yaml"), atomically: true, encoding: .utf8)
        let run = try Program(
            ["config", "--data", directory.path, "--log-level", "error", "--json"],
            environment: ["LARDER_SERVE_MAX_CONNECTIONS": "12", "LARDER_SERVE_TRUSTED_PROXY": "10.0.0.0/8, ::1"]
        ).wait()
        #expect(run.status == 0, "\(run.errors)")
        let settings = try #require(try run.json()["settings"] as? [[String: Any]])
        func said(_ name: String) -> String {
            let setting = settings.first { $0["name"] as? String == name }
            let values = setting?["values"] as? [String] ?? []
            return "\(values.joined(separator: " ")) \(setting?["origin"] as? String ?? "")"
        }
        #expect(said("log-format") == "json file" && said("origin") == "https://kitchen.example file")
        #expect(said("log-level") == "error flag" && said("max-connections") == "12 environment")
        #expect(said("trusted-proxy") == "10.0.0.0/8 ::1 environment")
        #expect(said("address") == "127.0.0.1:8080 standard" && said("tls-key") == " standard")
    }

    @Test(
        "a settings file with a mistake is refused with its place",
        arguments: [
            ("adress: 0.0.0.0:80", "line 1: «adress» is not a valid setting"),
            ("address: [a, b]", "address must be one value"),
            ("log-format: json\nlog-format: text", "that is not YAML"),
            ("max-connections: many", "is 1 to 65536, not «many»"),
            ("- address", "holds no settings"), ("a: b: c", "line 1: that is not YAML"),
            ("rate-limit: posts=0/1", "is not a limit"),
            ("rate-limit: [post=1/1]", "«post» is not a valid kind"),
            ("trusted-proxy: kitchen", "«kitchen» is not an address"),
            ("tls-key: key.pem", "tls-key requires tls-certificate"), ("behind-tls: perhaps", "«perhaps» is not a"),
        ])
    func aFileWithSomethingWrongInItIsRefused(text: String, message: String) throws {
        _ = try directory.text("init")
        try text.write(toFile: scratch.path("data/serve.yaml"), atomically: true, encoding: .utf8)
        for command in ["config", "serve"] {
            let run = try directory.start([command]).wait()
            #expect(run.status == 2 && run.errors.contains(message), "\(run.errors)")
        }
    }

    @Test("a named settings file that is absent is refused") func aFileThatWasNamedMustBeThere() throws {
        let run = try directory.start(["config", "--config", scratch.path("absent.yaml")]).wait()
        #expect(run.status == 2 && run.errors.contains("absent.yaml cannot be read"))
        #expect(try directory.start(["config"]).wait().status == 0)
    }

    @Test("an unusable certificate is refused before anything is created")
    func aCertificateThatIsNoneIsRefusedBeforeAnythingIsMade() throws {
        let (none, made) = (scratch.path("none.pem"), try Certificate("made", in: scratch.path))
        try "none".write(toFile: none, atomically: true, encoding: .utf8)
        for (certificate, key, field) in [
            (none, made.key, "tls-certificate"), (made.certificate, none, "tls-key"),
            (made.certificate, scratch.path("absent.pem"), "tls-key"),
        ] {
            let run = try directory.start(
                ["serve", "--json", "--tls-certificate", certificate, "--tls-key", key, "--address", "127.0.0.1:0"]
            ).wait()
            #expect(run.status == 2 && run.errors.contains(#""field":"\#(field)""#), "\(run.errors)")
            #expect(!FileManager.default.fileExists(atPath: directory.path))
        }
    }

    @Test("serve creates a community in a directory that holds only settings")
    func aDirectoryThatHoldsOnlySettingsBecomesACommunity() throws {
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        try "log-format: json".write(toFile: scratch.path("data/serve.yaml"), atomically: true, encoding: .utf8)
        let serving = try serve()
        #expect(try ask(serving.url + "/readyz").status == 200)
        serving.program.send(SIGTERM)
        #expect(try serving.program.wait().status == 0)
    }

    @Test("a renewed certificate is used without a restart") func aRenewedCertificateIsShownWithoutARestart() throws {
        let made = try Certificate("made", in: scratch.path)
        let (key, certificate, old) = (made.key, made.certificate, scratch.path("old.pem"))
        try FileManager.default.copyItem(atPath: certificate, toPath: old)
        let serving = try serve("--tls-certificate", certificate, "--tls-key", key)
        #expect(serving.url.hasPrefix("https://"))
        #expect(try ask(serving.url + "/healthz", trusting: old).status == 200)
        // Half of a renewal: the certificate before goes on being shown.
        let next = try Certificate("next", in: scratch.path)
        try FileManager.default.removeItem(atPath: certificate)
        try FileManager.default.moveItem(atPath: next.certificate, toPath: certificate)
        serving.waitForLine("the certificate on the disk is not shown")
        // The next check finds the same files, and does not report them again.
        sleep(2)
        #expect(try ask(serving.url + "/healthz", trusting: old).status == 200)
        #expect(serving.lines.count { $0.contains("the certificate on the disk is not shown") } == 1)
        try FileManager.default.removeItem(atPath: key)
        try FileManager.default.moveItem(atPath: next.key, toPath: key)
        serving.waitForLine("certificate renewed")
        #expect(try ask(serving.url + "/healthz", trusting: certificate).status == 200)
        #expect(try ask(serving.url + "/healthz", trusting: old).status == 0)
        serving.program.send(SIGTERM)
        #expect(try serving.program.wait().status == 0)
    }

    @Test("serve answers and stops where standard error is not read", arguments: ["text", "json"])
    func aStalledReaderStopsNothing(format: String) throws {
        let pipe = Pipe()
        // F_SETPIPE_SZ: the smallest pipe, so that a few lines fill it.
        #expect(fcntl(pipe.fileHandleForWriting.fileDescriptor, 1_031, 4_096) >= 4_096)
        let program = try Program(
            [
                "serve", "--data", directory.path, "--address", "127.0.0.1:0", "--log-format", format, "--rate-limit",
                "none",
            ],
            errors: pipe.fileHandleForWriting)
        defer { program.send(SIGKILL) }
        var said = ""
        while !said.contains("serving at ") {
            said += String(decoding: try #require(try pipe.fileHandleForReading.read(upToCount: 1)), as: UTF8.self)
        }
        while !said.hasSuffix("\n") {
            said += String(decoding: try #require(try pipe.fileHandleForReading.read(upToCount: 1)), as: UTF8.self)
        }
        let url = try #require(said.firstMatch(of: /serving at (http:\/\/\S+)/)?.output.1)
        // From here on the log is not read: 300 requests write more lines than the pipe takes.
        let run = try Program(
            ["-s", "-m", "300", "-o", "/dev/null", "-w", "%{http_code}\n", "\(url)/recipes?limit=[1-300]"],
            executable: URL(filePath: "/usr/bin/curl")
        ).wait()
        #expect(run.output.split(separator: "\n").count == 300 && !run.output.contains("000"), "\(run.errors)")
        program.send(SIGTERM)
        #expect(try program.wait().status == 0)
    }
}
