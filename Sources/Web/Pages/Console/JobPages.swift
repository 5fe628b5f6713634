package import LarderAPI
package import Markup

/// The jobs of the last hour.
package struct JobsPage {
    private let jobs: [Job]

    package init(_ answer: JobsAnswer) { jobs = answer.jobs }

    package var page: Page {
        let list: HTML =
            jobs.isEmpty
            ? EmptyList("No job ran in the last hour.").html
            : "<ul class=\"rows measure\">\(each: jobs, JobLine.html)</ul>"
        var page = Page(
            console: "Jobs", in: .more, command: "jobs list",
            """
            <h1>Jobs</h1><p class="lead">Long work: checks, rebuilds, copies and what-if questions. One runs at a time.</p>\(list)
            """)
        if jobs.contains(where: { !$0.isOver }) { page.refreshSeconds = JobPage.refreshSeconds }
        page.isKept = false
        return page
    }
}

/// A job in a list.
enum JobLine {
    static func html(_ job: Job) -> HTML {
        let by: HTML? = job.startedBy.map { " by <a href=\"\(Link.member($0))\">@\($0.username)</a>" }
        return """
            <li><div class="grow"><a href="\(Link.job(job.id))"><code>\(job.command)</code></a><br>\
            <span class="soft small">\(job.id) · \(Words.time(job.startedAt))\(by)\(progress(job).map { " · \($0)" as HTML })</span></div>\
            <span class="pill\(job.state == .failed ? " bad" : job.isOver ? " no" : "")">\(job.state.rawValue)</span></li>
            """
    }

    /// The jobs of a command in the last hour.
    static func recent(_ jobs: [Job], of command: String) -> HTML? {
        let jobs = jobs.filter { $0.command.hasPrefix("larder \(command)") }
        guard !jobs.isEmpty else { return nil }
        return "<h2>In the last hour</h2><ul class=\"rows measure\">\(each: jobs, html)</ul>"
    }

    /// `Verifying, 40 %, 12 s left`.
    static func progress(_ job: Job) -> String? {
        guard !job.isOver, let part = job.part else { return nil }
        guard let done = job.done, let of = job.of, of > 0 else { return part }
        let left = job.secondsLeft.map { ", \(Words.seconds($0)) left" } ?? ""
        return "\(part), \(Int(Double(done) / Double(of) * 100)) %\(left)"
    }
}

/// One job: how far it is, and what it has found.
package struct JobPage {
    /// How often a page with a job under way is loaded again.
    static let refreshSeconds = 2

    private let job: Job
    private let once: Once
    private let tried: JSON?

    /// `tried`: the rules of a what-if.
    package init(_ job: Job, once: Once, tried: JSON? = nil) { (self.job, self.once, self.tried) = (job, once, tried) }

    package var page: Page {
        let cancel: HTML? = job.isOver ? nil : ActButton(Link.job(job.id).end("/cancel"), "Cancel", once: once).html
        let message: HTML? = job.message.map { "<p class=\"note bad\">\(Icon.warn)<span>\($0)</span></p>" }
        let facts = Facts([
            ("state", "\(job.state.rawValue)"), ("job", "\(job.id)"), ("asked for", Words.time(job.startedAt)),
            ("by", job.startedBy.map { "<a href=\"\(Link.member($0))\">@\($0.username)</a>" }),
            ("ended", job.endedAt.map { Words.time($0) }),
        ])
        var page = Page(
            console: "Job \(job.id)", in: .more, command: "jobs show \(job.id)",
            """
            <h1><code>\(job.command)</code></h1>\(JobBar(job).html)\(message)\(cancel)\(facts.html)\(JobResult(job).html)\(setting)\
            <p class="buttons"><a class="btn quiet" href="/console/jobs">All jobs</a></p>
            """)
        if !job.isOver { page.refreshSeconds = Self.refreshSeconds }
        page.isKept = false
        return page
    }

    private var setting: HTML? {
        guard let tried, job.state == .done else { return nil }
        return TriedRules(rules: tried, once: once).html
    }

}

/// What stands in the place of an answer while a job works on it, and if it ends without one.
package struct JobWaitPage {
    private let job: Job
    private let link: Link

    /// `link`: the page of the answer, where the question is put again.
    package init(_ job: Job, again link: Link) { (self.job, self.link) = (job, link) }

    package var page: Page {
        let state: HTML =
            job.isOver
            ? "<p class=\"note bad\" role=\"alert\">\(Icon.warn)<span>\(job.message ?? "The job has ended without an answer.")</span></p><p><a href=\"\(link)\">Ask again</a></p>"
            : "\(JobBar(job).html)<p role=\"status\">The page comes by itself.</p>"
        var page = Page(
            console: "Reading the log", in: .more, command: String(job.command.trimmingPrefix("larder ")),
            """
            <h1>Reading the log</h1><p>The answer takes longer than a page may: a job reads the log again.</p>\(state)\
            <p class="buttons"><a class="btn quiet" href="\(Link.job(job.id))">The job, where it can be cancelled</a></p>
            """)
        if !job.isOver {
            page.status = 202
            page.refreshSeconds = JobPage.refreshSeconds
        }
        page.isKept = false
        return page
    }
}

/// How far a job is; empty for one that is over.
struct JobBar {
    private let job: Job

    init(_ job: Job) { self.job = job }

    var html: HTML? {
        guard !job.isOver else { return nil }
        let text = JobLine.progress(job) ?? (job.state == .waiting ? "Other jobs come first." : "It has begun.")
        let meter: HTML =
            if let done = job.done, let of = job.of, of > 0 {
                "<progress max=\"\(of)\" value=\"\(min(done, of))\" aria-label=\"Progress\"></progress>"
            } else {
                "<progress aria-label=\"Progress\"></progress>"
            }
        return "<p class=\"lead\">\(text)</p>\(meter)"
    }
}

/// The result of a job, as its command shows it.
struct JobResult {
    private let job: Job

    init(_ job: Job) { self.job = job }

    var html: HTML? {
        guard let result = job.result else {
            return job.state == .done
                ? "<p class=\"note\">The result was dropped, because an account was deleted. Start the job again.</p>"
                : nil
        }
        if let checks = result["checks"]?.list { return checksTable(checks, result["repairs"]?.list) }
        if result["changes"] != nil { return moves(result) }
        if let views = result["views"]?.list { return viewsTable(result, views) }
        if result["vault"] != nil || result["root"] != nil { return backup(result) }
        return "<pre class=\"scroll\" tabindex=\"0\">\(String(decoding: result.document, as: UTF8.self))</pre>"
    }

    private func checksTable(_ checks: [JSON], _ repairs: [JSON]?) -> HTML {
        let repaired: HTML? = repairs.map { repairs in
            guard !repairs.isEmpty else { return "<p>Nothing needed a repair.</p>" }
            let table = ScrolledTable(
                "Repairs", ["Part", "Repair", "What was done"],
                repairs.map { repair in
                    [
                        "\(repair["part"]?.text ?? "")", "\(repair["done"] == .flag(true) ? "done" : "failed")",
                        "\(repair["message"]?.text ?? "")",
                    ]
                })
            return "<h2>Repairs</h2>\(table.html)"
        }
        let table = ScrolledTable(
            "Checks", ["Check", "Status", "Finding"],
            checks.map { check in
                let status = check["status"]?.text ?? ""
                return [
                    "\(check["name"]?.text ?? "")",
                    "<span class=\"pill\(status == "ok" ? " no" : status == "failed" ? " bad" : "")\">\(status)</span>",
                    "<span class=\"wrap\">\(check["message"]?.text ?? "")</span>",
                ]
            })
        return "\(repaired)<h2>Checks</h2>\(table.html)"
    }

    private func viewsTable(_ result: JSON, _ views: [JSON]) -> HTML {
        // A rebuild has rows, a comparison two fingerprints.
        if let events = result["events"]?.whole {
            let facts = Facts([
                ("events", "\(Words.grouped(events))"),
                ("a second", result["eventsPerSecond"]?.whole.map { "\(Words.grouped($0))" }),
                ("equal to those before", "\(result["matchesLive"] == .flag(true) ? "yes" : "no")"),
            ])
            let table = ScrolledTable(
                "Views", ["View", "#Version", "#Rows", "Fingerprint"],
                views.map { view in
                    [
                        "\(view["name"]?.text ?? "")", "\(view["version"]?.whole ?? 0)",
                        "\(Words.grouped(view["rows"]?.whole ?? 0))", "<code>\(view["fingerprint"]?.text ?? "")</code>",
                    ]
                })
            return "\(facts.html)\(table.html)"
        }
        let table = ScrolledTable(
            "Views", ["View", "Live", "Rebuilt", "Result"],
            views.map { view in
                let (live, rebuilt) = (view["live"]?.text ?? "", view["rebuilt"]?.text ?? "")
                return [
                    "\(view["name"]?.text ?? "")", "<code>\(live)</code>", "<code>\(rebuilt)</code>",
                    live == rebuilt ? "<span class=\"pill no\">same</span>" : "<span class=\"pill bad\">differs</span>",
                ]
            })
        return "<h2>Views at position \(Words.grouped(result["position"]?.whole ?? 0))</h2>\(table.html)"
    }

    private func backup(_ result: JSON) -> HTML {
        Facts([
            ("position", result["position"]?.whole.map { "\(Words.grouped($0))" }),
            ("new events", result["added"]?.whole.map { "\(Words.grouped($0))" }),
            ("pictures", result["images"]?.whole.map { "\(Words.grouped($0))" }),
            ("size", result["bytes"]?.whole.map { "\(Words.bytes($0))" }),
        ]).html
    }

    private func moves(_ result: JSON) -> HTML {
        let changes = result["changes"]?.list ?? []
        let (changed, equal) = (result["changed"]?.whole ?? 0, result["equal"]?.whole ?? 0)
        let omitted: HTML? = result["omitted"]?.whole.map { " \(Words.count($0, "event")) left out." }
        let sum: HTML = """
            <p class="lead">\(Words.count(changed, "place")) would change, \(Words.grouped(equal)) would stay.\(omitted) \
            \("The \(Words.grouped(Int64(changes.count))) largest moves are shown.", if: Int64(changes.count) < changed)</p>
            """
        guard !changes.isEmpty else { return sum }
        func place(_ value: JSON?) -> HTML {
            guard let value else { return "–" }
            return "\(value["rank"]?.whole ?? 0) <span class=\"soft\">(\(value["engagement"]?.whole ?? 0))</span>"
        }
        return """
            \(sum)\(ScrolledTable(
                "Moves", ["Week", "Member", "#Place now", "#Place then", "#Moves"],
                changes.map { change in
                    let name = change["username"]?.text ?? ""
                    return [
                        "<a href=\"\(Link("/board").part(change["week"]?.text ?? ""))\">\(change["week"]?.text ?? "")</a>",
                        "<a href=\"\(Link.member(name))\">@\(name)</a>", place(change["from"]), place(change["to"]),
                        "\(change["moved"]?.whole ?? 0)",
                    ]
                }).html)<p class="soft small">A place, and the points in brackets.</p>
            """
    }
}

extension Link {
    /// The page of a job.
    package static func job(_ id: String) -> Link { Link("/console/jobs").part(id) }
}

extension JSON {
    var list: [JSON]? { if case .list(let list) = self { list } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var whole: Int64? { if case .whole(let whole) = self { whole } else { nil } }
}
