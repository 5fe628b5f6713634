import Accounts
import Community
import Decisions
import EventLog
import Events
import Foundation
import HTTPTypes
import LarderAPI
import Layout
import Logging
import NIOPosix
import Operations
import Views

/// What all requests share: the community, its accounts, and the threads for what takes long.
final class RequestContext: Sendable {
    let community: Community
    let accounts: Accounts
    let settings: ServiceSettings
    let tail: LogTail
    let logger: Logger
    let metrics = ServiceMetrics()
    let shelf = AnswerShelf<ShelvedQuestion, ShelvedAnswer>(bytesMax: 64 << 20, answerBytesMax: 256 << 10)
    /// What streams were told, of guests alone.
    let told = AnswerShelf<EventStream.Question, EventStream.Batch>(bytesMax: 4 << 20, answerBytesMax: 256 << 10)
    let connections: Connections
    /// Nil: nobody is limited.
    let limiter: RateLimiter?
    private let threads: NIOThreadPool
    /// Waiting for one of the threads, those at work included.
    private let waiting = BoundedCounter(max: 256)
    /// Pictures are made one at a time: each takes a quarter of a second, and up to hundreds of megabytes.
    private let studio = NIOThreadPool(numberOfThreads: 1)
    private let waitingPictures = BoundedCounter(max: 16)
    private let renewal = ErasureRenewal()

    init(_ community: Community, _ accounts: Accounts, _ settings: ServiceSettings, _ logger: Logger) {
        self.community = community
        self.accounts = accounts
        self.settings = settings
        self.logger = logger
        connections = Connections(max: settings.connectionsMax, trusting: settings.trustedProxies)
        limiter = settings.limits.map { [metrics] in RateLimiter($0, metrics) }
        tail = LogTail(community)
        threads = NIOThreadPool(numberOfThreads: 4)
        threads.start()
        studio.start()
    }

    /// What went wrong with the community's files, for whoever need not know where they lie.
    func withoutPaths(_ text: String) -> String {
        let directory = community.log.directory
        let within = String(" \(text)".replacing(" \(directory)/", with: " ").dropFirst())
        return directory.contains("/") ? within.replacing(directory, with: "the community") : within
    }

    /// Work that takes long, waiting or under way.
    var heavyWork: Int { waiting.inside }
    var pictureWork: Int { waitingPictures.inside }

    func close() async {
        try? await threads.shutdownGracefully()
        try? await studio.shutdownGracefully()
    }

    // MARK: Who asks

    /// Whose secret that is. Refuses one that is none.
    func principal(_ secret: String) throws(Refusal) -> Principal {
        guard let principal = try accounts.principal(secret) else { throw .sessionEnded }
        return principal
    }

    /// Refuses whoever may not ask for this, in the state of the views that is to answer.
    static func check(_ principal: Principal, for admission: Admission, _ queries: Queries) throws(Refusal) {
        let member = principal.member
        try check(
            principal, for: admission,
            Status(isLiving: queries.isLiving(member), ban: queries.ban(of: member), role: queries.role(member)))
    }

    /// Refuses whoever may not ask for this, as the log has it now: no view has to be brought on for that.
    func check(_ principal: Principal, for admission: Admission) throws(Refusal) {
        let state = try community.log.read { try $0.member(principal.member) }
        let ban = state?.ban.flatMap { $0.holds(at: EventLog.systemClock()) ? $0 : nil }
        try Self.check(
            principal, for: admission, Status(isLiving: state?.isDeleted == false, ban: ban, role: state?.role))
    }

    /// What a member is just now.
    private struct Status {
        var isLiving: Bool
        /// In force.
        var ban: BanState?
        var role: Role?
    }

    private static func check(
        _ principal: Principal, for admission: Admission, _ status: Status
    ) throws(Refusal) {
        guard status.isLiving else { throw Refusal(.unauthenticated, "this account was deleted") }
        // Banned: everything is refused, log-out aside.
        if !admission.admitsBanned, let ban = status.ban { throw ban.refusal(of: .member(principal.member)) }
        guard
            principal.scopes.isSuperset(of: admission.scope)
                || admission.otherScope.map({ principal.scopes.isSuperset(of: $0) }) ?? false
        else {
            throw Refusal(.forbidden, "this key does not allow that: make one with the scopes that it takes")
        }
        let role = status.role ?? .member
        switch admission.access {
        case .anyone, .member: break
        case .moderator where role < .moderator: throw Refusal(.forbidden, "this takes a moderator")
        case .admin where role < .admin: throw Refusal(.forbidden, "this takes an admin")
        case .moderator, .admin: break
        }
    }

    // MARK: Asking

    /// Puts a question to one state of the views, after the log has reached what `atLeast` asks for.
    func ask<R: Sendable>(
        _ request: APIRequest, heavy isHeavy: Bool, _ body: @escaping @Sendable (Queries) throws -> R
    ) async throws -> R {
        let least: UInt64? = try request.query.value(.atLeast)
        if let asOf: String = try request.query.value(.asOf) {
            // What was deleted since would be there again.
            let role = try request.viewer.flatMap { viewer in try community.query { $0.role(viewer) } }
            guard role == .admin else { throw Refusal(.forbidden, "only an admin may look back", field: "asOf") }
            let moment = try Times.moment(asOf, field: "asOf")
            return try await apart { [community] in try community.query(asOf: moment, body) }
        }
        if let least { try await wait(for: Position(least), as: request.headers) }
        if isHeavy { return try await apart { [community] in try community.query(body) } }
        return try community.query(body)
    }

    /// Runs what takes long where nobody else waits for it.
    func apart<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        guard waiting.enter() else {
            throw Refusal(.overloaded, "many are asking for much just now: try again shortly")
        }
        defer { waiting.leave() }
        return try await threads.runIfActive(body)
    }

    /// Makes a picture where nothing but pictures waits for it.
    func picture<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        guard waitingPictures.enter() else {
            throw Refusal(.overloaded, "many pictures come in just now: try again shortly")
        }
        defer { waitingPictures.leave() }
        return try await studio.runIfActive(body)
    }

    /// Waits, without holding a thread, until the log has reached the position that `atLeast` names: a second, or as long as
    /// `Prefer: wait` says.
    private func wait(for position: Position, as headers: HTTPFields) async throws {
        let seconds = Self.waitSeconds(headers)
        let deadline = ContinuousClock.now + .milliseconds(Int(seconds * 1000))
        while try community.log.head() < position {
            guard ContinuousClock.now < deadline else {
                throw Refusal(
                    .stale,
                    "the log has not reached position \(position) within \(seconds == 1 ? "a second" : "\(seconds) s"): it ends at \(try community.log.head())",
                    field: "atLeast")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// RFC 7240: `Prefer: wait=5`; at most ten seconds.
    private static func waitSeconds(_ headers: HTTPFields) -> Double {
        guard let header = headers[.prefer] else { return 1 }
        for item in header.split(separator: ",") {
            let parts = item.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, parts[0].lowercased() == "wait" else { continue }
            let number = parts[1].trimmingCharacters(in: ["\""])
            if number.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Double(number) {
                return min(seconds, 10)
            }
        }
        return 1
    }

    // MARK: Acting

    func submit(_ command: Command) async throws(Refusal) -> Outcome {
        let outcome = try await community.submit(command)
        if command.kind == .memberDeleted, outcome.changed { await forget() }
        return outcome
    }

    /// After a deletion: what opens the member's texts is destroyed by now; views and index are made anew beside those that
    /// serve, so that no file keeps anything either. Whoever is told that somebody was deleted may look.
    func forget() async {
        shelf.clear()
        told.clear()
        let (community, accounts, threads) = (community, accounts, threads)
        await renewal.renew {
            // What fails is kept as unfinished, is said by /readyz, and is done when the community is next opened.
            try? await threads.runIfActive {
                try? accounts.removeGone()
                community.finishErasures()
            }
        }
    }
}

/// Renews once for all who ask while it has not begun.
private actor ErasureRenewal {
    private var (requested, completed) = (0, 0)
    private var running: Task<Void, Never>?

    func renew(_ body: @escaping @Sendable () async -> Void) async {
        requested += 1
        let own = requested
        while completed < own {
            if let running {
                await running.value
                continue
            }
            let through = requested
            let task = Task {
                await body()
                self.finish(through)
            }
            running = task
            await task.value
        }
    }

    private func finish(_ through: Int) {
        completed = through
        running = nil
    }
}

extension HTTPField.Name {
    static let prefer = HTTPField.Name("Prefer")!
    static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
    static let csrfToken = HTTPField.Name("X-CSRF-Token")!
    static let requestID = HTTPField.Name("X-Request-ID")!
}
