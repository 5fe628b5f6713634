import Answers
import Community
import EventLog
import Events
import Foundation
import HTTPTypes
import LarderAPI
import Layout
import Operations
import Views

/// What operators look after, and the long work that they start: for admins.
extension Handlers {
    static let operators = [
        handle(API.views) { _, request in
            let community = request.context.community
            return try .json(try await request.context.apart { ViewsAnswer(try community.viewsStatus()) })
        },
        handle(API.backups) { _, request in
            let (community, directory) = (request.context.community, request.context.settings.backupDirectory)
            return try .json(
                try await request.context.apart {
                    BackupsAnswer(
                        position: try community.log.head().value, isSetUp: directory != nil,
                        backups: try directory.map { try FoundBackup.all(in: $0) }?.map { BackupsAnswer.Backup($0) }
                            ?? [])
                })
        },
        handle(API.configuration) { _, request in
            try .json(ConfigurationAnswer(settings: request.context.settings.described))
        },
    ]

    static let jobs = [
        handle(API.jobs) { _, request in
            let entries = request.context.jobs.all
            return try request.context.community.query { queries in
                try .json(JobsAnswer(jobs: entries.map { Job($0, queries) }))
            }
        },
        handle(API.job) { input, request in try request.reply(to: try request.context.jobs.entry(input.job)) },
        handle(API.cancelJob) { input, request in try request.reply(to: try request.context.jobs.cancel(input.job)) },
        handle(API.verifyViews) { _, request in
            try request.start(Jobs.Work("views verify", ["views", "verify"]))
        },
        handle(API.rebuildViews) { _, request in
            try request.start(Jobs.Work("views rebuild", ["views", "rebuild"]))
        },
        handle(API.whatIf) { input, request in try request.start(try Jobs.Work(input)) },
        handle(API.doctor) { input, request in try request.start(try Jobs.Work(input)) },
        handle(API.backUp) { input, request in
            guard let directory = request.context.settings.backupDirectory else {
                throw Refusal(
                    .unavailable,
                    "this service has no folder for backups: the operator names one with --backup-directory")
            }
            return try request.start(try Jobs.Work(input, in: directory, at: EventLog.systemClock()))
        },
    ]
}

extension APIRequest {
    func start(_ work: Jobs.Work) throws -> Reply {
        let entry = try context.jobs.start(work, by: try requiredViewer)
        var reply = try reply(to: entry, status: .accepted)
        reply.headers[.location] = API.job.path.path(with: ["job": Jobs.id(entry.number)])
        return reply
    }

    fileprivate func reply(to entry: Jobs.Entry, status: HTTPResponse.Status = .ok) throws -> Reply {
        try context.community.query { queries in
            var job = Job(entry, queries)
            // Where the files lie is for the operator at the machine.
            job.message = job.message.map(context.withoutPaths)
            job.result = try entry.result.map { result in
                let text = context.withoutPaths(String(decoding: result, as: UTF8.self))
                return try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
            }
            return try .json(job, status: status)
        }
    }
}

extension Job {
    /// Without its result.
    init(_ entry: Jobs.Entry, _ queries: Queries) {
        self.init(
            id: Jobs.id(entry.number), state: entry.state, command: "larder \(entry.command)",
            startedBy: queries.memberCard(entry.starter), startedAt: entry.startedAt.rfc3339,
            endedAt: entry.endedAt?.rfc3339, part: entry.progress?.part, done: entry.progress?.done,
            of: entry.progress?.of, secondsLeft: entry.secondsLeft(at: .now), code: entry.code, message: entry.message)
    }
}

// MARK: From an input to a command line

extension Jobs.Work {
    /// A command that the program gets as a person types it.
    init(_ name: String, _ words: [String]) {
        self.init(name: name, command: words.joined(separator: " "), arguments: words)
    }

    /// The largest moves that a what-if lists.
    private static let movesMax = 1_000

    fileprivate init(_ input: WhatIfInput) throws(Refusal) {
        guard input.rules != nil || !input.without.isEmpty else {
            throw Refusal(.invalid, "name what to change: rules, or members in without", field: "rules")
        }
        guard input.without.count <= 100 else {
            throw Refusal(.invalid, "at most 100 members can be left out", field: "without")
        }
        if let rules = input.rules, try Community.rules(json: rules.bytes) == nil {
            throw Refusal(.invalid, "rules holds no rules: send those in force, with what is to change", field: "rules")
        }
        let members = try input.without.map { text throws(Refusal) in
            try MemberName.reference(text, field: "without").description
        }
        let weeks = try input.weeks.map { text throws(Refusal) in
            _ = try Times.weeks(text)
            return ["--weeks", text]
        }
        let words =
            ["whatif"] + (input.rules == nil ? [] : ["rules.json"]) + members.flatMap { ["--without-member", $0] }
            + (weeks ?? [])
        self.init(
            name: "whatif", command: words.joined(separator: " "),
            arguments: words.map { $0 == "rules.json" ? "-" : $0 } + ["--limit", "\(Self.movesMax)"],
            input: input.rules?.bytes ?? [])
    }

    fileprivate init(_ input: DoctorInput) throws(Refusal) {
        let known = RepairPart.allCases.map(\.rawValue)
        for part in input.parts where !known.contains(part) {
            throw Refusal(
                .invalid, "«\(part.excerpt())» is not a part: there are \(known.joined(separator: ", "))",
                field: "parts")
        }
        guard input.repair || input.parts.isEmpty else {
            throw Refusal(.invalid, "parts are named, but repair is not true", field: "repair")
        }
        let words = ["doctor"] + (input.repair ? ["--repair"] : []) + known.filter(input.parts.contains)
        self.init("doctor", words)
    }

    fileprivate init(_ input: BackUpInput, in directory: String, at time: Timestamp) throws(Refusal) {
        let name = input.name ?? "\(time.day)"
        guard name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,63}/) != nil else {
            throw Refusal(
                .invalid,
                "the name of a backup has 1 to 64 letters, digits, dots, - and _: «\(name.excerpt())» has others",
                field: "name")
        }
        self.init(name: "backup", command: "backup \(name)", arguments: ["backup", "\(directory)/\(name)"])
    }
}
