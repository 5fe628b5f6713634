import Accounts
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
/// Each frame is of one position, and its `id` that position: whoever comes back with the last one goes on exactly after it. Where
/// nothing is told for a while, a frame of an `id` alone moves that mark on. Nothing is held for a client but one batch: one who does
/// not take it for so long is cut off, and can come back.
struct EventStream: Sendable {
    /// Headers that are looked at between two writings.
    private static let batchMax: UInt64 = 512
    /// For so long a client may take nothing.
    private static let patience = TimeAmount.seconds(30)

    let context: RequestContext
    let admission: Admission
    let principal: Principal?
    let filter: StreamFilter
    /// The last event that the client knows of.
    let start: Position
    let channel: any Channel
    /// Nil: who listens is not counted.
    let payer: RatePayer?

    @concurrent
    func write(to writer: inout any ResponseBodyWriter) async throws {
        var position = start
        do {
            guard let payer, let limiter = context.limiter else { return try await tell(from: &position, to: &writer) }
            guard limiter.beginStream(for: payer) else {
                throw Refusal(.limited, "you listen to \(RateLimits.streamsMax) streams already: close one first")
            }
            defer { limiter.endStream(for: payer) }
            try await tell(from: &position, to: &writer)
        } catch let refusal as Refusal {
            let problem = Problem(refusal, status: refusal.code.status, position: position.value)
            try await send("event: ended\ndata: \(try JSONDocument.text(problem))\n\n", to: &writer)
        }
    }

    /// Until the service stops, or the client has gone.
    @concurrent
    private func tell(from position: inout Position, to writer: inout any ResponseBodyWriter) async throws {
        var written = ContinuousClock.now
        try await send("retry: 2000\nid: \(position)\n\n", to: &writer)
        for await _ in context.tail.wakings().cancelOnGracefulShutdown() {
            var isBehind = true
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
        // Whoever is told comes back to whatever serves next.
        try await send("event: stopping\ndata: {}\n\n", to: &writer)
    }

    private var heartbeat: Duration { .seconds(context.settings.heartbeatSeconds) }

    /// What a guest is told, who wants to hear of that and knows of so much.
    struct Question: Hashable, Sendable {
        var filter: StreamFilter
        var position: Position
    }

    struct Batch: Sendable {
        var frames: [UInt8] = []
        /// In them.
        var events = 0
        var last: Position
        /// Whether there is more.
        var isPart = false
    }

    /// What came after that position, as far as one batch goes.
    private func batch(after position: Position) throws -> Batch {
        let community = context.community
        // Many hear the same at the same moment.
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
        let mayBeShared = try community.query(atLeast: last) { queries in
            if let principal { try RequestContext.check(principal, for: admission, queries) }
            let teller = StreamTeller(
                filter: filter, viewer: principal?.member, queries: queries,
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
        // A client that hears little must not begin far back when it comes again.
        if batch.isPart || headers.count == Self.batchMax { batch.frames += Array("id: \(last)\n\n".utf8) }
        if let question, mayBeShared {
            context.told.keep(batch, to: question, at: head, bytes: batch.frames.count + MemoryLayout<Batch>.size)
        }
        return batch
    }

    /// Writes, and closes the connection of a client who does not take it.
    @concurrent
    private func send(_ bytes: [UInt8], to writer: inout any ResponseBodyWriter) async throws {
        let channel = channel
        let patience = channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(mode: .all, promise: nil) }
        defer { patience.cancel() }
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
            let filter = try StreamFilter(input.about, queries)
            if filter.access == .member, principal == nil {
                throw Refusal(.unauthenticated, "log in first: such a stream is about somebody", field: "about")
            }
            if filter.access == .moderator, !queries.mayModerate(viewer) {
                throw Refusal(.forbidden, "this takes a moderator", field: "about")
            }
            return filter
        }
        // From now on it takes what its topics take.
        admission.access = filter.access
        let head = try context.community.log.head()
        let start = try begun(input) ?? head
        guard start <= head else {
            throw Refusal(
                .invalid, "the log ends at \(head), before \(start): it is another one, or was restored; begin anew",
                field: "after")
        }
        let stream = EventStream(
            context: context, admission: admission, principal: principal, filter: filter, start: start,
            channel: channel,
            payer: payer)
        var reply = Reply()
        reply.headers[.contentType] = "text/event-stream"
        reply.headers[.cacheControl] = "no-store"
        // Proxies that gather answers must not gather this one.
        reply.headers[HTTPField.Name("X-Accel-Buffering")!] = "no"
        reply.stream = stream
        return reply
    }

    /// The last event that the client knows of, if it says so.
    private func begun(_ input: StreamInput) throws(Refusal) -> Position? {
        if let text = headers[HTTPField.Name("Last-Event-ID")!] {
            guard let number = UInt64(text) else {
                throw Refusal(.usage, "Last-Event-ID is the id of an event", field: "last-event-id")
            }
            return Position(number)
        }
        return input.after.map { Position($0) }
    }
}
