import ArgumentParser
import EventLog
import LarderAPI
import LarderClient
import Operations

struct JobsGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "jobs", abstract: "The long work of a service: checks, rebuilds, copies and what-if questions.",
        discussion: """
            views verify, views rebuild, doctor, backup and whatif are jobs where a service does them. They run one after the \
            other, and go on if the command is interrupted. What has ended is kept for an hour.
            """,
        subcommands: [ListJobs.self, ShowJob.self, CancelJob.self])
    static let examples = [
        Example("jobs list", "what runs, waits, and has ended"),
        Example("jobs show j3", "one of them, with its result"),
        Example("jobs cancel j3", "end it: nothing is left half done"),
    ]
}

struct ListJobs: Verb {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "What runs, waits, and has ended.")
    static let examples = [Example("jobs list", "the newest first")]

    @OptionGroup var options: GlobalOptions

    var reach: Reach { .service }
    var columns: [String] { Job.columns }

    func execute(_ invocation: Invocation) throws {
        let jobs = try invocation.withBackend { try $0.ask(API.jobs, NoInput()) }
        let terminal = invocation.output.terminal
        try invocation.output.answer(jobs) { Job.table(jobs.jobs, terminal).text(for: terminal) }
        if jobs.jobs.isEmpty { invocation.output.note("No job ran in the last hour") }
    }
}

struct ShowJob: Verb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "A job, with its result if it has one.")
    static let examples = [
        Example("jobs show j3", "how far it is, or what it has found"),
        Example("jobs show j3 --follow", "until it ends"),
    ]

    @Argument(help: "A job, such as j3.") var job: String
    @Flag(help: "Wait until it ends.") var follow = false
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .service }

    func execute(_ invocation: Invocation) throws {
        guard let service = invocation.service else { return }
        var found: Job = try service.call(API.job, JobInput(job: job))
        if follow { found = try invocation.showingParts { try service.follow(found, $0) } }
        let terminal = invocation.output.terminal
        try invocation.output.answer(found) {
            let facts = terminal.list([
                "job": found.id, "state": found.state.rawValue, "command": found.command,
                "by": found.startedBy.map { "@\($0.username)" }, "began": found.startedAt, "ended": found.endedAt,
                "doing": found.progress, "refusal": found.message,
            ])
            guard let result = found.result, let text = try? JSONDocument.text(result) else { return facts }
            return terminal.above(facts) + text
        }
    }
}

struct CancelJob: Verb {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "End a job. Nothing is left half done.")
    static let examples = [Example("jobs cancel j3", "a job that is over stays as it is")]

    @Argument(help: "A job, such as j3.") var job: String
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .service }
    var columns: [String] { Job.columns }

    func execute(_ invocation: Invocation) throws {
        let found = try invocation.withBackend { try $0.ask(API.cancelJob, JobInput(job: job)) }
        let terminal = invocation.output.terminal
        try invocation.output.answer(found) { Job.table([found], terminal).text(for: terminal) }
    }
}

extension Job {
    fileprivate static let columns = ["job", "state", "command", "by", "began", "doing"]

    fileprivate static func table(_ jobs: [Job], _ terminal: Terminal) -> TextTable {
        var table = TextTable([
            .whole("job"), .text("state"), .text("command"), .text("by"), .whole("began"), .text("doing"),
        ])
        for job in jobs {
            table.add([
                job.id, job.state.rawValue, job.command, job.startedBy.map { "@\($0.username)" } ?? "",
                terminal.time(job.startedAt, now: EventLog.systemClock()), job.progress ?? job.message ?? "",
            ])
        }
        return table
    }

    /// What it does now, and how far it is; `nil`: it does nothing.
    fileprivate var progress: String? {
        part.map { part in
            guard let done, let of, of > 0 else { return part }
            let left = secondsLeft.map { ", \(Wording.duration(seconds: Double($0))) left" } ?? ""
            return "\(part), \(Int(Double(done) / Double(of) * 100)) %\(left)"
        }
    }
}
