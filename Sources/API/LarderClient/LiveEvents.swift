import Foundation
public import LarderAPI

extension LarderClient {
    /// What happens on these topics, from now on or after a position, until the loop ends or its task is cancelled.
    ///
    /// The loop reconnects by itself, with growing delays, and continues exactly after the last event: none is lost, none comes twice.
    /// To miss nothing between an answer and the stream, pass the answer's position as `after`.
    ///
    /// It throws a ``LarderRefusal`` when the service ends the stream for good: the session has ended, the member was banned, a topic
    /// is not allowed, or the log ends before `after` because it was restored (then reload, and listen again).
    public func events(about topics: [StreamTopic] = [.everything], after position: UInt64? = nil) -> LiveEvents {
        LiveEvents(client: self, topics: topics, position: position)
    }
}

/// A stream of live events. Each loop over it opens a connection of its own.
public struct LiveEvents: AsyncSequence, Sendable {
    public typealias Element = LiveEvent

    let client: LarderClient
    let topics: [StreamTopic]
    let position: UInt64?

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let stream: LiveEvents
        private var listening: ListeningStateMachine
        private var parser: EventStreamParser
        private var connection: TransportBody?
        private var frames: ArraySlice<EventFrame> = []
        private var isOver = false

        init(_ stream: LiveEvents) {
            self.stream = stream
            let policy = stream.client.settings.streams
            listening = ListeningStateMachine(policy, position: stream.position)
            parser = EventStreamParser(bytesMax: policy.eventBytesMax)
        }

        /// The last position that the stream has reached, with or without an event. `nil`: it has not begun.
        public var position: UInt64? { listening.position }

        /// The next event. It never returns `nil`: a stream ends by an error or by cancellation. After a refusal it is over.
        public mutating func next() async throws -> LiveEvent? {
            while !isOver {
                try Task.checkCancellation()
                do {
                    if let event = try await step() { return event }
                } catch let failure as LarderFailure {
                    connection = nil
                    frames = []
                    guard let delay = listening.delay(after: failure, random: .random(in: 0...1)) else {
                        return try end(failure)
                    }
                    try await stream.client.sleep(delay)
                } catch let refusal as LarderRefusal {
                    connection = nil
                    frames = []
                    guard let delay = listening.delay(after: refusal, random: .random(in: 0...1)) else {
                        return try end(refusal)
                    }
                    try await stream.client.sleep(delay)
                }
            }
            return nil
        }

        private mutating func end(_ error: any Error) throws -> LiveEvent? {
            isOver = true
            throw error
        }

        /// Takes one frame, one piece or one connection.
        private mutating func step() async throws -> LiveEvent? {
            if let frame = frames.popFirst() { return try listening.receive(frame) }
            guard let connection else {
                self.connection = try await connect()
                parser = EventStreamParser(bytesMax: stream.client.settings.streams.eventBytesMax)
                return nil
            }
            guard let piece = try await connection.next() else {
                throw LarderFailure(.lost, "the stream has ended")
            }
            frames = try parser.read(piece)[...]
            if let delay = parser.reconnectDelay { listening.reconnectDelay = delay }
            return nil
        }

        private func connect() async throws -> TransportBody {
            let (client, policy) = (stream.client, stream.client.settings.streams)
            var request = TransportRequest(
                API.stream, StreamInput(about: stream.topics.map(\.word)), CallOptions(), service: client.url)
            request.headers["Accept"] = "text/event-stream"
            request.headers["Cache-Control"] = "no-store"
            if let position = listening.position { request.headers["Last-Event-ID"] = "\(position)" }
            if let token = try await client.token() { request.headers["Authorization"] = "Bearer \(token)" }
            request.silenceMax = policy.silenceMax
            request.bufferBytesMax = policy.bufferBytesMax
            let answer = try await client.transport.open(request)
            guard answer.status == 200, answer.mediaType == "text/event-stream" else {
                let bytes = try await answer.bytes(upTo: policy.eventBytesMax)
                throw WholeAnswer(answer, bytes: bytes).refusal(from: client.url)
            }
            return answer.body
        }
    }
}

/// Where a stream has come to, and when it reconnects. It does no I/O.
struct ListeningStateMachine {
    private let policy: StreamPolicy
    private(set) var position: UInt64?
    /// What the service asks its clients to wait before they reconnect.
    var reconnectDelay: Duration = .zero
    private var failures = 0

    init(_ policy: StreamPolicy, position: UInt64?) { (self.policy, self.position) = (policy, position) }

    /// The frame's event, if it has one that is new.
    mutating func receive(_ frame: EventFrame) throws -> LiveEvent? {
        switch frame.name {
        case "ended": throw LarderRefusal(try decode(Problem.self, frame), retryAfter: nil)
        case "stopping": throw LarderFailure(.lost, "the service is stopping")
        default: break
        }
        failures = 0
        let known = position
        if let reached = UInt64(frame.lastID) { position = max(reached, known ?? 0) }
        guard !frame.data.isEmpty else { return nil }
        let event = try decode(LiveEvent.self, frame)
        if let known, event.position <= known { return nil }
        return event
    }

    private func decode<Content: Decodable>(_ type: Content.Type, _ frame: EventFrame) throws -> Content {
        do { return try JSONDecoder().decode(type, from: Data(frame.data.utf8)) } catch {
            throw LarderFailure(
                .unreadable, "the stream has an event that this version of the client cannot read: update the client")
        }
    }

    /// How long to wait before reconnecting; `nil`: listening is over. `random` is from 0 to 1.
    mutating func delay(after failure: LarderFailure, random: Double) -> Duration? {
        switch failure.kind {
        // The program was slow, and not the service.
        case .overrun: return .zero
        case .unreachable, .lost, .timedOut: return backoff(random)
        default: return nil
        }
    }

    mutating func delay(after refusal: LarderRefusal, random: Double) -> Duration? {
        switch refusal.code {
        case .overloaded, .unavailable: break
        // A limit on requests passes; a limit on streams stands until another stream is closed.
        case .limited where refusal.retryAfter != nil: break
        default: return nil
        }
        return backoff(random).map { max($0, refusal.retryAfter ?? .zero) }
    }

    private mutating func backoff(_ random: Double) -> Duration? {
        guard failures < policy.failuresMax else { return nil }
        let doubled = policy.delayMin * (1 << min(failures, 20))
        failures += 1
        return max(min(doubled, policy.delayMax), min(reconnectDelay, policy.delayMax)) * (0.5 + random / 2)
    }
}
