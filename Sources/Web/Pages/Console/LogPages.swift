package import LarderAPI
import Markup

/// One event of the log, as its CloudEvent says it.
package struct LoggedEntry: Sendable {
    let position: UInt64
    let kind: String
    let actor: String?
    let subject: String?
    /// When it happened, and when the log recorded it.
    let time: String
    let recorded: String
    let document: JSON

    /// `nil`: it is no event.
    package init?(_ document: JSON) {
        guard let sequence = document["sequence"]?.text, let position = UInt64(sequence),
            let type = document["type"]?.text
        else { return nil }
        (self.position, self.document) = (position, document)
        kind = type.hasPrefix("larder.") ? String(type.dropFirst(7)) : type
        (actor, subject) = (document["actor"]?.text, document["subject"]?.text)
        time = document["time"]?.text ?? ""
        recorded = document["recordedtime"]?.text ?? time
    }

    var link: Link { .event(position) }

    /// Who did it, with a way to the member.
    var by: HTML { actor.map(Name.html) ?? "operator" }
    /// What it is about, with a way there.
    var about: HTML? { subject.map(Name.html) }

    var row: HTML {
        """
        <tr><td class="r num"><a href="\(link)">\(Int64(position))</a></td><td class="num nowrap">\(Words.second(recorded))</td>\
        <td><code>\(kind)</code></td><td>\(by)</td><td>\(about)</td></tr>
        """
    }
}

/// The log: the newest events first, filtered, or as they come.
package struct LogPage {
    /// What the reader has chosen.
    package struct Choice: Sendable {
        package var kind: String?
        package var actor: String?
        package var thing: String?
        package var from: String?
        package var to: String?
        package var isOldestFirst = false
        package var isLive = false

        package init() {}

        var isFiltered: Bool { [kind, actor, thing, from, to].contains { $0 != nil } || isOldestFirst }

        /// The address of the page with this choice.
        var link: Link {
            Link("/console/log").query("kind", kind).query("actor", actor).query("thing", thing).query("from", from)
                .query("to", to)
                .query("order", isOldestFirst ? "oldest" : nil)
        }
    }

    private let answer: LogAnswer
    private let histogram: LogHistogramAnswer
    private let choice: Choice
    private let kinds: [String]
    private let after: String?
    private let state: FormState

    package init(
        _ answer: LogAnswer, _ histogram: LogHistogramAnswer, _ choice: Choice, kinds: [String], after: String?,
        _ state: FormState = FormState()
    ) {
        (self.answer, self.histogram, self.choice, self.kinds) = (answer, histogram, choice, kinds)
        (self.after, self.state) = (after, state)
    }

    package var page: Page {
        let pager = Pager(choice.link, after: after, next: answer.next, isNewestFirst: !choice.isOldestFirst)
        let events = answer.events.compactMap { LoggedEntry($0) }
        let live: HTML =
            choice.isLive
            ? "<a class=\"btn\" href=\"\(choice.link)\" data-live-off>\(Icon.pause)Stop</a>"
            : "<a class=\"btn\" href=\"\(choice.link.query("live", "1"))\" data-live-on>\(Icon.play)Live</a>"
        let none: HTML? = events.isEmpty ? EmptyList("No event fits.").html : nil
        var page = Page(
            console: state.title("Log"), in: .log, command: command,
            """
            <div class="head"><h1>Log</h1><p class="buttons">\(live)\
            <button class="btn" type="button" data-live-pause hidden>\(Icon.pause)Pause</button>\
            <button class="btn" type="button" data-live-save hidden>\(Icon.share)Download</button></p></div>\
            <p class="lead" id="live" role="status" hidden></p>\(form)\(bars)\
            <div class="scroll" tabindex="0" role="region" aria-label="Events"><table class="log"><thead><tr><th scope="col" class="r">Event</th>\
            <th scope="col">Recorded</th><th scope="col">What</th><th scope="col">By</th><th scope="col">About</th></tr></thead>\
            <tbody id="events" data-position="\(answer.position)"\(HTML.Attribute("data-kind", choice.kind))\
            \(HTML.Attribute("data-actor", choice.actor))\(HTML.Attribute("data-thing", choice.thing))>\(each: events, \.row)</tbody></table></div>\
            \(none)\(pager.html)
            """)
        (page.newer, page.older) = (pager.newer, pager.older)
        page.modules = [.log]
        if choice.isLive { page.head += "<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>" }
        page.isKept = false
        page.status = state.status
        return page
    }

    private var command: String {
        var words = ["log", "tail"]
        if let kind = choice.kind { words += ["--kind", kind] }
        if let actor = choice.actor { words += ["--actor", actor] }
        if let thing = choice.thing { words += ["--about", thing] }
        if let from = choice.from { words += [from.allSatisfy(\.isNumber) ? "--from" : "--since", from] }
        if let to = choice.to, !to.allSatisfy(\.isNumber) { words += ["--until", to] }
        return words.joined(separator: " ")
    }

    private var form: HTML {
        let kind = Pages.Choice(
            "kind", "What", [(value: "", text: "everything")] + kinds.map { (value: $0, text: $0) }, value: choice.kind)
        return """
            \(state.summary(fields: ["kind", "actor", "thing", "from", "to"]))<details\(HTML.Flag("open"), if: choice.isFiltered || !state.errors.isEmpty)><summary>Filter</summary>\
            <form class="fields compact" action="/console/log">\(kind.html(state))\
            \(Field("actor", "By", value: choice.actor).html(state))\(Field("thing", "About", value: choice.thing).html(state))\
            \(Field("from", "From", value: choice.from).html(state))\(Field("to", "Before", value: choice.to).html(state))\
            \(Pages.Choice.order(isOldestFirst: choice.isOldestFirst).html(state))<div class="buttons"><button class="btn main">Show</button>\
            <a class="btn quiet" href="/console/log">Clear</a></div></form></details>
            """
    }

    /// The events over time. Each bar leads to its events.
    private var bars: HTML? {
        guard let most = histogram.buckets.map(\.events).max(), let from = histogram.from, let to = histogram.to else {
            return nil
        }
        let total = histogram.buckets.reduce(0) { $0 + $1.events }
        return """
            <figure class="bars"><svg viewBox="0 0 \(histogram.count) 40" preserveAspectRatio="none" role="group" aria-label="\(Words.count(Int64(total), "event")) over time">\
            \(each: histogram.buckets, { bar($0, most: most) })</svg><figcaption class="small soft"><span>\(Words.second(from))</span>\
            <span>\(Words.count(Int64(total), "event"))</span><span>\(Words.second(to))</span></figcaption></figure>
            """
    }

    private func bar(_ bucket: LogHistogramAnswer.Bucket, most: Int) -> HTML {
        var choice = choice
        (choice.from, choice.to) = ("\(bucket.first)", "\(bucket.last + 1)")
        let height = max(1, 38 * bucket.events / max(most, 1))
        let kinds = bucket.kinds.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(4)
            .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        return """
            <a href="\(choice.link)" tabindex="-1"><title>\(Words.count(Int64(bucket.events), "event")): \(kinds)</title>\
            <rect x="\(bucket.number)" y="\(40 - height)" width="1" height="\(height)"/></a>
            """
    }
}

/// One event, with all that the log says about it.
package struct EventPage {
    private let entry: LoggedEntry
    private let position: UInt64
    private let effects: EffectsAnswer

    package init(_ entry: LoggedEntry, of position: UInt64, _ effects: EffectsAnswer) {
        (self.entry, self.position, self.effects) = (entry, position, effects)
    }

    package var page: Page {
        let (before, next) = (entry.position - 1, entry.position + 1)
        let older = before > 0 ? Link.event(before) : nil
        let newer = next <= position ? Link.event(next) : nil
        let ways: HTML = """
            \(older.map { "<a class=\"btn\" rel=\"prev\" href=\"\($0)\">\(Icon.left)\(before)</a>" as HTML })\
            \(newer.map { "<a class=\"btn\" rel=\"next\" href=\"\($0)\">\(next)\(Icon.right)</a>" as HTML })
            """
        let data = entry.document["data"]
        let content: HTML =
            if let data {
                "<h2>Data</h2><div class=\"tree\">\(JSONTree(data).html)</div>"
            } else if entry.document["erased"] == .flag(true) {
                "<p class=\"note\">\(Icon.lock)<span>Its content was erased with the account that it belongs to. Its hash is still in the log.</span></p>"
            } else { "<p class=\"soft\">It has no data.</p>" }
        let facts = Facts([
            ("what", "<code>\(entry.kind)</code>"), ("by", entry.by), ("about", entry.about),
            (
                "because of",
                entry.document["cause"]?.text.map { "<a href=\"\(Link("/").part($0.filter(\.isNumber)))\">\($0)</a>" }
            ),
            ("happened", "\(Words.second(entry.time)) UTC"),
            ("recorded", "\(Words.second(entry.recorded)) UTC"),
            ("origin", entry.document["source"]?.text.map { "\($0) \(entry.document["id"]?.text ?? "")" }),
        ])
        let around = [
            entry.subject.map { ("All about \($0)", Link("/console/log").query("thing", $0)) },
            entry.subject.flatMap { subject in
                Link.restoring(after: entry.kind, of: subject).map { ("Restore \(subject)", $0) }
            },
            entry.actor.map { ("All by \($0)", Link("/console/log").query("actor", $0)) },
            ("All of this kind", Link("/console/log").query("kind", entry.kind)),
        ].compactMap(\.self)
        var page = Page(
            console: "Event \(entry.position)", in: .log, command: "log show \(entry.position)",
            """
            <div class="head"><h1>Event \(Int64(entry.position))</h1><p class="buttons">\(ways)</p></div>\(facts.html)\
            <p class="chips">\(each: around, { "<a class=\"chip\" href=\"\($0.1)\">\($0.0)</a>" })</p>\(content)\(changed)\
            <details><summary>As CloudEvent</summary><pre class="scroll" tabindex="0">\(String(decoding: entry.document.document, as: UTF8.self))</pre></details>
            """)
        (page.newer, page.older) = (newer, older)
        page.modules = [.log]
        page.isKept = false
        return page
    }

    /// The rows that it changed, before and after.
    private var changed: HTML {
        guard !effects.rows.isEmpty else {
            return "<h2>Rows changed</h2><p class=\"soft\">It changed no row of the views.</p>"
        }
        let more: HTML? =
            effects.count > effects.rows.count
            ? "<p class=\"soft\">The first \(effects.rows.count) of \(Words.grouped(Int64(effects.count))) rows.</p>"
            : nil
        return """
            <h2>Rows changed</h2>\(ScrolledTable(
                "Rows changed", ["View", "Table", "Key", "Before", "After"],
                effects.rows.map { row in
                    [
                        "\(row.view)", "\(row.table)", "<code>\(row.key)</code>", Self.row(row.before), Self.row(row.after),
                    ]
                }).html)\(more)
            """
    }

    private static func row(_ fields: [String: String]?) -> HTML {
        guard let fields else { return "<span class=\"soft\">no row</span>" }
        return """
            <span class="wrap">\(each: fields.sorted { $0.key < $1.key }, { "<span class=\"line fold\">\($0.key) <code>\($0.value)</code></span>" })</span>
            """
    }
}

/// A JSON value as nested lists.
struct JSONTree {
    private let value: JSON

    init(_ value: JSON) { self.value = value }

    var html: HTML {
        switch value {
        case .null: "<code>null</code>"
        case .flag(let flag): "<code>\(flag ? "true" : "false")</code>"
        case .whole(let number): "<code>\(number)</code>"
        case .number(let number): "<code>\("\(number)")</code>"
        case .text(let text): "<span class=\"say\">\(text)</span>"
        case .list(let list) where list.isEmpty: "<span class=\"soft\">none</span>"
        case .list(let list): "<ol>\(each: list, { "<li>\(JSONTree($0).html)</li>" })</ol>"
        case .object(let fields):
            """
            <dl>\(each: fields.sorted { $0.key < $1.key }, { "<dt>\($0.key)</dt><dd>\(JSONTree($0.value).html)</dd>" })</dl>
            """
        }
    }
}

/// An id or a name, with a way to its page where there is one.
enum Name {
    static func html(_ text: String) -> HTML {
        guard text.first.map("@rcpbf".contains) == true else { return "\(text)" }
        return "<a href=\"\(Link.id(text))\">\(text)</a>"
    }
}

extension Link {
    /// The page of an event.
    static func event(_ position: UInt64) -> Link { .id("\(position)") }
}

extension Words {
    /// The day and the second, in UTC: `12 March 2026, 14:02:07`.
    static func second(_ time: String) -> String { "\(day(time)), \(time.dropFirst(11).prefix(8))" }
}
