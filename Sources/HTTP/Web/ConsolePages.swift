import Answers
import CloudEvents
import Community
import Events
import Foundation
import HTTPTypes
import LarderAPI
import Markup
import Operations
import Pages
import Views

/// The console: for admins. To others it does not exist.
enum ConsolePages {
    static let routes: [PageRoute] = [
        .direct("health", "/console") { request in
            try request.ask { queries in try requireAdmin(queries) }
            let context = request.context
            var (readiness, figures) = try await context.apart {
                (try ReadinessAnswer(context.community), context.figures())
            }
            readiness.reasons = readiness.reasons.map(\.sentence)
            let (answer, shown) = (readiness, figures)
            return try request.reply { queries in
                HealthPage(answer, shown, context.jobs.all.map { Job($0, queries.queries) }).page
            }
        },
        .direct("audit", "/console/audit", rate: RateKind(.actions)) { request in
            try request.ask { queries in try requireAdmin(queries) }
            return try await auditPage(request, inConsole: true)
        },
        .direct("check", "/audit/check", rate: RateKind(.actions)) { request in
            try await auditPage(request, inConsole: false)
        },
        .direct("log", "/console/log") { request in try await logPage(request) },
        .direct("why", "/console/why") { request in try await whyPage(request) },
        .page("more", "/console/more") { _, queries in
            try requireAdmin(queries)
            return ConsoleMorePage().page
        },
        asked("views", "/console/views", API.views) { request, queries, answer in
            ViewsPage(
                answer, verify: request.once("verify", queries), rebuild: request.once("rebuild", queries)
            ).page
        },
        asked("configuration", "/console/configuration", API.configuration) { _, _, answer in
            ConfigurationPage(answer).page
        },
        asked("backups", "/console/backups", API.backups) { request, queries, answer in
            BackupsPage(answer, once: request.once("backup", queries)).page
        },
        asked("doctor", "/console/doctor", API.jobs) { request, queries, answer in
            DoctorPage(answer, once: request.once("doctor", queries)).page
        },
        .direct("rules", "/console/rules") { request in try await rulesPage(request, without: request["without"]) },
        .form("setRules", "/console/rules/set") { request, form in
            try request.ask { queries in try requireAdmin(queries) }
            do {
                guard let note = form["note"] else {
                    throw Refusal(.invalid, "say why the rules change", field: "note")
                }
                guard var rules = try RulesForm(form).rules else {
                    throw Refusal(.invalid, "the form has no rules", field: "levels")
                }
                rules["note"] = .text(note)
                _ = try await request.perform(API.setRules, [:], .object(rules), form: form)
                return .see(Link("/console/rules").fragment("history"), saying: .decided, request)
            } catch let refusal as Refusal where [.invalid, .usage].contains(refusal.code) {
                return try await rulesPage(request, without: nil, form.state(refusal))
            }
        },
        .form("whatIf", "/console/rules") { request, form in
            do {
                var body: [String: JSON] = [:]
                let names = (form["without"] ?? "").split(whereSeparator: { $0.isWhitespace || $0 == "," })
                body["without"] = .list(names.map { .text(String($0)) })
                body["weeks"] = form["weeks"].map { .text($0) }
                if let rules = try RulesForm(form).rules.map({ JSON.object($0) }) {
                    let tried = try Community.rules(json: JSONDocument.bytes(rules))
                    if tried != (try request.ask { $0.queries.rules }) { body["rules"] = rules }
                }
                return try await request.start(API.whatIf, .object(body), form: form)
            } catch let refusal as Refusal where [.invalid, .usage].contains(refusal.code) {
                return try await rulesPage(request, without: nil, form.state(refusal))
            }
        },
        asked("jobs", "/console/jobs", API.jobs) { _, _, answer in JobsPage(answer).page },
        .direct("job", "/console/jobs/{job}") { request in
            try await request.console(asking: API.job, JobInput(job: request.path["job"] ?? "")) { queries, answer in
                var job = answer
                job.message = job.message?.sentence
                let input = try request.context.jobs.entry(job.id).triedRules
                let tried = try input.map { try JSONDecoder().decode(JSON.self, from: Data($0)) }
                return JobPage(job, once: request.once("job", queries), tried: tried).page
            }
        },
        .form("cancelJob", "/console/jobs/{job}/cancel") { request, form in
            let id = request.path["job"] ?? ""
            _ = try await request.perform(API.cancelJob, ["job": id], nil, form: form)
            return .see(.job(id))
        },
        .form("verifyViews", "/console/views/verify") { request, form in
            try await request.start(API.verifyViews, form: form)
        },
        .form("rebuildViews", "/console/views/rebuild") { request, form in
            try await request.start(API.rebuildViews, form: form)
        },
        .form("doctor", "/console/doctor") { request, form in
            let parts = form.all("parts")
            let body: JSON = .object(["repair": .flag(!parts.isEmpty), "parts": .list(parts.map { .text($0) })])
            do { return try await request.start(API.doctor, body, form: form) } catch let refusal as Refusal
                where refusal.code == .invalid
            {
                return try await request.console(asking: API.jobs, NoInput()) { queries, answer in
                    DoctorPage(answer, once: request.once("doctor", queries), form.state(refusal)).page
                }
            }
        },
        .form("backUp", "/console/backups") { request, form in
            let body: JSON = .object(form["name"].map { ["name": .text($0)] } ?? [:])
            do { return try await request.start(API.backUp, body, form: form) } catch let refusal as Refusal
                where refusal.code == .invalid
            {
                return try await request.console(asking: API.backups, NoInput()) { queries, answer in
                    BackupsPage(answer, once: request.once("backup", queries), form.state(refusal)).page
                }
            }
        },
    ]

    /// A page that shows the answer of one operation.
    private static func asked<Answer: Decodable & Sendable>(
        _ name: String, _ path: PathTemplate, _ operation: LarderAPI.Operation<NoInput, Answer>,
        _ page: @escaping @Sendable (WebRequest, PageQueries, Answer) throws -> Pages.Page
    ) -> PageRoute {
        .direct(name, path) { request in
            try await request.console(asking: operation, NoInput()) { queries, answer in
                try page(request, queries, answer)
            }
        }
    }

    /// The kinds of events, for the filter.
    private static let kinds = EventKind.allNames.sorted()

    /// The log. What is refused of the filter stands above the newest events.
    private static func logPage(_ request: WebRequest) async throws -> Reply {
        try request.ask { queries in try requireAdmin(queries) }
        var choice = LogPage.Choice()
        (choice.kind, choice.actor, choice.thing) = (request["kind"], request["actor"], request["thing"])
        (choice.from, choice.to) = (request["from"], request["to"])
        (choice.isOldestFirst, choice.isLive) = (request["order"] == "oldest", request["live"] != nil)
        func ask(
            _ selection: LogSelection, from: String?, to: String?, after: String?
        ) async throws -> (LogAnswer, LogHistogramAnswer) {
            let page = PageRequest(limit: 50, after: after)
            return (
                try await request.answer(
                    to: API.log,
                    LogInput(selection, from: from, to: to, newestFirst: !choice.isOldestFirst, page: page)),
                try await request.answer(
                    to: API.logHistogram, LogHistogramInput(selection, from: from, to: to, buckets: 120))
            )
        }
        var state = FormState()
        let found: (log: LogAnswer, histogram: LogHistogramAnswer)
        do {
            let selection = LogSelection(
                kinds: choice.kind.map { [$0] } ?? [], actor: choice.actor, thing: choice.thing)
            found = try await ask(selection, from: choice.from, to: choice.to, after: request["after"])
        } catch let refusal as Refusal where [.usage, .invalid, .notFound].contains(refusal.code) {
            state.errors = [(refusal.field ?? "", refusal.message.sentence)]
            found = try await ask(LogSelection(), from: nil, to: nil, after: nil)
        }
        let (shown, errors) = (choice, state)
        return try request.reply { _ in
            LogPage(found.log, found.histogram, shown, kinds: kinds, after: request["after"], errors).page
        }
    }

    /// Proofs of the log. A proof is signed, which costs a sync of the log: the page is charged as an action.
    private static func auditPage(_ request: WebRequest, inConsole isConsole: Bool) async throws -> Reply {
        let key = try await request.answer(to: API.auditKey, NoInput())
        var question: AuditPage.Question?
        var proof: AuditProofAnswer?
        var state = FormState(values: request.query)
        do {
            if let event = request["event"] {
                question = .event(event)
                proof = try await request.answer(to: API.auditInclusion, AuditInclusionInput(event: event))
            } else if let leaf = request["leaf"] {
                question = .leaf(leaf)
                proof = try await request.answer(to: API.auditLeaf, AuditLeafInput(leaf: leaf))
            } else if let size = request["from"] {
                question = .growth(size)
                guard let from = UInt64(size) else {
                    throw Refusal(.usage, "«\(size.prefix(80))» is not a number of events", field: "from")
                }
                proof = try await request.answer(to: API.auditConsistency, AuditConsistencyInput(from: from))
            }
        } catch let refusal as Refusal
            where [.usage, .invalid, .notFound, .forbidden, .unauthenticated].contains(refusal.code)
        {
            state.errors = [(refusal.field ?? "event", refusal.message.sentence)]
        }
        let (asked, found, errors) = (question, proof, state)
        return try request.reply { _ in AuditPage(inConsole: isConsole, key: key, asked, found, errors).page }
    }

    /// The event at a position: `/1024`.
    static func eventPage(_ id: String, _ request: WebRequest) async throws -> Reply {
        try request.ask { queries in try requireAdmin(queries) }
        let event: JSON = try await request.answer(to: API.event, EventInput(event: id))
        guard case .position(let position, _)? = Reference(id) else { throw Refusal.noPage }
        switch try await request.longAnswer(
            to: API.effects, EventInput(event: id), or: Jobs.Work(effectsOf: position), at: Link.id(id))
        {
        case .reply(let reply): return reply
        case .answer(let effects):
            return try request.reply { queries in
                guard let entry = LoggedEntry(event) else { throw Refusal.noPage }
                return EventPage(entry, of: queries.queries.logPosition.value, effects).page
            }
        }
    }

    /// Why an answer is what it is.
    private static func whyPage(_ request: WebRequest) async throws -> Reply {
        try request.ask { queries in try requireAdmin(queries) }
        var question = WhyPage.Question()
        (question.question, question.field) = (request["question"], request["field"])
        (question.viewer, question.asOf) = (request["as"], request["asOf"])
        question.isOldestFirst = request["order"] == "oldest"
        var (answer, state) = (JSON?.none, FormState())
        if let path = question.question {
            do {
                let input = WhyInput(
                    question: path, fields: question.field.map { [$0] } ?? [], viewer: question.viewer,
                    newestFirst: !question.isOldestFirst, asOf: question.asOf,
                    page: PageRequest(limit: 100, after: request["after"]))
                let link = question.link.query("after", request["after"])
                let viewer = try input.viewer.map { try MemberName.reference($0, field: "as") }
                switch try await request.longAnswer(
                    to: API.why, input, or: try Jobs.Work(input, as: viewer), at: link)
                {
                case .reply(let reply): return reply
                case .answer(let found): answer = found
                }
            } catch let refusal as Refusal where refusal.code != .unauthenticated && refusal.code != .overloaded {
                state.errors = [(refusal.field ?? "question", refusal.message.sentence)]
            }
        }
        let (asked, found, errors) = (question, answer, state)
        return try request.reply { _ in WhyPage(asked, found, after: request["after"], errors).page }
    }

    /// How many changes of the rules one page shows.
    private static let changesMax = 20

    /// The rules, and how they became what they are.
    private static func rulesPage(
        _ request: WebRequest, without: String?, _ state: FormState = FormState()
    ) async throws -> Reply {
        try request.ask { queries in try requireAdmin(queries) }
        // One more than are shown: each is compared with the one before it.
        let log: LogAnswer = try await request.answer(
            to: API.log,
            LogInput(
                LogSelection(kinds: [EventKind.rulesChanged.name], actor: nil, thing: nil), from: nil, to: nil,
                newestFirst: true, page: PageRequest(limit: UInt64(changesMax) + 1, after: request["after"])))
        let standard = try JSON(written: Payload.rules(Rules.standard.message).json)
        return try await request.console(asking: API.jobs, NoInput()) { queries, answer in
            let entries = log.events.compactMap { LoggedEntry($0) }
            let history = entries.prefix(changesMax).indices.map { index in
                RulesChange(
                    entries[index],
                    before: index + 1 < entries.count ? log.events[index + 1]["data"] : standard)
            }
            let older = entries.count > changesMax ? history.last?.link : nil
            return RulesPage(
                try queries.ask(API.rules, NoInput()).rules, history: history, older: older, without: without, answer,
                once: request.once("rules", queries), state
            ).page
        }
    }

    static func requireAdmin(_ queries: PageQueries) throws(Refusal) {
        guard let reader = queries.reader, reader.role == .admin else { throw .noPage }
    }
}

extension WebRequest {
    /// A page of the console with the answer of an operation. For members who are no admins there is no such page.
    func console<Input, Answer: Decodable & Sendable>(
        asking operation: LarderAPI.Operation<Input, Answer>, _ input: Input,
        _ page: @escaping @Sendable (PageQueries, Answer) throws -> Pages.Page
    ) async throws -> Reply {
        try ask { queries in try ConsolePages.requireAdmin(queries) }
        let answer = try await answer(to: operation, input)
        return try reply { queries in try page(queries, answer) }
    }

    /// Starts a job for a form, and leads to its page.
    func start<Input>(
        _ operation: LarderAPI.Operation<Input, Job>, _ body: JSON? = nil, form: FormBody
    ) async throws -> Reply {
        try ask { queries in try ConsolePages.requireAdmin(queries) }
        let job = try await perform(operation, [:], body, form: form).decoded(Job.self)
        return .see(.job(job.id))
    }
}
