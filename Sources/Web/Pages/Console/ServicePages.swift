package import LarderAPI
import Markup

/// The views: how far they are, and whether they are right.
package struct ViewsPage {
    private let views: ViewsAnswer
    private let verify: Once
    private let rebuild: Once

    package init(_ views: ViewsAnswer, verify: Once, rebuild: Once) {
        (self.views, self.verify, self.rebuild) = (views, verify, rebuild)
    }

    package var page: Page {
        let lag: HTML =
            views.lag == 0
            ? "They have folded every event." : "\(Words.count(Int64(views.lag), "event")) wait to be folded."
        let table = ScrolledTable(
            "Views", ["View", "#Version", "#Rows", "Fingerprint"],
            views.views.map { view in
                [
                    "\(view.name)", "\(view.version)", "\(Words.grouped(Int64(view.rows)))",
                    "<code>\(view.fingerprint)</code>",
                ]
            })
        let kept: HTML? = views.asOf.map { kept in
            let table = ScrolledTable(
                "Earlier positions", ["#Position", "#Size", "Last asked"],
                kept.map {
                    ["\(Words.grouped(Int64($0.position)))", "\(Words.bytes(Int64($0.bytes)))", Words.time($0.usedAt)]
                })
            return """
                <h2>Earlier positions</h2><p class="lead">Views as of these positions are kept, so that a question about them is quick.</p>\(table.html)
                """
        }
        var page = Page(
            console: "Views", in: .more, command: "views status",
            """
            <h1>Views</h1><p class="lead">At position \(Words.grouped(Int64(views.position))) of \(Words.grouped(Int64(views.head))). \(lag) \
            \(Words.count(Int64(views.generation), "rebuild")) so far.</p>\(table.html)\
            <div class="buttons">\(ActButton(Link("/console/views/verify"), "Compare with the log", isMain: true, once: verify).html)\
            \(ActButton(Link("/console/views/rebuild"), "Rebuild from the log", once: rebuild).html)</div>\
            <p class="hint">A comparison changes nothing. A rebuild replaces the views when it is done; until then the present ones answer.</p>\(kept)
            """)
        page.isKept = false
        return page
    }
}

/// The doctor: checks everything, and repairs what is derived from the log.
package struct DoctorPage {
    private let jobs: [Job]
    private let once: Once
    private let state: FormState

    package init(_ jobs: JobsAnswer, once: Once, _ state: FormState = FormState()) {
        (self.jobs, self.once, self.state) = (jobs.jobs, once, state)
    }

    private static let parts = [
        ("readers", "Slots of readers whose processes died"), ("leftovers", "Files of interrupted work"),
        ("tree", "The tree of hashes"), ("state", "The state, and erasures that were not finished"),
        ("views", "The views and the search index"),
    ]

    package var page: Page {
        var page = Page(
            console: state.title("Doctor"), in: .more, command: "doctor",
            """
            <h1>Doctor</h1><p class="lead">Checks log, tree, vault, state, views, search, accounts, pictures, readers and space.</p>\
            \(state.summary(fields: ["parts"]))<form class="measure" method="post" action="/console/doctor">\(once.html)\
            <fieldset class="choices"><legend>Repair first</legend><p class="hint">What is folded or hashed from the log is made again. The events stay as they are.</p>\
            \(each: Self.parts, { Tick("parts", $0.0, $0.1, isOn: state.values["parts"]?.contains($0.0) ?? false).html })</fieldset>\
            <div class="buttons"><button class="btn main">Check everything</button></div></form>\(JobLine.recent(jobs, of: "doctor"))
            """)
        page.isKept = false
        page.status = state.status
        return page
    }
}

/// The backups, and the way to another one.
package struct BackupsPage {
    private let answer: BackupsAnswer
    private let once: Once
    private let state: FormState

    package init(_ answer: BackupsAnswer, once: Once, _ state: FormState = FormState()) {
        (self.answer, self.once, self.state) = (answer, once, state)
    }

    package var page: Page {
        let name = Field(
            "name", "Name of the backup",
            hint: "An earlier backup of that name gets what has come since. Else today's date.",
            lengthMax: 64)
        let form: HTML =
            answer.isSetUp
            ? """
            \(state.summary(fields: ["name"]))<form class="measure" method="post" action="/console/backups">\(once.html)\
            \(name.html(state))<div class="buttons"><button class="btn main">Back up now</button></div></form>
            """
            : """
            <p class="note">\(Icon.info)<span>This service has no folder for backups. The operator names one on another disk with \
            <code>backup-directory</code>, see <a href="/console/configuration">the settings</a>.</span></p>
            """
        let table: HTML? =
            answer.backups.isEmpty
            ? nil
            : ScrolledTable(
                "Backups", ["Name", "#Position", "Taken", "#Pictures", "#Size"],
                answer.backups.map { backup in
                    guard let position = backup.position else {
                        return ["\(backup.name)", "–", "<span class=\"wrap\">\(backup.damage ?? "")</span>", "–", "–"]
                    }
                    return [
                        "\(backup.name)", "\(Words.grouped(Int64(position)))",
                        backup.taken.map { Words.time($0) } ?? "",
                        "\(Words.grouped(Int64(backup.images ?? 0)))", "\(Words.bytes(Int64(backup.bytes ?? 0)))",
                    ]
                }
            ).html
        var page = Page(
            console: state.title("Backups"), in: .more, command: "backup NAME",
            """
            <h1>Backups</h1><p class="lead">A backup holds the log, its vault and the pictures. It never leaves the machine through a browser. \
            The log is at position \(Words.grouped(Int64(answer.position))).</p>\(table)\(form)
            """)
        page.isKept = false
        page.status = state.status
        return page
    }
}

/// The settings of the service.
package struct ConfigurationPage {
    private let settings: [ConfigurationAnswer.Setting]

    package init(_ answer: ConfigurationAnswer) { settings = answer.settings }

    package var page: Page {
        var page = Page(
            console: "Settings", in: .more, command: "config",
            """
            <h1>Settings</h1><p class="lead">A flag, the environment or a file sets them when the service starts.</p>\
            \(ScrolledTable("Settings", ["Setting", "Value", "From"], settings.map(Self.row)).html)
            """)
        page.isKept = false
        return page
    }

    private static func row(_ setting: ConfigurationAnswer.Setting) -> [HTML] {
        let values: HTML =
            setting.values.isEmpty
            ? "–" : "\(each: setting.values, { "<span class=\"line\"><code>\($0)</code></span>" })"
        let origin: HTML =
            if let variable = setting.variable { "<code>$\(variable)</code>" } else {
                "\(setting.file ?? setting.origin)"
            }
        return ["<code>\(setting.name)</code>", values, origin]
    }
}
