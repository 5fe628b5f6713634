import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

/// A client that listens to a stream as a browser does.
final class Listener {
    /// The events dispatched so far.
    var events: [EventSourceReader.Event] { reader.events }
    /// The `Last-Event-ID` of the next connection.
    var lastID: String { reader.lastID }
    private(set) var status: Int?
    private(set) var headers = HTTPHeaders()
    /// What arrived of the last connection's body.
    private(set) var text = ""
    private var reader: EventSourceReader
    /// How many of the events were compared with the contract.
    private var checkedCount = 0

    private let port: Int
    private let path: String
    private let token: String?

    init(_ counter: Counter, _ path: String = "/stream", as token: String? = nil, after id: String = "") throws {
        port = try #require(counter.url.split(separator: ":").last.flatMap { Int($0) })
        self.path = path
        self.token = token
        reader = EventSourceReader(lastID: id)
    }

    /// Connects, calls `begun` when the answer begins, and listens until `isEnough` returns true, the service ends the stream, or the time is
    /// over. Then it closes the connection, also within a frame. After `bytesMax` bytes it behaves as if the rest were lost.
    func listen(
        upTo bytesMax: Int = .max, seconds: Double = 300, until isEnough: (Listener) -> Bool = { _ in false },
        begun: () -> Void = {}
    ) async throws {
        reader.reconnect()
        text = ""
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    return try NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>(
                        wrappingChannelSynchronously: channel)
                }
            }
        var sent: HTTPHeaders = ["Host": "x", "Accept": "text/event-stream"]
        if let token { sent.add(name: "Authorization", value: "Bearer \(token)") }
        if !lastID.isEmpty { sent.add(name: "Last-Event-ID", value: lastID) }
        let request = HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: sent)
        let patience = channel.channel.eventLoop.scheduleTask(in: .milliseconds(Int64(seconds * 1000))) {
            channel.channel.close(mode: .all, promise: nil)
        }
        defer { patience.cancel() }
        defer { expectPromised() }
        var taken = 0
        try? await channel.executeThenClose { inbound, outbound in
            try await outbound.write(.head(request))
            try await outbound.write(.end(nil))
            for try await part in inbound {
                switch part {
                case .head(let head):
                    (status, headers) = (Int(head.status.code), head.headers)
                    begun()
                case .body(let buffer):
                    let bytes = buffer.readableBytesView.prefix(bytesMax - taken)
                    taken += bytes.count
                    reader.read(bytes)
                    text += String(decoding: bytes, as: UTF8.self)
                case .end: return
                }
                if taken >= bytesMax || isEnough(self) { return }
            }
        }
    }

    /// The data of every event must satisfy its schema in the contract.
    private func expectPromised() {
        guard let contract = unsafe ContractFile.shared else { return }
        for event in events.dropFirst(checkedCount) where event.type != "stopping" {
            let schemas = ["ended": "Problem", "log": "LoggedEvent", "jobs": "JobsAnswer"]
            let schema = schemas[event.type] ?? "LiveEvent"
            let problems = AnswerChecker(contract).problems(
                event.json, ["$ref": "#/components/schemas/\(schema)"], "the event \(event.type)")
            #expect(problems.isEmpty)
        }
        checkedCount = events.count
    }
}

extension EventSourceReader.Event {
    var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(data.utf8))) as? [String: Any] ?? [:]
    }
}
