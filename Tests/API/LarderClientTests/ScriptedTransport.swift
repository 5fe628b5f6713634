@testable import LarderClient

/// Answers requests from a script, and keeps what was sent.
actor ScriptedTransport: LarderTransport {
    typealias Reply = @Sendable (TransportRequest) throws -> TransportAnswer

    private var replies: ArraySlice<Reply>
    private(set) var requests: [TransportRequest] = []

    init(_ replies: [Reply]) { self.replies = replies[...] }

    func open(_ request: TransportRequest) throws -> TransportAnswer {
        requests.append(request)
        guard let reply = replies.popFirst() else { throw LarderFailure(.unreadable, "the script is over") }
        return try reply(request)
    }

    /// A JSON answer.
    static func json(_ text: String, status: Int = 200) -> Reply {
        { _ in
            TransportAnswer(
                status: status, headers: ["Content-Type": "application/json; charset=utf-8"],
                body: TransportBody([Array(text.utf8)]))
        }
    }

    /// A refusal as the service writes it.
    static func refusal(_ code: String, status: Int, field: String? = nil, headers: [String: String] = [:]) -> Reply {
        let field = field.map { #""field":"\#($0)","# } ?? ""
        let text =
            #"{"type":"about:blank","title":"T","status":\#(status),"code":"\#(code)",\#(field)"detail":"why","position":9}"#
        return { _ in
            TransportAnswer(
                status: status,
                headers: headers.merging(["Content-Type": "application/problem+json"]) { first, _ in first },
                body: TransportBody([Array(text.utf8)]))
        }
    }

    static func failing(_ kind: LarderFailure.Kind) -> Reply { { _ in throw LarderFailure(kind, "scripted") } }

    /// A stream that has these pieces, and then ends or fails.
    static func stream(_ pieces: [String], then failure: LarderFailure? = nil) -> Reply {
        { _ in
            let rest = TransportBody(pieces.map { Array($0.utf8) })
            return TransportAnswer(
                status: 200, headers: ["Content-Type": "text/event-stream"],
                body: TransportBody {
                    if let piece = try await rest.next() { return piece }
                    if let failure { throw failure }
                    return nil
                })
        }
    }
}

/// Keeps how long the client has waited, without waiting.
actor Waits {
    private(set) var all: [Duration] = []

    func add(_ delay: Duration) { all.append(delay) }
}

/// A client on a script.
struct ScriptedClient {
    let transport: ScriptedTransport
    let waits = Waits()
    let client: LarderClient

    init(
        _ replies: [ScriptedTransport.Reply], url: String = "https://kitchen.example",
        token: StoredToken? = nil, settings: ClientSettings = ClientSettings()
    ) throws {
        transport = ScriptedTransport(replies)
        let waits = waits
        client = try LarderClient(
            url: url, tokens: MemoryTokenStore(token), transport: transport, settings: settings
        ) { await waits.add($0) }
    }
}
