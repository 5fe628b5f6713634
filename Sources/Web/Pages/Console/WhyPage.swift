package import LarderAPI
package import Markup

/// Why an answer is what it is: its course, and the events after which it was another.
package struct WhyPage {
    /// What the reader asks.
    package struct Question: Sendable {
        package var question: String?
        package var field: String?
        package var viewer: String?
        package var asOf: String?
        package var isOldestFirst = false

        package init() {}

        /// The command that asks the same.
        var command: String? {
            question.map { question in
                [("", question), (" --field", field), (" --as", viewer), (" --as-of", asOf)].reduce("why") {
                    line, part in
                    line + (part.1.map { "\(part.0) \($0.shellQuoted)" } ?? "")
                }
            }
        }

        package var link: Link {
            Link("/console/why").query("question", question).query("field", field).query("as", viewer)
                .query("asOf", asOf).query("order", isOldestFirst ? "oldest" : nil)
        }
    }

    private let question: Question
    private let answer: JSON?
    private let after: String?
    private let state: FormState

    /// `answer`: of `GET /why`; `nil`: nothing was asked yet.
    package init(_ question: Question, _ answer: JSON?, after: String?, _ state: FormState = FormState()) {
        (self.question, self.answer, self.after, self.state) = (question, answer, after, state)
    }

    package var page: Page {
        let pager = Pager(
            question.link, after: after, next: answer?["next"]?.text, isNewestFirst: !question.isOldestFirst)
        var page = Page(
            console: state.title("Why"), in: .why,
            command: question.command,
            "<h1>Why?</h1>\(form)\(answer.map { found($0) })\(pager.html)")
        (page.newer, page.older) = (pager.newer, pager.older)
        page.isKept = false
        page.status = state.status
        return page
    }

    private var form: HTML {
        """
        \(state.summary(fields: ["question", "field", "as", "asOf"]))<form class="fields compact" action="/console/why">\
        \(Field("question", "Question", hint: "Its path, such as /members/@ada/xp or /leaderboard?week=2026-W10.", value: question.question).html(state))\
        \(Field("field", "Part of the answer", hint: "Such as @ada.engagement, or likes.", value: question.field).html(state))\
        \(Field("as", "As member", value: question.viewer).html(state))\
        \(Field("asOf", "As of", hint: "A position or a time.", value: question.asOf).html(state))\(Choice.order(isOldestFirst: question.isOldestFirst).html(state))\
        <div class="buttons"><button class="btn main">Explain</button></div></form>
        """
    }

    private func found(_ answer: JSON) -> HTML {
        let reasons = answer["reasons"]?.list ?? []
        let value: HTML =
            switch answer["answer"] {
            case nil, .null?: "<span class=\"soft\">nothing</span>"
            case .whole(let number)?: "\(Words.grouped(number))"
            case .number(let number)?: "\("\((number * 1_000).rounded() / 1_000)")"
            case .text(let text)?: "\(text)"
            case .flag(let flag)?: "\(flag ? "yes" : "no")"
            case let other?: "<span class=\"tree\">\(JSONTree(other).html)</span>"
            }
        let count: HTML =
            reasons.isEmpty
            ? "<p>No event has changed it.</p>"
            : ScrolledTable(
                "Events after which it was another", ["#Event", "When", "What", "By", "About", "View", "Change"],
                reasons.map(Self.row)
            ).html
        return """
            <section class="sheet answer" aria-label="The answer"><p class="soft">\(answer["field"]?.text ?? "the whole answer"), \
            <code>\(answer["question"]?.text ?? "")</code>, at position \(Words.grouped(answer["position"]?.whole ?? 0))</p>\
            <p class="figure">\(value)</p>\(StepChart(reasons, isOldestFirst: question.isOldestFirst).html)</section>\
            <h2>Events after which it was another</h2>\(count)
            """
    }

    private static func row(_ reason: JSON) -> [HTML] {
        let event: HTML =
            reason["event"]?.whole.map { "<a href=\"\(Link.event(UInt64(clamping: $0)))\">\($0)</a>" }
            ?? "<span class=\"soft\">–</span>"
        let actor = reason["actor"]
        let by: HTML =
            if let name = actor?["username"]?.text {
                "<a href=\"\(Link.member(name))\">@\(name)</a>"
            } else if let id = actor?["id"]?.text {
                "\(id), erased"
            } else { reason["event"] == nil ? "" : "operator" }
        let views = (reason["views"]?.list ?? []).compactMap { view in
            view["name"]?.text.map { "\($0) \(view["version"]?.whole ?? 0)" }
        }
        let changes = reason["changes"]?.list ?? []
        return [
            event,
            reason["at"]?.text.map { "<span class=\"nowrap\">\(Words.second($0))</span>" } ?? "",
            "<code>\(reason["kind"]?.text ?? "")</code>", by, "\(reason["subject"]?.text ?? "")",
            "<span class=\"nowrap\">\(views.joined(separator: ", "))</span>", "\(each: changes, change)",
        ]
    }

    /// `+10 → 93`, or the words before and after.
    private static func change(_ change: JSON) -> HTML {
        if let before = (change["from"] ?? .whole(0)).whole, let after = change["to"]?.whole {
            let by = after - before
            return """
                <span class="line"><b class="\(by < 0 ? "down" : "up")">\(by < 0 ? "−" : "+")\(Words.grouped(Int64(by.magnitude)))</b> → \(Words.grouped(after))</span>
                """
        }
        return """
            <span class="line">\(change["field"]?.text ?? ""): \(text(change["from"])) → \(text(change["to"]))</span>
            """
    }

    private static func text(_ value: JSON?) -> HTML {
        switch value {
        case nil, .null?: "<span class=\"soft\">nothing</span>"
        case .text(let text)?: "«\(text.prefix(120).description)»"
        case let other?: "<code>\(String(decoding: other.document.prefix(160), as: UTF8.self))</code>"
        }
    }
}

/// The course of a figure, as a chart of steps; empty where the answer is no figure.
struct StepChart {
    private let points: [(time: String, value: Int64)]

    init(_ reasons: [JSON], isOldestFirst: Bool) {
        let points = reasons.compactMap { reason -> (String, Int64)? in
            guard let changes = reason["changes"]?.list, changes.count == 1, let value = changes[0]["to"]?.whole else {
                return nil
            }
            return (reason["at"]?.text ?? "", value)
        }
        self.points = points.count == reasons.count ? (isOldestFirst ? points : points.reversed()) : []
    }

    private static let (width, height) = (1_000, 140)

    var html: HTML? {
        guard points.count > 1, let most = points.map(\.value).max(), let least = points.map(\.value).min() else {
            return nil
        }
        let (low, high) = (min(0, least), max(most, 1))
        func y(_ value: Int64) -> Int {
            Self.height - 10 - Int(Double(value - low) / Double(high - low) * Double(Self.height - 22))
        }
        // Equal steps: what matters is the order of the changes, and times may lie years apart.
        let step = Double(Self.width) / Double(points.count)
        var line = "M0 \(y(points[0].value))"
        for (index, point) in points.enumerated() {
            line +=
                " L\(Int(Double(index) * step)) \(y(point.value)) L\(Int(Double(index + 1) * step)) \(y(point.value))"
        }
        let first = points[0]
        let last = points[points.count - 1]
        return """
            <svg class="plot" viewBox="0 0 \(Self.width) \(Self.height)" preserveAspectRatio="none" role="img" \
            aria-label="From \(Words.grouped(first.value)) to \(Words.grouped(last.value)), at most \(Words.grouped(most))">\
            <path class="ar" d="\(line) L\(Self.width) \(y(low)) L0 \(y(low))Z"/><path class="ln" d="\(line)"/></svg>\
            <p class="axis small soft num"><span>\(Words.day(first.time)): \(Words.grouped(first.value))</span>\
            <span>\(Words.day(last.time)): \(Words.grouped(last.value))</span></p>
            """
    }
}
