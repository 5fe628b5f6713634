import LarderAPI
import Testing

@testable import LarderClient

@Suite struct CallTests {
    private static let done = #"{"position":12,"id":"12","changed":true}"#
    private static let empty = #"{"position":12,"items":[]}"#

    @Test("an action whose answer was lost is retried under one key") func lostAnswers() async throws {
        let script = try ScriptedClient([
            ScriptedTransport.failing(.lost), ScriptedTransport.failing(.lost), ScriptedTransport.json(Self.done),
        ])
        let answer = try await script.client.like("r1")
        #expect(answer.position == 12)
        let keys = await script.transport.requests.map { $0.headers["Idempotency-Key"] }
        #expect(keys.count == 3)
        #expect(Set(keys).count == 1)
        #expect(await script.waits.all.count == 2)
    }

    @Test("the tries of a request are bounded") func tries() async throws {
        let script = try ScriptedClient(Array(repeating: ScriptedTransport.failing(.lost), count: 9))
        await #expect { try await script.client.like("r1") } throws: { ($0 as? LarderFailure)?.kind == .lost }
        #expect(await script.transport.requests.count == 3)
    }

    @Test("a log-in whose answer was lost is not retried") func logIns() async throws {
        let script = try ScriptedClient([ScriptedTransport.failing(.lost)])
        await #expect { try await script.client.logIn(username: "ada", password: "pw") } throws: {
            ($0 as? LarderFailure)?.kind == .lost
        }
        #expect(await script.transport.requests.count == 1)
    }

    @Test("a service that is not reached is reported at once") func unreachable() async throws {
        let script = try ScriptedClient([ScriptedTransport.failing(.unreachable)])
        await #expect { try await script.client.call(API.health) } throws: {
            ($0 as? LarderFailure)?.kind == .unreachable
        }
        #expect(await script.waits.all.isEmpty)
    }

    @Test("a busy service is retried when it says", arguments: ["429", "503"]) func retryAfter(status: String)
        async throws
    {
        let script = try ScriptedClient([
            ScriptedTransport.refusal("overloaded", status: Int(status)!, headers: ["Retry-After": "2"]),
            ScriptedTransport.json(Self.done),
        ])
        _ = try await script.client.like("r1")
        #expect(await script.waits.all == [.seconds(2)])
    }

    @Test("a wait beyond the total delay is a refusal with its time") func longWaits() async throws {
        let script = try ScriptedClient([
            ScriptedTransport.refusal("limited", status: 429, headers: ["Retry-After": "3"]),
            ScriptedTransport.refusal("limited", status: 429, headers: ["Retry-After": "3"]),
        ])
        await #expect { try await script.client.like("r1") } throws: { error in
            (error as? LarderRefusal)?.retryAfter == .seconds(3)
        }
        #expect(await script.waits.all == [.seconds(3)])
    }

    @Test("a log-in is retried after a rate limit, and not after a failure that may have done it")
    func partlyRepeatable() {
        var retries = RetryStateMachine(RetryPolicy(), isRepeatable: false)
        #expect(retries.delay(afterStatus: 503, retryAfter: .seconds(1)) == nil)
        #expect(retries.delay(after: LarderFailure(.lost, ""), random: 1) == nil)
        #expect(retries.delay(afterStatus: 429, retryAfter: .seconds(1)) == .seconds(1))
    }

    @Test("a refusal has its code, message, field, position and request") func refusals() async throws {
        let script = try ScriptedClient([
            ScriptedTransport.refusal("forbidden", status: 403, field: "member", headers: ["X-Request-ID": "q1"])
        ])
        await #expect { try await script.client.follow("@bo") } throws: { error in
            error as? LarderRefusal
                == LarderRefusal(.forbidden, "why", field: "member", position: 9, status: 403, requestID: "q1")
        }
    }

    @Test("a question after an action waits for its position") func ownActions() async throws {
        let script = try ScriptedClient([
            ScriptedTransport.json(Self.done), ScriptedTransport.json(Self.empty), ScriptedTransport.json(Self.empty),
            ScriptedTransport.json(Self.empty),
        ])
        _ = try await script.client.like("r1")
        _ = try await script.client.call(API.feed, FeedInput())
        _ = try await script.client.call(API.feed, FeedInput(), CallOptions(atLeast: 20))
        await script.client.forgetOwnPosition()
        _ = try await script.client.call(API.feed, FeedInput())
        let urls = await script.transport.requests.dropFirst().map(\.url)
        #expect(
            urls == [
                "https://kitchen.example/feed?atLeast=12", "https://kitchen.example/feed?atLeast=20",
                "https://kitchen.example/feed",
            ])
    }

    @Test("a log-in stores the token, requests carry it, and a log-out removes it") func sessions() async throws {
        let script = try ScriptedClient([
            ScriptedTransport.json(#"{"position":1,"id":"m1","session":"s","token":"ls_1","expiresAt":"2027"}"#),
            ScriptedTransport.json(Self.done), ScriptedTransport.json(Self.done),
        ])
        try await script.client.logIn(username: "ada", password: "pw")
        #expect(
            try await script.client.session
                == StoredToken(
                    service: "https://kitchen.example", token: "ls_1", member: "m1", username: "ada", expiresAt: "2027")
        )
        _ = try await script.client.like("r1")
        try await script.client.logOut()
        #expect(try await script.client.session == nil)
        let shown = await script.transport.requests.map { $0.headers["Authorization"] }
        #expect(shown == [nil, "Bearer ls_1", "Bearer ls_1"])
    }

    @Test("a log-in sends the device that an earlier one answered, and a sign-up logs in with one request")
    func devices() async throws {
        let begun =
            #"{"position":1,"id":"m1","username":"ada","session":"s","token":"ls_1","device":"ld_1","changed":true}"#
        let script = try ScriptedClient(Array(repeating: ScriptedTransport.json(begun), count: 4))
        let answer = try await script.client.signUp(password: "pw", profile: ProfileDraft(name: "Ada"))
        #expect((answer.username, answer.device) == ("ada", "ld_1"))
        #expect(try await script.client.session?.username == "ada")
        try await script.client.logIn(username: "ada@example.org", password: "pw")
        #expect(try await script.client.session?.username == "ada")
        try await script.client.logIn(username: "ada", password: "pw", device: "ld_2")
        let bodies = await script.transport.requests.map { String(decoding: $0.body ?? [], as: UTF8.self) }
        #expect(bodies[0].contains(#""session":true"#) && !bodies[0].contains("username"), "\(bodies[0])")
        #expect(bodies[1].contains(#""device":"ld_1""#) && bodies[2].contains(#""device":"ld_2""#))
        #expect(bodies.count == 3)
    }

    @Test("a token goes to no other service") func otherServices() async throws {
        let token = StoredToken(service: "https://other.example", token: "ls_1")
        let script = try ScriptedClient([ScriptedTransport.json(#"{"status":"ok"}"#)], token: token)
        _ = try await script.client.call(API.health)
        #expect(await script.transport.requests.first?.headers["Authorization"] == nil)
    }

    @Test("a log-out of an ended session removes the token, one that is not answered keeps it") func logOuts()
        async throws
    {
        let token = StoredToken(service: "https://kitchen.example", token: "ls_1")
        let ended = try ScriptedClient([ScriptedTransport.refusal("unauthenticated", status: 401)], token: token)
        try await ended.client.logOut()
        #expect(try await ended.client.session == nil)
        let lost = try ScriptedClient([ScriptedTransport.failing(.lost)], token: token)
        await #expect(throws: LarderFailure.self) { try await lost.client.logOut() }
        #expect(try await lost.client.session == token)
    }

    @Test("items come page after page, in order") func items() async throws {
        let script = try ScriptedClient([page(["a", "b"], next: "p2"), page([], next: "p3"), page(["c"], next: nil)])
        var names: [String] = []
        for try await tag in script.client.items(of: API.tags, ListInput(page: PageRequest(limit: 2))) {
            names.append(tag.name)
        }
        #expect(names == ["a", "b", "c"])
        let urls = await script.transport.requests.map { $0.url.split(separator: "?").last.map(String.init) }
        #expect(urls == ["limit=2", "limit=2&after=p2", "limit=2&after=p3"])
    }

    private func page(_ names: [String], next: String?) -> ScriptedTransport.Reply {
        let tags = names.map { #"{"name":"\#($0)","recipes":1}"# }.joined(separator: ",")
        return ScriptedTransport.json(
            #"{"position":1,"tags":[\#(tags)]\#(next.map { #","next":"\#($0)""# } ?? "")}"#)
    }

    @Test("a list is one answer of as many pages as it takes, with the cursor after its end") func lists() async throws
    {
        let many = (0..<100).map { "t\($0)" }
        let script = try ScriptedClient([page(many, next: "p2"), page(["a", "b"], next: "p3")])
        let first = try await script.client.list(of: API.tags, ListInput(), upTo: 102)
        #expect(first.items.map(\.name) == many + ["a", "b"])
        #expect(first.next == "p3")
        let urls = await script.transport.requests.map { $0.url.split(separator: "?").last.map(String.init) }
        #expect(urls == ["limit=100", "limit=2&after=p2"])

        let whole = try ScriptedClient([page(many, next: "p2"), page(["a"], next: nil)])
        let all = try await whole.client.list(of: API.tags, ListInput(page: PageRequest(after: "p1")))
        #expect(all.items.count == 101)
        #expect(all.next == nil)
        #expect(await whole.transport.requests.first?.url.hasSuffix("limit=100&after=p1") == true)
    }

    @Test("a list whose page is followed by itself fails") func endlessLists() async throws {
        let script = try ScriptedClient([page(["a"], next: "p"), page(["b"], next: "p"), page(["c"], next: nil)])
        await #expect { try await script.client.list(of: API.tags, ListInput()) } throws: {
            ($0 as? LarderFailure)?.kind == .notLarder
        }
        #expect(await script.transport.requests.count == 2)
    }

    @Test("a document is the service's bytes, and another program's answer is none") func documents() async throws {
        let text = #"{"specversion":"1.0" , "data":{"é":1.0}}"#
        let script = try ScriptedClient([
            ScriptedTransport.json(text),
            { _ in
                TransportAnswer(
                    status: 200, headers: ["Content-Type": "text/html"], body: TransportBody([Array("<p>".utf8)]))
            },
        ])
        let event = try await script.client.document(of: API.event, EventInput(event: "7"))
        #expect(event == Download(mediaType: "application/json", bytes: Array(text.utf8)))
        await #expect { try await script.client.document(of: API.event, EventInput(event: "7")) } throws: {
            ($0 as? LarderFailure)?.kind == .notLarder
        }
    }

    @Test("a page that is followed by itself ends the loop") func endlessPages() async throws {
        let reply = ScriptedTransport.json(#"{"position":1,"tags":[],"next":"p"}"#)
        let script = try ScriptedClient([reply, reply, reply])
        await #expect(throws: LarderFailure.self) {
            for try await _ in script.client.pages(of: API.tags, ListInput()) {}
        }
        #expect(await script.transport.requests.count == 2)
    }
}
