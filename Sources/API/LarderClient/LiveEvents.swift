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
    ///
    /// `interrupted` is told before each wait for a new connection: why, and how long.
    public func events(
        about topics: [StreamTopic] = [.everything], after position: UInt64? = nil,
        interrupted: (@Sendable (any Error, Duration) -> Void)? = nil
    ) -> LiveStream<LiveEvent> {
        LiveStream(
            client: self, input: StreamInput(about: topics.map(\.word), after: position), interrupted: interrupted
        ) { frame in try decode(frame, as: LiveEvent.self) }
    }

    /// The events of the log as they are appended, each whole, and those of the selection alone. For admins.
    ///
    /// It reconnects, continues and ends as ``events(about:after:interrupted:)``.
    public func log(
        _ selection: LogSelection = LogSelection(), after position: UInt64? = nil,
        interrupted: (@Sendable (any Error, Duration) -> Void)? = nil
    ) -> LiveStream<LogLine> {
        LiveStream(
            client: self, input: StreamInput(about: ["log"], after: position, selection: selection),
            interrupted: interrupted
        ) { frame in
            guard let position = UInt64(frame.lastID) else { throw LarderFailure.strangeEvent }
            return LogLine(position: position, event: JSONText(Array(frame.data.utf8)))
        }
    }

    /// The jobs of the service, now and whenever one of them changes. For admins.
    public func jobs(interrupted: (@Sendable (any Error, Duration) -> Void)? = nil) -> LiveStream<JobsAnswer> {
        LiveStream(client: self, input: StreamInput(about: ["jobs"]), interrupted: interrupted) { frame in
            try decode(frame, as: JobsAnswer.self)
        }
    }
}

/// An event of the log.
public struct LogLine: Hashable, Sendable {
    public let position: UInt64
    /// The CloudEvent, byte for byte as the service wrote it.
    public let event: JSONText
}

/// A stream that never ends by itself. Each loop over it opens a connection of its own.
public struct LiveStream<Element: Sendable>: AsyncSequence, Sendable {
    let client: LarderClient
    let input: StreamInput
    /// Told before each wait for a new connection.
    let interrupted: (@Sendable (any Error, Duration) -> Void)?
    /// What a frame with data says.
    let read: @Sendable (EventFrame) throws -> Element

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        private let stream: LiveStream
        private var listening: ListeningStateMachine
        private var parser: EventStreamParser
        private var connection: TransportBody?
        private var frames: ArraySlice<EventFrame> = []
        private var isOver = false

        init(_ stream: LiveStream) {
            self.stream = stream
            let policy = stream.client.settings.streams
            listening = ListeningStateMachine(policy, position: stream.input.after)
            parser = EventStreamParser(bytesMax: policy.eventBytesMax)
        }

        /// The last position that the stream has reached, with or without an event. `nil`: it has not begun.
        public var position: UInt64? { listening.position }

        /// The next element. It is `nil` only after an error: a stream ends by an error or by cancellation.
        public mutating func next() async throws -> Element? {
            while !isOver {
                try Task.checkCancellation()
                do {
                    if let element = try await step() { return element }
                } catch let failure as LarderFailure {
                    try await wait(listening.delay(after: failure, random: .random(in: 0...1)), after: failure)
                } catch let refusal as LarderRefusal {
                    try await wait(listening.delay(after: refusal, random: .random(in: 0...1)), after: refusal)
                }
            }
            return nil
        }

        /// Gives the connection up, and waits before the next one. `nil`: listening is over.
        private mutating func wait(_ delay: Duration?, after error: any Error) async throws {
            connection = nil
            frames = []
            guard let delay else {
                isOver = true
                throw error
            }
            stream.interrupted?(error, delay)
            try await stream.client.sleep(delay)
        }

        /// Takes one frame, one piece or one connection.
        private mutating func step() async throws -> Element? {
            if let frame = frames.popFirst() { return try listening.receive(frame) ? stream.read(frame) : nil }
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
            // The last position goes into a header: it changes with each connection, and the address does not.
            var input = stream.input
            input.after = nil
            var request = TransportRequest(API.stream, input, CallOptions(), service: client.url)
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

    /// Whether the frame says something that is new.
    mutating func receive(_ frame: EventFrame) throws -> Bool {
        switch frame.name {
        case "ended": throw LarderRefusal(try decode(frame, as: Problem.self), retryAfter: nil)
        case "stopping": throw LarderFailure(.lost, "the service is stopping")
        default: break
        }
        failures = 0
        // What has no id is of no position, such as the jobs of the service: it is always new.
        guard frame.hasID, let reached = UInt64(frame.lastID) else { return !frame.data.isEmpty }
        let known = position
        position = max(reached, known ?? 0)
        return !frame.data.isEmpty && known.map { reached > $0 } ?? true
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

private func decode<Content: Decodable>(_ frame: EventFrame, as type: Content.Type) throws -> Content {
    do { return try JSONDecoder().decode(type, from: Data(frame.data.utf8)) } catch {
        throw LarderFailure.strangeEvent
    }
}

extension LarderFailure {
    fileprivate static var strangeEvent: LarderFailure {
        LarderFailure(
            .unreadable, "the stream has an event that this version of the client cannot read: update the client")
    }
}
