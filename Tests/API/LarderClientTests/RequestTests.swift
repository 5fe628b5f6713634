import LarderAPI
import Testing

@testable import LarderClient

@Suite struct RequestTests {
    private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

    @Test("a question carries its path, its query and the moments that it takes") func questions() {
        let request = TransportRequest(
            API.comments, RecipeListInput(recipe: "external:site:a/b", page: PageRequest(limit: 5, after: "x y")),
            CallOptions(atLeast: 7), service: "https://kitchen.example/base")
        #expect(
            request.url
                == "https://kitchen.example/base/recipes/external%3Asite%3Aa%2Fb/comments?limit=5&after=x%20y&atLeast=7"
        )
        #expect(request.method == "GET")
        #expect(request.body == nil)
        #expect(request.headers["Idempotency-Key"] == nil)
    }

    @Test("an operation without moments carries none") func moments() {
        let request = TransportRequest(
            API.health, NoInput(), CallOptions(atLeast: 7, asOf: "3"), service: "https://kitchen.example")
        #expect(request.url == "https://kitchen.example/healthz")
    }

    @Test("the fields of a body are one JSON object, with an object as it is written") func bodies() {
        let input = RegisterInput(password: "say \"it\"\n", link: "ll", profile: JSONText(Array(#"{"a": 1}"#.utf8)))
        let request = TransportRequest(API.register, input, CallOptions(), service: "https://kitchen.example")
        #expect(text(request.body) == #"{"password":"say \"it\"\n","link":"ll","profile":{"a": 1}}"#)
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(request.headers["Idempotency-Key"] != nil)
    }

    @Test("two actions have two idempotency keys, unless the caller names one") func keys() {
        func key(_ options: CallOptions) -> String? {
            TransportRequest(API.likeRecipe, RecipeActionInput(recipe: "r1"), options, service: "").headers[
                "Idempotency-Key"]
        }
        #expect(key(CallOptions()) != key(CallOptions()))
        #expect(key(CallOptions(idempotencyKey: "mine")) == "mine")
    }

    @Test("events are sent as a batch or as lines") func events() {
        func type(_ text: String) -> String? {
            TransportRequest(
                API.submitEvents, EventsInput(content: JSONText(Array(text.utf8))), CallOptions(), service: ""
            ).headers["Content-Type"]
        }
        #expect(type(" [{}]") == "application/cloudevents-batch+json")
        #expect(type("{}\n{}") == "application/x-ndjson")
    }

    @Test("an edit names the version that it is based on") func versions() {
        let request = TransportRequest(
            API.editRecipe, RecipeActionInput(recipe: "r1"), CallOptions(expectedVersion: 3), service: "")
        #expect(request.headers["If-Match"] == #""v3""#)
    }

    @Test(
        "an address is read as a URL of a service",
        arguments: [
            ("https://Kitchen.example/", "https://kitchen.example"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://[::1]:80/a//", "http://[::1]:80/a"),
        ])
    func addresses(written: String, text: String) throws {
        #expect(try LarderClient(url: written).url == text)
    }

    @Test(
        "an address says whether other machines can read what is sent",
        arguments: [
            ("https://kitchen.example", true), ("http://127.0.0.1:8080", true), ("http://kitchen.example:80", false),
        ]
    )
    func confidentialAddresses(written: String, isConfidential: Bool) throws {
        let address = try ServiceAddress(written)
        #expect(address.isConfidential == isConfidential)
        #expect(address.name == written.split(separator: "/").last.map(String.init))
    }

    @Test("the target of a request is its path and its query") func targets() {
        let input = RecipeListInput(recipe: "r12", page: PageRequest(limit: 5, after: "x y"))
        #expect(API.comments.target(for: input) == "/recipes/r12/comments?limit=5&after=x%20y")
        #expect(API.health.target(for: NoInput()) == "/healthz")
    }

    @Test("a topic of a stream has one word, and another word names a recipe") func topics() {
        for topic in StreamTopic.general { #expect(StreamTopic(topic.word) == topic) }
        #expect(StreamTopic("r12") == .recipe("r12"))
        #expect(StreamTopic.general.count == 6)
    }

    @Test(
        "what names no service, or would carry a password in the clear, is refused",
        arguments: [
            "", "kitchen.example", "ftp://kitchen.example", "https://", "https://ada:pw@kitchen.example",
            "https://kitchen.example?x", "https://kitchen.example#x", "https://kitchen.example/a b",
            "http://kitchen.example", "https://kitchén.example",
        ])
    func badAddresses(written: String) {
        #expect { try LarderClient(url: written) } throws: { error in
            (error as? LarderFailure)?.kind == .badAddress
        }
    }

    @Test("cleartext to another machine can be allowed") func cleartext() throws {
        var settings = ClientSettings()
        settings.allowsCleartext = true
        #expect(
            try LarderClient(url: "http://kitchen.example", settings: settings).url == "http://kitchen.example")
    }

    @Test("an answer of another program is no answer", arguments: [200, 302, 404, 502]) func strangers(status: Int)
        async throws
    {
        let script = try ScriptedClient([
            { _ in
                TransportAnswer(
                    status: status, headers: ["content-type": "text/html", "location": "https://else.example"],
                    body: TransportBody([[0x3C]]))
            }
        ])
        let kind: LarderFailure.Kind = [302: .redirected, 502: .unreachable][status] ?? .notLarder
        await #expect { try await script.client.call(API.health) } throws: { ($0 as? LarderFailure)?.kind == kind }
    }

    @Test("an answer beyond the limit is refused") func longAnswers() async throws {
        var settings = ClientSettings()
        settings.answerBytesMax = 10
        let script = try ScriptedClient([ScriptedTransport.json(#"{"status":"ok"}"#)], settings: settings)
        await #expect { try await script.client.call(API.health) } throws: { ($0 as? LarderFailure)?.kind == .tooLong }
    }

    @Test("an answer of another form is unreadable") func otherForms() async throws {
        let script = try ScriptedClient([ScriptedTransport.json(#"{"state":1}"#)])
        await #expect { try await script.client.call(API.health) } throws: {
            ($0 as? LarderFailure)?.kind == .unreadable
        }
    }
}
