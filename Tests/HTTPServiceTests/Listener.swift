import Foundation
import NIOCore
import NIOPosix
import Testing

/// Somebody who listens to a stream, by the rules that browsers have for it.
final class Listener {
    struct Frame: Equatable, Sendable {
        var id: String?
        var event: String?
        var data: String?

        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data((data ?? "").utf8))) as? [String: Any] ?? [:]
        }
    }

    /// What was dispatched so far: frames with data.
    private(set) var frames: [Frame] = []
    /// What is sent as `Last-Event-ID` when the connection is made anew.
    private(set) var lastID: String?
    private(set) var status: Int?
    private var rest = ""

    private let port: Int
    private let path: String
    private let token: String?

    init(_ counter: Counter, _ path: String = "/stream", as token: String? = nil, after id: String? = nil) throws {
        port = try #require(counter.url.split(separator: ":").last.flatMap { Int($0) })
        self.path = path
        self.token = token
        lastID = id
    }

    /// Connects, calls `begun` when it is answered, and listens until `isEnough` says so, the other side ends it, or the time is over; then cuts the connection, wherever
    /// in a frame that is. `read`: hands out no more than so many bytes, as if the rest had been lost.
    func listen(
        upTo bytesMax: Int = .max, seconds: Double = 30, until isEnough: (Listener) -> Bool = { _ in false },
        begun: () -> Void = {}
    ) async throws {
        rest = ""
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        var request = "GET \(path) HTTP/1.0\r\nHost: x\r\nAccept: text/event-stream\r\n"
        if let token { request += "Authorization: Bearer \(token)\r\n" }
        if let lastID { request += "Last-Event-ID: \(lastID)\r\n" }
        request += "\r\n"
        let patience = channel.channel.eventLoop.scheduleTask(in: .milliseconds(Int64(seconds * 1000))) {
            channel.channel.close(mode: .all, promise: nil)
        }
        defer { patience.cancel() }
        var (hasHead, head, taken) = (false, "", 0)
        try? await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: request))
            for try await buffer in inbound {
                var text = String(buffer: buffer)
                if !hasHead {
                    head += text
                    guard let end = head.range(of: "\r\n\r\n") else { continue }
                    hasHead = true
                    status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) }
                    begun()
                    text = String(head[end.upperBound...])
                }
                text = String(text.prefix(bytesMax - taken))
                taken += text.count
                take(text)
                if taken >= bytesMax || isEnough(self) { return }
            }
        }
    }

    /// Chunks of a transfer begin with their lengths, which are no fields: they are passed over as browsers pass over unknown ones.
    private func take(_ text: String) {
        rest += text.replacing("\r\n", with: "\n")
        while let end = rest.range(of: "\n\n") {
            let lines = rest[..<end.lowerBound].split(separator: "\n")
            rest = String(rest[end.upperBound...])
            var frame = Frame()
            for line in lines {
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { continue }
                let value = String(parts[1].trimmingPrefix(" "))
                switch parts[0] {
                case "id": frame.id = value
                case "event": frame.event = value
                case "data": frame.data = value
                default: break
                }
            }
            if let id = frame.id { lastID = id }
            if frame.data != nil { frames.append(frame) }
        }
    }
}
