import Accounts
import Answers
import Community
import Decisions
import EventLog
import Events
import Foundation
import HTTPTypes
import Hummingbird
import LarderAPI
import Layout
import NIOCore
import Operations
import ServiceLifecycle
import Views

/// Server-sent events: the log as it grows, filtered, for one client.
///
/// Each frame has one position as its `id`: a client that reconnects with the last `id` continues exactly after it. If no event is
/// reported for a while, a frame with an `id` alone moves that position on. The service holds one batch for a client. It disconnects a
/// client that does not take the batch in time, and the client can reconnect.
struct EventStream: Sendable {
    /// How many headers a batch reads.
    private static let batchMax: UInt64 = 512
    /// After so long without a byte taken, the client is disconnected.
    private static let takingTimeMax = TimeAmount.seconds(30)

    let context: RequestContext
    let admission: Admission
    let principal: Principal?
    let filter: StreamFilter
    /// The last event that the client knows.
    let start: Position
    let channel: any Channel
    /// `nil`: the client's streams are not counted.
    let payer: RatePayer?

    @concurrent
    func write(to writer: inout any ResponseBodyWriter) async throws {
        var position = start
        do {
            guard let payer, let limiter = context.limiter else {
                return try await report(from: &position, to: &writer)
            }
            guard limiter.beginStream(for: payer) else {
                throw Refusal(.limited, "you listen to \(RateLimits.streamsMax) streams already: close one first")
            }
            defer { limiter.endStream(for: payer) }
            try await report(from: &position, to: &writer)
        } catch let refusal as Refusal {
            let problem = Problem(refusal, status: refusal.code.status, position: position.value)
            try await send("event: ended\ndata: \(try JSONDocument.text(problem))\n\n", to: &writer)
        }
    }

    /// Reports events until the service stops, or the client disconnects.
    @concurrent
    private func report(from position: inout Position, to writer: inout any ResponseBodyWriter) async throws {
        var written = ContinuousClock.now
        // Before the first look at them, so that a listener is told at once.
        var jobsSeen = UInt64.max
        try await send("retry: 2000\nid: \(position)\n\n", to: &writer)
        for await _ in context.tail.wakings().cancelOnGracefulShutdown() {
            var isBehind = !filter.topics.contains(.jobs)
            if !isBehind, context.jobs.revision != jobsSeen {
                jobsSeen = context.jobs.revision
                try await send(try jobsFrame(), to: &writer)
                written = .now
            }
            if let principal, try !context.accounts.isValid(principal) { throw Refusal.sessionEnded }
            while isBehind {
                let batch = try batch(after: position)
                position = batch.last
                isBehind = batch.isPart
                if !batch.frames.isEmpty {
                    try await send(batch.frames, to: &writer)
                    context.metrics.countStreamed(batch.events)
                    written = .now
                }
            }
            if ContinuousClock.now - written >= heartbeat {
                try await send("id: \(position)\n:\n\n", to: &writer)
                written = .now
            }
        }
        // The client reconnects, to this service after its restart or to another one.
        try await send("event: stopping\ndata: {}\n\n", to: &writer)
    }

    /// The jobs as `GET /jobs` lists them. It has no id: nothing resumes there.
    private func jobsFrame() throws -> [UInt8] {
        let jobs = try context.community.query { queries in
            if let principal { try RequestContext.check(principal, for: admission, queries) }
            return JobsAnswer(jobs: context.jobs.all.map { Job($0, queries) })
        }
        return Array("event: jobs\ndata: \(try JSONDocument.text(jobs))\n\n".utf8)
    }

    private var heartbeat: Duration { .seconds(context.settings.heartbeatSeconds) }

    /// The key of a batch that all guests with one filter share.
    struct Question: Hashable, Sendable {
        var filter: StreamFilter
        var position: Position
    }

    struct Batch: Sendable {
        var frames: [UInt8] = []
        /// How many events the frames have.
        var events = 0
        var last: Position
        /// Whether the log has more events after `last`.
        var isPart = false
    }

    /// The events after a position, up to the limit of a batch.
    private func batch(after position: Position) throws -> Batch {
        let community = context.community
        // Many guests ask for one batch at one moment.
        let question = principal == nil ? Question(filter: filter, position: position) : nil
        if let question, let told = context.told.answer(to: question, at: try community.log.head()) { return told }
        var headers: [EventHeader] = []
        let head = try community.log.read { snapshot in
            let end = min(snapshot.head, Position(position.value + Self.batchMax))
            guard end > position else { return snapshot.head }
            try snapshot.forEachHeader(from: position.next, through: end) { header in
                headers.append(header)
                return true
            }
            return snapshot.head
        }
        guard let last = headers.last?.position else { return Batch(last: position) }
        var batch = Batch(last: last, isPart: head > last)
        if let selection = filter.selection {
            try community.query(atLeast: last) { queries in
                if let principal { try RequestContext.check(principal, for: admission, queries) }
            }
            for header in headers where selection.contains(header) {
                let line = try community.log.line(try community.log.event(at: header.position))
                batch.events += 1
                batch.frames += Array("id: \(header.position)\nevent: log\ndata: ".utf8) + line + [0x0A, 0x0A]
            }
            if batch.isPart || headers.count == Self.batchMax { batch.frames += Array("id: \(last)\n\n".utf8) }
            return batch
        }
        let mayBeShared = try community.query(atLeast: last) { queries in
            if let principal { try RequestContext.check(principal, for: admission, queries) }
            let teller = StreamTeller(
                filter: filter, viewer: principal?.member, queries: queries,
                // A comment that cannot be read has no recipe: no topic of a recipe selects its events.
                recipeOfComment: { comment in
                    (try? community.log.read { try $0.entity(comment)?.parent }) ?? nil
                })
            for header in headers {
                guard let event = try teller.event(header) else { continue }
                batch.events += 1
                batch.frames += Array(
                    "id: \(event.position)\nevent: \(event.kind)\ndata: \(try JSONDocument.text(event))\n\n".utf8)
            }
            return queries.logPosition == head && !queries.isTimely
        }
        // A client that gets few events must not reconnect far back.
        if batch.isPart || headers.count == Self.batchMax { batch.frames += Array("id: \(last)\n\n".utf8) }
        if let question, mayBeShared {
            context.told.keep(batch, to: question, at: head, bytes: batch.frames.count + MemoryLayout<Batch>.size)
        }
        return batch
    }

    /// Writes. Closes the connection of a client that does not take what is written.
    @concurrent
    private func send(_ bytes: [UInt8], to writer: inout any ResponseBodyWriter) async throws {
        let channel = channel
        let deadline = channel.eventLoop.scheduleTask(in: Self.takingTimeMax) {
            channel.close(mode: .all, promise: nil)
        }
        defer { deadline.cancel() }
        try await writer.write(ByteBuffer(bytes: bytes))
    }

    @concurrent
    private func send(_ text: String, to writer: inout any ResponseBodyWriter) async throws {
        try await send(Array(text.utf8), to: &writer)
    }
}

extension APIRequest {
    func stream(_ input: StreamInput) throws -> Reply {
        var admission = route.admission
        let filter = try context.community.query { [admission] queries in
            if let principal { try RequestContext.check(principal, for: admission, queries) }
            let filter = try StreamFilter(input.about, input.selection, for: viewer, queries)
            if filter.access == .member, principal == nil {
                throw Refusal(.unauthenticated, "log in first: this stream is about a member", field: "about")
            }
            if filter.access == .moderator, !queries.mayModerate(viewer) {
                throw Refusal(.forbidden, "only moderators can do this", field: "about")
            }
            return filter
        }
        // From now on the caller needs the access that the topics need.
        admission.access = filter.access
        let head = try context.community.log.head()
        let start = try position(input) ?? head
        guard start <= head else {
            throw Refusal(
                .invalid, "the log ends at \(head), before \(start): if it was restored, reload and listen again",
                field: "after")
        }
        let stream = EventStream(
            context: context, admission: admission, principal: principal, filter: filter, start: start,
            channel: channel,
            payer: payer)
        var reply = Reply()
        reply.headers[.contentType] = "text/event-stream"
        reply.headers[.cacheControl] = "no-store"
        // Proxies that buffer answers must not buffer this one.
        reply.headers[HTTPField.Name("X-Accel-Buffering")!] = "no"
        reply.stream = stream
        return reply
    }

    /// The last event that the client knows, if the request names one.
    private func position(_ input: StreamInput) throws(Refusal) -> Position? {
        if let text = headers[HTTPField.Name("Last-Event-ID")!] {
            guard let number = UInt64(text) else {
                throw Refusal(.usage, "Last-Event-ID is the id of an event", field: "last-event-id")
            }
            return Position(number)
        }
        return input.after.map { Position($0) }
    }
}
