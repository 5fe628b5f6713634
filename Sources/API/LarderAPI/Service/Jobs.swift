/// Jobs: work of the service that may take minutes. They run one after the other, in processes of their own, and can be cancelled.
extension API {
    public static let jobs: Operation<NoInput, JobsAnswer> = Operation(
        "jobs", .get, "/jobs", "The jobs of the last hour, the newest first. For admins.", access: .admin)
    public static let job: Operation<JobInput, Job> = Operation(
        "job", .get, "/jobs/{job}", "A job: how far it is, and its result. For admins.", access: .admin)
    public static let cancelJob: Operation<JobInput, Job> = Operation(
        "cancelJob", .post, "/jobs/{job}/cancel", "Cancel a job. Nothing is left half done. For admins.",
        access: .admin, OperationTraits(scope: .act, rate: .actions, bodyBytesMax: jsonBytesMax))

    public static let verifyViews: Operation<NoInput, Job> = starting(
        "verifyViews", "/views/verify", "Begin to rebuild the views aside and compare; changes nothing. For admins.")
    public static let rebuildViews: Operation<NoInput, Job> = starting(
        "rebuildViews", "/views/rebuild",
        "Begin to rebuild the views beside the live ones, and swap them in. For admins.")
    public static let whatIf: Operation<WhatIfInput, Job> = starting(
        "whatIf", "/whatif",
        "Begin to recount boards under other rules, or without some members; changes nothing. For admins.")
    public static let doctor: Operation<DoctorInput, Job> = starting(
        "doctor", "/doctor", "Begin to check everything, and to repair what is named. For admins.")
    public static let backUp: Operation<BackUpInput, Job> = starting(
        "backUp", backups.path, "Begin to copy log, vault and pictures into the folder of backups. For admins.")

    static let jobOperations: [any AnyOperation] = [
        jobs, job, cancelJob, verifyViews, rebuildViews, whatIf, doctor, backUp,
    ]

    private static func starting<Input>(
        _ name: String, _ path: PathTemplate, _ summary: String
    ) -> Operation<Input, Job> {
        Operation(
            name, .post, path, summary, access: .admin,
            OperationTraits(scope: .act, rate: .actions, bodyBytesMax: jsonBytesMax))
    }
}

/// One job.
public struct JobInput: OperationInput {
    /// Such as `j3`.
    public var job: String = ""

    public init() {}

    public init(job: String) {
        self.job = job
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("job", &job)
    }
}

/// Other rules, or members to leave out. At least one of them is named.
public struct WhatIfInput: OperationInput {
    /// The rules to try, as `POST /rules` takes them; `nil`: those in force.
    public var rules: JSONText?
    /// The members who are left out with all that followed from them: `@name` or `m17`.
    public var without: [String] = []
    /// A range of ISO weeks, such as `2026-W01..2026-W10`; `nil`: all.
    public var weeks: String?

    public init() {}

    public init(rules: JSONText? = nil, without: [String] = [], weeks: String? = nil) {
        self.rules = rules
        self.without = without
        self.weeks = weeks
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.body("rules", &rules)
        try coder.body("without", &without)
        try coder.body("weeks", &weeks)
    }
}

/// What to repair before everything is checked.
public struct DoctorInput: OperationInput {
    /// Whether to repair: the named parts, or every part that needs it.
    public var repair = false
    public var parts: [String] = []

    public init() {}

    public init(repair: Bool = false, parts: [String] = []) {
        self.repair = repair
        self.parts = parts
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.body("repair", &repair)
        try coder.body("parts", &parts)
    }
}

/// Where a backup goes.
public struct BackUpInput: OperationInput {
    /// The name of a folder in the folder of backups, absent or with an earlier backup; `nil`: today's date.
    public var name: String?

    public init() {}

    public init(name: String? = nil) {
        self.name = name
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.body("name", &name)
    }
}

/// Work that the service does, has done or will do.
public struct Job: Codable, Hashable, Sendable {
    public enum State: String, Codable, Hashable, Sendable {
        /// Other jobs come first.
        case waiting
        case running
        /// It has a result.
        case done
        /// `code` and `message` say why. A check that has found something has a result, too.
        case failed
        case cancelled
    }

    /// Such as `j3`. The service counts from 1 after each start.
    public var id: String
    public var state: State
    /// The command line that does the same in a directory, which also names what the job does.
    public var command: String
    /// The admin who started it; absent if the account was deleted.
    public var startedBy: MemberCard?
    /// When it was asked for.
    public var startedAt: String
    public var endedAt: String?
    /// What it does now, such as «Verifying».
    public var part: String?
    /// How much of the part is done, and how much it is; of events or images. 0: not known.
    public var done: Int?
    public var of: Int?
    /// How long the part will take at its pace so far.
    public var secondsLeft: Int?
    /// The code of the refusal with which it ended.
    public var code: String?
    public var message: String?
    /// What the command prints with `--json`. Only the question about one job has it.
    public var result: JSON?

    public init(
        id: String, state: State, command: String, startedBy: MemberCard? = nil, startedAt: String,
        endedAt: String? = nil, part: String? = nil, done: Int? = nil, of: Int? = nil, secondsLeft: Int? = nil,
        code: String? = nil, message: String? = nil, result: JSON? = nil
    ) {
        self.id = id
        self.state = state
        self.command = command
        self.startedBy = startedBy
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.part = part
        self.done = done
        self.of = of
        self.secondsLeft = secondsLeft
        self.code = code
        self.message = message
        self.result = result
    }

    /// Whether it will not change any more.
    public var isOver: Bool { [.done, .failed, .cancelled].contains(state) }
}

/// The jobs of the last hour, at most a hundred.
public struct JobsAnswer: Codable, Hashable, Sendable {
    public var jobs: [Job]

    public init(jobs: [Job]) {
        self.jobs = jobs
    }
}
