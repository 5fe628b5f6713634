import LarderAPI
import Synchronization
import TestSupport
import Testing

@testable import LarderClient

@Suite(.seeded) struct EventStreamTests {
    /// With each end of a line, comments, an unknown field, data of two lines and a frame of an id alone.
    private static let stream =
        "\u{FEFF}retry: 2000\nid: 4\n\n:\r\n\r\nid: 5\revent: recipe.liked\rdata: {\"é\":\rdata:  1}\r\rwhat: else\n"
        + "\nid: 6\n\nid: 7\0\nevent: none\n\ndata\n\ndata: cut"

    private static let frames = [
        EventFrame(lastID: "4", hasID: true),
        EventFrame(name: "recipe.liked", data: "{\"é\":\n 1}", lastID: "5", hasID: true),
        EventFrame(lastID: "6", hasID: true), EventFrame(name: "none", lastID: "6"), EventFrame(lastID: "6"),
    ]

    @Test("a stream cut at any byte has the frames of the whole stream") func anyCut() throws {
        let bytes = Array(Self.stream.utf8)
        for cut in 0...bytes.count {
            var parser = EventStreamParser(bytesMax: 100)
            let frames = try parser.read(bytes[..<cut]) + parser.read(bytes[cut...])
            #expect(frames == Self.frames, "cut at \(cut)")
            #expect(parser.reconnectDelay == .seconds(2))
        }
    }

    @Test("a stream of random pieces has the frames of the whole stream") func randomPieces() throws {
        var generator = SeededGenerator.ofTest()
        for _ in 0..<100 {
            var (rest, frames, parser) = (
                Array(Self.stream.utf8)[...], [EventFrame](), EventStreamParser(bytesMax: 100)
            )
            while !rest.isEmpty {
                let count = Int.random(in: 1...min(9, rest.count), using: &generator)
                frames += try parser.read(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(frames == Self.frames)
        }
    }

    @Test("a line or an event beyond the limit is refused") func limits() throws {
        var parser = EventStreamParser(bytesMax: 20)
        #expect(throws: LarderFailure.self) { try parser.read(Array(repeating: UInt8(ascii: "x"), count: 21)) }
        parser = EventStreamParser(bytesMax: 20)
        #expect(throws: LarderFailure.self) {
            for _ in 0..<9 { _ = try parser.read(Array("data: 123\n".utf8)) }
        }
    }

    private func event(_ position: UInt64) -> String {
        "id: \(position)\nevent: recipe.liked\ndata: {\"position\":\(position),\"kind\":\"recipe.liked\",\"at\":\"t\"}\n\n"
    }

    /// The positions of a stream's events, and the error that ended it.
    private func listen(_ events: LiveStream<LiveEvent>) async -> (positions: [UInt64], error: any Error) {
        var positions: [UInt64] = []
        do {
            for try await event in events { positions.append(event.position) }
        } catch { return (positions, error) }
        return (positions, CancellationError())
    }

    @Test("a stream resumes after the last position, and gives no event twice") func resumption() async throws {
        let script = try ScriptedClient([
            ScriptedTransport.stream(["retry: 0\nid: 4\n\n", event(5) + "id: 6\neve"]),
            ScriptedTransport.failing(.unreachable),
            ScriptedTransport.stream([event(5), event(6) + "id: 9\n\n"], then: LarderFailure(.lost, "")),
            ScriptedTransport.stream([event(10), "event: stopping\ndata: {}\n\n", event(11)]),
            ScriptedTransport.refusal("unauthenticated", status: 401),
        ])
        let (positions, error) = await listen(script.client.events(about: [.recipe("r1"), .notifications]))
        #expect(positions == [5, 6, 10])
        #expect((error as? LarderRefusal)?.code == .unauthenticated)
        let requests = await script.transport.requests
        #expect(requests.map { $0.headers["Last-Event-ID"] } == [nil, "5", "5", "9", "10"])
        #expect(requests.first?.url == "https://kitchen.example/stream?about=r1&about=notifications")
    }

    @Test("a stream of the log resumes, and gives each event byte for byte") func logLines() async throws {
        func line(_ position: UInt64) -> String {
            "id: \(position)\nevent: log\ndata: {\"sequence\": \"\(position)\"}\n\n"
        }
        let interruptions = Mutex(0)
        let script = try ScriptedClient([
            ScriptedTransport.stream(["id: 4\n\n" + line(5) + line(7)]),
            ScriptedTransport.stream([line(7) + line(8)]), ScriptedTransport.refusal("forbidden", status: 403),
        ])
        var lines: [LogLine] = []
        let selection = LogSelection(kinds: ["recipe.liked"], actor: "@ada")
        await #expect(throws: LarderRefusal.self) {
            let log = script.client.log(selection, after: 4) { _, _ in interruptions.withLock { $0 += 1 } }
            for try await line in log { lines.append(line) }
        }
        #expect(lines.map(\.position) == [5, 7, 8])
        #expect(lines.first?.event.bytes == Array(#"{"sequence": "5"}"#.utf8))
        #expect(interruptions.withLock { $0 } == 2)
        let requests = await script.transport.requests
        #expect(requests.map { $0.headers["Last-Event-ID"] } == ["4", "7", "8"])
        #expect(
            requests.first?.url == "https://kitchen.example/stream?about=log&kind=recipe.liked&actor=@ada")
    }

    @Test("each state of the jobs is told, though it has no position") func jobs() async throws {
        let frame = "event: jobs\ndata: {\"jobs\":[]}\n\n"
        let script = try ScriptedClient([
            ScriptedTransport.stream(["id: 4\n\n" + frame + frame + "id: 9\n:\n\n" + frame]),
            ScriptedTransport.refusal("forbidden", status: 403),
        ])
        var count = 0
        await #expect(throws: LarderRefusal.self) { for try await _ in script.client.jobs() { count += 1 } }
        #expect(count == 3)
    }

    @Test("a stream that the service ends for good throws its refusal") func endings() async throws {
        let problem = #"{"type":"about:blank","title":"T","status":403,"code":"banned","detail":"until Monday"}"#
        let script = try ScriptedClient([ScriptedTransport.stream([event(5), "event: ended\ndata: \(problem)\n\n"])])
        let (positions, error) = await listen(script.client.events(after: 4))
        #expect(positions == [5])
        #expect((error as? LarderRefusal)?.code == .banned)
        #expect(await script.transport.requests.first?.headers["Last-Event-ID"] == "4")
    }

    @Test("a busy service is asked again when it says") func busyService() async throws {
        let script = try ScriptedClient([
            ScriptedTransport.refusal("overloaded", status: 503, headers: ["Retry-After": "7"]),
            ScriptedTransport.stream([event(5)]), ScriptedTransport.refusal("gone", status: 410),
        ])
        #expect(await listen(script.client.events()).positions == [5])
        #expect(await script.waits.all.first == .seconds(7))
    }

    @Test("attempts in a row are bounded, and their delays grow to a limit") func backoff() {
        var policy = StreamPolicy()
        (policy.failuresMax, policy.delayMax) = (8, .seconds(10))
        var listening = ListeningStateMachine(policy, position: nil)
        let delays = (0..<9).map { _ in listening.delay(after: LarderFailure(.lost, ""), random: 1) }
        #expect(
            delays == [
                .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(10), .seconds(10),
                .seconds(10), nil,
            ])
    }

    @Test("a program that is slower than the stream reconnects at once") func overrun() async throws {
        let script = try ScriptedClient([
            ScriptedTransport.stream([event(5)], then: LarderFailure(.overrun, "")),
            ScriptedTransport.stream([event(6)]), ScriptedTransport.refusal("gone", status: 410),
        ])
        #expect(await listen(script.client.events()).positions == [5, 6])
        #expect(await script.waits.all.first == .zero)
    }
}
