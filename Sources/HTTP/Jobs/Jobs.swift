import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Logging
import NIOPosix
import Operations
import Synchronization

/// The jobs of the service: one runs, others wait for their turn, and what has ended is kept for an hour.
///
/// They are held in memory. A service that stops ends the job under way, and forgets all.
final class Jobs: Sendable {
    /// Jobs that wait, beside the one that runs; more are refused.
    static let waitingMax = 8
    /// Jobs that are over; the oldest go first.
    static let keptMax = 100
    static let keptFor = Duration.seconds(3_600)

    /// What a job does.
    struct Work: Hashable, Sendable {
        /// The command, for the service's log.
        var name: String
        /// The command line as a person types it, without `larder`. It may name members.
        var command: String
        /// What the program gets, without the data directory.
        var arguments: [String]
        /// What the command reads from standard input.
        var input: [UInt8] = []
    }

    /// What is known of a job.
    struct Entry: Sendable {
        let number: Int
        fileprivate(set) var command: String
        let starter: MemberID
        fileprivate let work: Work
        let startedAt: Timestamp
        fileprivate let process: JobProcess
        fileprivate(set) var state = Job.State.waiting
        fileprivate(set) var progress: JobProgress?
        /// When the part under way began, and the last report of it.
        fileprivate(set) var partBegan: ContinuousClock.Instant?
        fileprivate(set) var endedAt: Timestamp?
        fileprivate var ended: ContinuousClock.Instant?
        fileprivate(set) var code: String?
        fileprivate(set) var message: String?
        /// A JSON document.
        fileprivate(set) var result: [UInt8]?
        /// Whether the result may show a member who was deleted while the job ran.
        fileprivate var isOutdated = false

        /// The rules that a what-if tries, as a JSON document; `nil`: those in force.
        var triedRules: [UInt8]? { work.input.isEmpty ? nil : work.input }

        /// How long the part under way takes at its pace so far; `nil`: not known.
        func secondsLeft(at now: ContinuousClock.Instant) -> Int? {
            guard state == .running, let progress, let partBegan, progress.done > 0, progress.of > progress.done else {
                return nil
            }
            let seconds = (now - partBegan) / .seconds(1) * Double(progress.of - progress.done) / Double(progress.done)
            return Int(min(seconds, 1e9).rounded(.up))
        }
    }

    private struct State {
        var last = 0
        /// By number.
        var entries: [Int: Entry] = [:]
        /// Raised with every change.
        var revision: UInt64 = 0
        var isClosed = false
    }

    private let program: JobProgram
    private let directory: String
    private let logger: Logger
    private let state = Mutex(State())
    /// One thread: jobs take disk and processors from the requests, two at once twice as much.
    private let threads = NIOThreadPool(numberOfThreads: 1)

    init(_ program: JobProgram, directory: String, _ logger: Logger) {
        (self.program, self.directory, self.logger) = (program, directory, logger)
        threads.start()
    }

    // MARK: Asking

    /// The jobs that are kept, the newest first.
    var all: [Entry] {
        state.withLock { state in
            Self.forget(&state)
            return state.entries.values.sorted { $0.number > $1.number }
        }
    }

    /// Refuses the id of no job, and of one that is forgotten.
    func entry(_ id: String) throws(Refusal) -> Entry {
        let entry = state.withLock { state -> Entry? in
            Self.forget(&state)
            return Self.number(id).flatMap { state.entries[$0] }
        }
        guard let entry else {
            throw Refusal(
                .notFound, "there is no job «\(id.prefix(20))»: jobs are kept for an hour, and until the service stops",
                field: "job")
        }
        return entry
    }

    /// Whether that work waits or runs.
    func isOpen(_ work: Work) -> Bool {
        state.withLock { state in
            state.entries.values.contains { ($0.state == .waiting || $0.state == .running) && $0.work == work }
        }
    }

    /// Changes whenever a job does.
    var revision: UInt64 { state.withLock { $0.revision } }

    static func id(_ number: Int) -> String { "j\(number)" }

    private static func number(_ id: String) -> Int? {
        id.first == "j" ? Int(id.dropFirst()).flatMap { Self.id($0) == id ? $0 : nil } : nil
    }

    private static func forget(_ state: inout State) {
        let now = ContinuousClock.now
        let over = state.entries.values.filter { $0.ended != nil }.sorted { $0.number > $1.number }
        for (index, entry) in over.enumerated() {
            if index >= keptMax || entry.ended.map({ now - $0 > keptFor }) ?? false {
                state.entries[entry.number] = nil
            }
        }
    }

    // MARK: Working

    /// Puts a job behind those that wait. The same work that waits or runs already is not done twice. Refuses if too many jobs wait.
    func start(_ work: Work, by starter: MemberID) throws(Refusal) -> Entry {
        let process = program.process(work.arguments + ["--json", "--data", directory], input: work.input)
        let startedAt = EventLog.systemClock()
        let found = state.withLock { state -> (entry: Entry, isNew: Bool)? in
            Self.forget(&state)
            let open = state.entries.values.filter { $0.state == .waiting || $0.state == .running }
            if let known = open.first(where: { $0.work == work }) { return (known, false) }
            guard !state.isClosed, open.count(where: { $0.state == .waiting }) < Self.waitingMax else { return nil }
            state.last += 1
            state.revision += 1
            let entry = Entry(
                number: state.last, command: work.command, starter: starter, work: work, startedAt: startedAt,
                process: process)
            state.entries[entry.number] = entry
            return (entry, true)
        }
        guard let found else {
            throw Refusal(.overloaded, "\(Self.waitingMax) jobs wait already: cancel one, or try again later")
        }
        if found.isNew {
            threads.submit { [weak self] item in
                if item == .active { self?.run(found.entry.number, process) }
            }
        }
        return found.entry
    }

    /// Cancels a job. One that is over stays as it is.
    func cancel(_ id: String) throws(Refusal) -> Entry {
        let number = try entry(id).number
        change(number) { entry in
            guard entry.state == .waiting || entry.state == .running else { return }
            entry.process.cancel()
            end(&entry, .cancelled)
        }
        return try entry(id)
    }

    /// Drops all results, because a member was deleted whom they may show.
    func forgetResults() {
        state.withLock { state in
            for number in state.entries.keys {
                state.entries[number]?.isOutdated = true
                state.entries[number]?.dropOutdated()
            }
            state.revision += 1
        }
    }

    /// Ends the job under way, and starts no other.
    func close() async {
        state.withLock { state in
            state.isClosed = true
            for entry in state.entries.values { entry.process.cancel() }
        }
        // The process ends: threads that do not stop end with it.
        try? await threads.shutdownGracefully()
    }

    private func run(_ number: Int, _ process: JobProcess) {
        var isWaiting = false
        change(number) { entry in
            isWaiting = entry.state == .waiting
            if isWaiting { entry.state = .running }
        }
        guard isWaiting else { return }
        let ending = Result { try process.run { [weak self] in self?.note($0, of: number) } }
        change(number) { entry in
            guard entry.state == .running else { return }
            switch ending {
            case .success(let ending):
                entry.result = ending.output.isEmpty ? nil : ending.output
                entry.dropOutdated()
                (entry.code, entry.message) = (ending.refusal?.code, ending.refusal?.message)
                if !ending.isSuccess, entry.message == nil {
                    (entry.code, entry.message) = (
                        Refusal.Code.failed.rawValue, "the process ended without an answer: start the job again"
                    )
                }
                end(&entry, ending.isSuccess ? .done : .failed)
            case .failure(let error):
                let refusal = error as? Refusal
                entry.code = (refusal?.code ?? .failed).rawValue
                entry.message = refusal?.message ?? "the program for jobs cannot be started"
                end(&entry, .failed)
            }
        }
    }

    private func note(_ progress: JobProgress, of number: Int) {
        change(number) { entry in
            guard entry.state == .running else { return }
            if entry.progress?.part != progress.part { entry.partBegan = .now }
            entry.progress = progress
        }
    }

    /// Marks a job as over, and writes a line about it to the service's log.
    private func end(_ entry: inout Entry, _ state: Job.State) {
        (entry.state, entry.endedAt, entry.ended, entry.progress) = (state, EventLog.systemClock(), .now, nil)
        let seconds = Double(entry.endedAt.map { $0.microseconds - entry.startedAt.microseconds } ?? 0) / 1e6
        logger.notice(
            "job \(state.rawValue)",
            metadata: [
                "job": "\(Self.id(entry.number))", "command": "\(entry.work.name)",
                "seconds": "\((seconds * 10).rounded() / 10)",
                "member": "\(entry.starter)",
            ])
    }

    private func change(_ number: Int, _ body: (inout Entry) -> Void) {
        state.withLock { state in
            guard var entry = state.entries[number] else { return }
            body(&entry)
            state.entries[number] = entry
            state.revision += 1
        }
    }
}

extension Jobs.Entry {
    fileprivate mutating func dropOutdated() {
        guard isOutdated else { return }
        (result, command) = (nil, work.name)
    }
}
