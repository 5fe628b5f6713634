import Foundation
import Testing

/// `larder serve` as a process: it ends when it is told to, and what it has answered is in the log whatever ends it.
@Suite(.serialized) struct ServeTests {
    private let scratch: ScratchDirectory
    private let directory: DataDirectory

    init() throws {
        scratch = try ScratchDirectory()
        directory = DataDirectory(scratch.path("data"))
    }

    private struct Serving {
        let program: Program
        let url: String
        let link: String
    }

    /// Starts it, and waits until it listens.
    private func serve() throws -> Serving {
        let log = scratch.path("served-\(UUID().uuidString).log")
        let program = try Program(
            [
                "-c", "exec \"$0\" \"$@\" 2> '\(log)'", try #require(Program.location).path, "serve", "--data",
                directory.path,
                "--address", "127.0.0.1:0",
            ],
            executable: URL(filePath: "/bin/bash"))
        var said = ""
        for _ in 0..<1_800 where program.isRunning {
            said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            if said.contains("serving at ") { break }
            usleep(50_000)
        }
        let url = try #require(said.firstMatch(of: /serving at (http:\/\/\S+)/)?.output.1, "\(said)")
        return Serving(program: program, url: String(url), link: String(said.firstMatch(of: /ll_\S+/)?.output ?? ""))
    }

    /// Asks with curl. Answers the status and what came.
    private func ask(_ url: String, _ body: String? = nil, token: String? = nil) throws -> (status: Int, text: String) {
        var arguments = ["-s", "-m", "60", "-w", "\n%{http_code}", "-H", "Content-Type: application/json"]
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

    @Test func toldToStopItAnswersWhatIsUnderWayAndTellsItsStreams() throws {
        let serving = try serve()
        let listening = try Program(
            ["-s", "-N", "-m", "30", serving.url + "/stream"], executable: URL(filePath: "/usr/bin/curl"))
        for _ in 0..<1_500 where try listening.output().isEmpty { usleep(20_000) }
        serving.program.send(SIGTERM)
        #expect(try serving.program.wait().status == 0)
        #expect(try listening.wait().output.hasSuffix("event: stopping\ndata: {}\n\n"))
        // Nothing is left that keeps the next one from beginning.
        let next = try serve()
        next.program.send(SIGINT)
        #expect(try next.program.wait().status == 0)
    }

    @Test func whatWasAnsweredSurvivesAKill() throws {
        let serving = try serve()
        let token = try token(serving)
        let script = scratch.path("post.sh")
        try """
        for i in $(seq 1000); do
            curl -s -m 10 -H 'Content-Type: application/json' -H "Authorization: Bearer \(token)" \
                -d '{"title":"Soup '$1-$i'","steps":[{"text":"Boil."}]}' \(serving.url)/recipes || exit 0
            echo
        done
        """.write(toFile: script, atomically: true, encoding: .utf8)
        let clients = try (0..<4).map { number in
            try Program([script, "\(number)"], executable: URL(filePath: "/bin/bash"))
        }
        for _ in 0..<3_000 {
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

    @Test func whereTheVaultIsMissingNothingIsPutInItsPlace() throws {
        _ = try directory.text("init")
        try FileManager.default.moveItem(atPath: scratch.path("data/vault"), toPath: scratch.path("vault"))
        let refused = try directory.start(["serve", "--address", "127.0.0.1:0"]).wait()
        #expect(refused.status == 8 && refused.errors.contains("vault is missing"), "\(refused.errors)")
        #expect(!FileManager.default.fileExists(atPath: scratch.path("data/vault")))
    }

    @Test func anAddressThatIsTakenIsRefused() throws {
        let serving = try serve()
        let address = String(serving.url.dropFirst("http://".count))
        let second = try Program(["serve", "--data", scratch.path("other"), "--address", address]).wait()
        #expect(
            second.status == 8 && second.errors.contains("larder: unavailable: \(address) cannot be listened at"),
            "\(second.errors)")
        let nowhere = try Program(["serve", "--data", scratch.path("other"), "--address", "nowhere.invalid:80"]).wait()
        #expect(nowhere.status == 8 && nowhere.errors.contains("nowhere.invalid:80 cannot be listened at"))
        for wrong in ["nonsense", "127.0.0.1:99999", ":80"] {
            #expect(try Program(["serve", "--data", scratch.path("other"), "--address", wrong]).wait().status == 2)
        }
        serving.program.send(SIGTERM)
        _ = try serving.program.wait()
    }
}
