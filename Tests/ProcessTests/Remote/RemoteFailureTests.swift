import Foundation
import TestSupport
import Testing

/// What becomes of a command line whose service does not answer as it should.
@Suite(.serialized) struct RemoteFailureTests {
    private let scratch = TemporaryDirectory()

    private func larder(_ arguments: String...) throws -> Program.Run {
        try Program(arguments, environment: ["HOME": scratch.path, "LARDER_TOKEN": "ls_test"]).wait()
    }

    private static func json(_ text: String, status: String = "200 OK", type: String = "application/json")
        -> LoopbackServer.Answer
    {
        LoopbackServer.Answer(status: status, type: type, body: Array(text.utf8))
    }

    @Test("an address that is no Larder service is refused with the reason")
    func whoeverIsNoServiceIsToldApart() throws {
        let server = try LoopbackServer([
            "/feed?mode=everyone&limit=20": LoopbackServer.Answer(body: Array("<p>Hello</p>".utf8)),
            "/tags?limit=20": .redirect(to: "https://elsewhere.example/tags"),
            "/trending?limit=20": Self.json(#"{"position":1,"something":"else"}"#),
            "/leaderboard/weeks": Self.json("nonsense"),
            "/collections": Self.json(#"{"error":"no"}"#, status: "500 Internal Server Error"),
            "/members?limit=20": Self.json(
                #"{"code":"failed","detail":"something went wrong here: tell the operator the X-Request-ID","status":500}"#,
                status: "500 Internal Server Error", type: "application/problem+json"),
        ])
        defer { server.stop() }
        let place = server.url("")
        for (line, words) in [
            ("feed", "\(place) is not a service of larder: it answered 200 text/html"),
            ("tags", "\(place) redirects to https://elsewhere.example/tags: use that address"),
            ("discover --trending", "\(place) sent an answer that this larder cannot read (TrendingAnswer)"),
            ("leaderboard weeks", "\(place) sent an answer that this larder cannot read (LeaderboardWeeksAnswer)"),
            ("discover", "\(place) is not a service of larder: it answered 500 application/json"),
            ("members", "something went wrong here: tell the operator the X-Request-ID"),
            ("recipe r1", "\(place) is not a service of larder: it answered 404 text/html"),
        ] {
            let arguments = line.split(separator: " ").map(String.init) + ["--server", place]
            let run = try Program(arguments, environment: ["HOME": scratch.path]).wait()
            #expect(run.status == 1 && run.output.isEmpty, "\(line): \(run.errors)")
            #expect(
                run.errors.hasPrefix("larder: failed: \(words)") && run.errors.filter(\.isNewline).count == 1,
                "\(line): \(run.errors)")
        }
        // What speaks no TLS cannot be trusted, and is told nothing.
        let run = try larder("feed", "--server", place.replacing("http:", with: "https:"))
        #expect(run.status == 1 && run.errors.contains("cannot be reached: TLS failed"), "\(run.errors)")
        #expect(server.heads.allSatisfy { !$0.contains("ls_test") })
    }

    @Test("an act without an answer is retried under the same idempotency key")
    func whatWasNotAnsweredIsSentAgainAsTheSame() throws {
        let done = Self.json(#"{"changed":true,"id":"9","position":9}"#)
        let silence = LoopbackServer.Answer(bytes: [])
        let server = try LoopbackServer(inTurn: ["/events": [silence, silence, done]])
        defer { server.stop() }
        let run = try larder("like", "r7", "--server", server.url(""), "--json")
        #expect(run.status == 0 && run.output == #"{"changed":true,"id":"9","position":9}"# + "\n", "\(run.errors)")
        #expect(server.bodies.count == 3 && Set(server.bodies).count == 1, "\(server.bodies)")
        #expect(server.bodies.first?.contains(#""type":"larder.recipe.liked""#) == true)
        #expect(server.heads.allSatisfy { $0.contains("Authorization: Bearer ls_test\r\n") })
        // Another command is another one.
        _ = try larder("like", "r7", "--server", server.url(""))
        #expect(Set(server.bodies).count == 2)

        let deaf = try LoopbackServer(inTurn: ["/events": [silence]])
        defer { deaf.stop() }
        let lost = try larder("like", "r7", "--server", deaf.url(""))
        #expect(
            lost.status == 8
                && lost.errors
                    == "larder: unavailable: \(deaf.url("")) cannot be reached: the connection was closed without an answer: try again\n",
            "\(lost.errors)")
        #expect(deaf.bodies.count == 3)
    }

    @Test("a busy service is asked again after the delay that it names") func aBusyServiceIsWaitedFor() throws {
        func refusal(_ status: String, _ code: String, after seconds: String) -> LoopbackServer.Answer {
            LoopbackServer.Answer(
                status: status, type: "application/problem+json", headers: ["Retry-After: \(seconds)"],
                body: Array(#"{"code":"\#(code)","detail":"wait a while","status":503}"#.utf8))
        }
        let done = Self.json(#"{"position":3,"weeks":[]}"#)
        let server = try LoopbackServer(inTurn: [
            "/leaderboard/weeks": [refusal("503 Service Unavailable", "overloaded", after: "0"), done]
        ])
        defer { server.stop() }
        let run = try larder("leaderboard", "weeks", "--server", server.url(""), "--json")
        #expect(run.status == 0 && run.output == #"{"position":3,"weeks":[]}"# + "\n", "\(run.errors)")
        let full = try LoopbackServer(inTurn: [
            "/leaderboard/weeks": [refusal("429 Too Many Requests", "locked", after: "900")]
        ])
        defer { full.stop() }
        let refused = try larder("leaderboard", "weeks", "--server", full.url(""))
        #expect(refused.status == 8 && refused.errors == "larder: locked: wait a while\n", "\(refused.errors)")
        #expect(full.paths.count == 1)
    }

    /// At a terminal the password is asked for, and what is typed is not shown.
    @Test("a typed password is not shown on the terminal") func aPasswordIsTypedUnseen() throws {
        let server = try LoopbackServer([
            "/log-in": Self.json(#"{"position":3,"id":"m2","session":"s","token":"ls_new"}"#, status: "201 Created"),
            "/accounts": Self.json(#"{"changed":true,"id":"m2","position":2}"#, status: "201 Created"),
        ])
        defer { server.stop() }
        func typing(_ arguments: [String], _ type: (PseudoTerminal) throws -> Void) throws -> (Int32, String) {
            let terminal = try PseudoTerminal()
            let program = try Program(
                arguments + ["--server", server.url("")], environment: ["HOME": scratch.path, "NO_COLOR": "1"],
                input: terminal.theirs, output: terminal.theirs, errors: terminal.theirs)
            try type(terminal)
            let run = try program.wait(watching: terminal)
            return (run.status, terminal.screen())
        }
        let (status, screen) = try typing(["log-in", "ada"]) { terminal in
            try terminal.waitFor("Password of @ada: ")
            try terminal.type("secre\u{7F}et\n")
        }
        #expect(status == 0 && screen.hasPrefix("Password of @ada: \n127.0.0.1:"), "\(screen)")
        #expect(!screen.contains("secr") && server.bodies.last?.contains(#""password":"secret""#) == true)
        let contexts = try String(contentsOfFile: scratch.path(".config/larder/contexts.json"), encoding: .utf8)
        #expect(contexts.contains(#""token":"ls_new""#) && contexts.contains(#""username":"ada""#), "\(contexts)")
        let (differs, said) = try typing(["register", "ada"]) { terminal in
            try terminal.waitFor("Password of @ada: ")
            try terminal.type("one\n")
            try terminal.waitFor("Again: ")
            try terminal.type("other\n")
        }
        #expect(differs == 1 && said.contains("larder: failed: the two passwords differ"), "\(said)")
        let (interrupted, left) = try typing(["log-in", "ada"]) { terminal in
            try terminal.waitFor("Password of @ada: ")
            try terminal.type("half\u{3}")
        }
        #expect(interrupted == 130 && left.hasSuffix("larder: interrupted: nothing was done\n"), "\(left)")
    }
}
