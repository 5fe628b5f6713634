package import LarderAPI
import Markup

/// Proofs of the log, checked by the reader's own browser. It stands at `/audit/check` for everyone, and in the console.
package struct AuditPage {
    /// What the reader asks to be proved.
    package enum Question: Sendable {
        /// An event, by its number or the id of what it created.
        case event(String)
        /// An event, by its leaf.
        case leaf(String)
        /// That the log only grew since it had so many events.
        case growth(String)

        fileprivate var command: String {
            switch self {
            case .event(let event): "audit prove \(event)"
            case .leaf(let leaf): "audit prove --leaf \(leaf)"
            case .growth(let size): "audit prove --from \(size)"
            }
        }
    }

    private let link: Link
    private let isConsole: Bool
    private let key: String
    private let question: Question?
    private let proof: AuditProofAnswer?
    private let state: FormState

    /// `proof`: what was asked for; `nil`: nothing was asked, or it was refused.
    package init(
        inConsole isConsole: Bool, key: AuditKeyAnswer, _ question: Question?, _ proof: AuditProofAnswer?,
        _ state: FormState = FormState()
    ) {
        link = Link(isConsole ? "/console/audit" : "/audit/check")
        (self.isConsole, self.key, self.question, self.proof, self.state) = (isConsole, key.key, question, proof, state)
    }

    package var page: Page {
        let title = state.title("Check the log")
        let main: HTML = """
            <h1>Check the log</h1><p class="lead">Your browser checks signatures and proofs itself, and keeps the heads that it has seen. \
            It need not trust this service.</p><noscript><p class="note">\(Icon.info)<span>Without scripts a browser computes nothing. Each \
            proof comes with the command that checks it.</span></p></noscript>\(state.summary(fields: ["event", "leaf", "from"]))\
            <section data-audit>\(verdict)<h2>Is this event in the log?</h2>\(eventForm)\(leafForm)<h2>Did the log only grow?</h2>\(growthForm)\
            <div data-kept hidden><p>Heads that your browser keeps:</p><ul class="heads" data-heads></ul></div>\(textForm)\
            <h2>The key of this log</h2><p class="hint">Compare it with the key that you got elsewhere. Who has another key has another log.</p>\
            <pre class="scroll" data-key>\(key)</pre></section>
            """
        var page: Page
        if isConsole {
            page = Page(console: title, in: .more, command: "audit verify --full", main)
        } else {
            page = Page(title, main)
            (page.hasSide, page.isListed) = (false, false)
            page.head = "<link rel=\"stylesheet\" href=\"\(Link.asset("console.css"))\">"
        }
        page.modules = [.audit]
        page.isKept = false
        page.status = state.status
        return page
    }

    private var verdict: HTML {
        let text: HTML? = proof.map { proof in
            let command = question.map { "larder \($0.command) > proof" } ?? ""
            let check = "larder audit verify proof --key '\(key)'"
            return """
                <details><summary>The proof</summary><pre class="scroll" data-proof>\(proof.proof)</pre></details>\
                <p class="soft small">At the terminal: <code>\(command)</code>, and with nothing but the key <code>\(check)</code></p>
                """
        }
        let leaf: HTML? =
            if case .leaf(let leaf)? = question {
                "<p class=\"soft small\">Leaf <code data-leaf>\(leaf)</code></p>"
            } else { nil }
        return """
            <div class="sheet proof"><p role="status" data-verdict>\(proof.map(Self.claim))</p><div class="scroll" data-path></div>\(leaf)\(text)</div>
            """
    }

    private static func claim(_ proof: AuditProofAnswer) -> HTML {
        let size = Words.count(Int64(proof.size), "event")
        if let from = proof.from { return "The growth of the log from \(Words.grouped(Int64(from))) to \(size)." }
        return "Event \(Words.grouped(Int64(proof.position ?? 0))) in the log of \(size)."
    }

    private func form(_ field: Field, _ more: HTML? = nil, button: String) -> HTML {
        """
        <form class="fields compact" action="\(link)">\(field.html(state))\(more)<div class="buttons"><button class="btn">\(button)</button></div></form>
        """
    }

    private var eventForm: HTML {
        return form(
            Field(
                "event", "Event",
                hint: "Its number, or what it created, such as r1024. For your own events, and for admins.",
                lengthMax: 40), button: "Prove it")
    }

    private var leafForm: HTML {
        return form(
            Field(
                "leaf", "Or its leaf",
                hint: "The SHA-256 of a zero byte and the event's bytes, in base64. For everyone.",
                lengthMax: 44),
            "<div class=\"field\" hidden><label for=\"f-bytes\">From a file with the event's bytes</label><input type=\"file\" id=\"f-bytes\" data-bytes></div>",
            button: "Prove it")
    }

    private var growthForm: HTML {
        return form(
            Field(
                "from", "Since it had so many events", hint: "The second line of a head.", lengthMax: 20),
            button: "Prove it")
    }

    private var textForm: HTML {
        """
        <form class="measure" data-text hidden><h2>Check a text</h2>\
        \(Field("text", "A head or a proof", hint: "As larder audit prints it. Nothing is sent: your browser checks it.", rows: 6).html(state))\
        <div class="buttons"><button class="btn">Check it</button></div></form>
        """
    }
}
