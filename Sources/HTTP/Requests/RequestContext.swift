import Accounts
import Answers
import Community
import Crypto
import Decisions
import EventLog
import Events
import Foundation
import HTTPTypes
import Images
import LarderAPI
import Layout
import Logging
import NIOCore
import NIOPosix
import Operations
import Pages
import Synchronization
import Views

/// What all requests share: the community, its accounts, and the threads for long work.
final class RequestContext: Sendable {
    let community: Community
    let accounts: Accounts
    let settings: ServiceSettings
    let tail: LogTail
    let logger: Logger
    let metrics = ServiceMetrics()
    let shelf = AnswerShelf<ShelvedQuestion, ShelvedAnswer>(bytesMax: 64 << 20, answerBytesMax: 256 << 10)
    /// The newest batches of streams, for guests alone: all guests with one filter get the same bytes.
    let told = AnswerShelf<EventStream.Question, EventStream.Batch>(bytesMax: 4 << 20, answerBytesMax: 256 << 10)
    let connections: Connections
    /// `nil`: no request is limited.
    let limiter: RateLimiter?
    private let threads: NIOThreadPool
    /// Work that waits for one of the threads, work under way included.
    private let waiting = BoundedCounter(max: 256)
    private let pictures: PictureQueue
    /// Pages and files whose recipes are read. Each takes some megabytes.
    let reading = BoundedCounter(max: 8)
    private let renewal = ErasureRenewal()
    /// Makes the `once` of forms, which only has to differ from page to page: a new key after each start is enough.
    let formKey = SymmetricKey(size: .bits256)
    /// The services whose recipes clients may look through.
    let external: ExternalSources
    let externalPictures: ServicePictures
    let jobs: Jobs
    let pastMoments = PastMoments()
    /// The service's course over the last hour.
    let samples = Mutex<[HealthPage.Figures.Sample]>([])

    init(_ community: Community, _ accounts: Accounts, _ settings: ServiceSettings, _ logger: Logger) {
        self.community = community
        self.accounts = accounts
        self.settings = settings
        self.logger = logger
        connections = Connections(max: settings.connectionsMax, trusting: settings.trustedProxies)
        limiter = settings.limits.map { [metrics] in RateLimiter($0, metrics) }
        pictures = PictureQueue(waitSecondsMax: settings.pictureWaitSecondsMax)
        external = ExternalSources(settings.external, logger)
        externalPictures = ServicePictures(
            directory: "\(community.log.directory)/external-pictures", allowsPrivate: settings.external.allowsPrivate,
            secondsMax: settings.external.secondsMax)
        jobs = Jobs(settings.jobProgram, directory: community.log.directory, logger)
        threads = NIOThreadPool(numberOfThreads: 4)
        threads.start()
        tail = LogTail(community, threads)
    }

    /// A message without the paths of the community's files, for clients: only the operator needs to know where the files lie.
    func withoutPaths(_ text: String) -> String {
        let directory = community.log.directory
        let within = String(" \(text)".replacing(" \(directory)/", with: " ").dropFirst())
        return directory.contains("/") ? within.replacing(directory, with: "the community") : within
    }

    /// Long work, waiting or under way.
    var heavyWork: Int { waiting.inside }
    var pictureWork: Int { pictures.inside }

    func close() async {
        // The process ends: threads that do not stop end with it.
        try? await threads.shutdownGracefully()
        await pictures.close()
        await jobs.close()
    }

    // MARK: Asking

    /// Puts a question to one state of the views, once the log has reached the position that `atLeast` names.
    func ask<R: Sendable>(
        _ request: APIRequest, heavy isHeavy: Bool, _ body: @escaping @Sendable (Queries) throws -> R
    ) async throws -> R {
        let least: UInt64? = try request.query.value(.atLeast)
        if let asOf: String = try request.query.value(.asOf) {
            // An earlier state shows what was deleted since.
            let role = try request.viewer.flatMap { viewer in try community.query { $0.role(viewer) } }
            guard role == .admin else { throw Refusal(.forbidden, "only an admin may look back", field: "asOf") }
            let moment = try Times.moment(asOf, field: "asOf")
            return try await apart { [community] in try community.query(asOf: moment, body) }
        }
        if let least { try await wait(for: Position(least), request) }
        if isHeavy { return try await apart { [community] in try community.query(body) } }
        return try community.query(body)
    }

    /// Runs long work on a thread of its own, so that no other request waits for it. Refuses if too much work waits.
    func apart<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        guard waiting.enter() else {
            throw Refusal(.overloaded, "too many long requests wait: try again shortly")
        }
        defer { waiting.leave() }
        return try await threads.runIfActive(body)
    }

    /// Reads an upload, or a picture of another service, in a process of its own, at the member's turn, and hands the picture to `body`. See `PictureQueue`.
    func picture<R: Sendable>(
        of upload: [UInt8], by member: MemberID?, isLimited: Bool,
        _ body: @escaping @Sendable (ImageRenditions) throws -> R
    ) async throws -> R {
        let worker = settings.imageWorker
        do {
            let result = try await pictures.run(for: member, isLimited: isLimited) {
                let work = worker.renditions(of: upload)
                return (Result { try body(work.renditions.get()) }, work.processorSeconds)
            }
            return try result.get()
        } catch let reached as RateLimitReached {
            metrics.countLimited(reached.kind)
            throw reached
        }
    }

    /// Waits, without holding a thread, until the log has reached the position that `atLeast` names: a second, or as long as
    /// `Prefer: wait` says. A client that has ended only its own side may still read the answer, and is waited for.
    private func wait(for position: Position, _ request: APIRequest) async throws {
        guard try community.log.head() < position else { return }
        let seconds = Self.waitSeconds(request.headers)
        if seconds > 0 {
            let channel = request.channel
            let end = try await tail.wait(
                for: position, until: .now + .milliseconds(Int(seconds * 1000)), payer: request.payer,
                isGone: { !channel.isActive })
            switch end {
            case .reached: return
            case .stopped: throw CancellationError()
            case .late: break
            }
        }
        throw Refusal(
            .stale,
            "the log has not reached position \(position) within \(seconds == 1 ? "a second" : "\(seconds) s"): it ends at \(try community.log.head())",
            field: "atLeast")
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

    /// Finishes a deletion. The key of the member's texts is destroyed already. This rebuilds views and index beside those in use, so
    /// that no file keeps a text either. A client that gets the answer to the deletion finds no trace of the member.
    func forget() async {
        shelf.clear()
        told.clear()
        jobs.forgetResults()
        let (community, accounts, threads) = (community, accounts, threads)
        await renewal.renew {
            // The community keeps a failed erasure as unfinished, reports it at /readyz, and repeats it when it is next opened.
            try? await threads.runIfActive {
                try? accounts.removeGone()
                community.finishErasures()
            }
        }
    }
}

/// Runs a renewal. Requests that arrive before it begins share it.
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
