import Foundation
import NIOCore
import NIOPosix
import Testing

/// What came back over a connection on which a test sent its own bytes.
struct RawAnswer {
    var text = ""
    /// Whether the service ended the connection.
    var isEnded = false

    /// The answers' status codes, in their order.
    var statuses: [Int] {
        text.matches(of: #/HTTP/1\.[01] ([0-9]{3}) /#).compactMap { Int($0.output.1) }
    }
    /// All after the first head.
    var body: String { text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? "" }
    /// The first body as a JSON document.
    var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
    }

    /// The value of a header of the first answer.
    func header(_ name: String) -> String? {
        let head = text.firstRange(of: "\r\n\r\n").map { text[..<$0.lowerBound] } ?? text[...]
        let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("\(name.lowercased()):") }
        return line.map { $0.drop { $0 != ":" }.dropFirst().trimmingCharacters(in: .whitespaces) }
    }
}

extension Counter {
    /// Sends bytes, and reads until the service ends the connection, or `isEnough` returns true. `parts` are sent one after the other, each
    /// once all bytes before it are sent.
    func exchange(
        _ parts: String..., until isEnough: @escaping @Sendable (RawAnswer) -> Bool = { _ in false }
    ) async throws -> RawAnswer {
        let port = try #require(url.split(separator: ":").last.flatMap { Int($0) })
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        // Among a thousand tests one may wait minutes for its turn.
        let patience = channel.channel.eventLoop.scheduleTask(in: .minutes(5)) {
            channel.channel.close(mode: .all, promise: nil)
        }
        defer { patience.cancel() }
        var answer = RawAnswer()
        try? await channel.executeThenClose { inbound, outbound in
            for part in parts { try await outbound.write(ByteBuffer(string: part)) }
            for try await bytes in inbound {
                answer.text += String(buffer: bytes)
                if isEnough(answer) { return }
            }
            answer.isEnded = true
        }
        return answer
    }
}
