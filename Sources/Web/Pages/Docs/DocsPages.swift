import LarderAPI
package import Markup

extension Link {
    /// The page of an operation.
    package static func docs(_ operation: String) -> Link { Link("/docs").part(operation) }
}

/// The index of the API: every operation, by area.
package struct DocsPage {
    private let guides: [OperationGuide]
    private let community: String

    package init(_ guides: [OperationGuide], of community: String) {
        (self.guides, self.community) = (guides, community)
    }

    private static let last = "More"

    /// Areas in the order in which the page shows them, each with the first parts of its paths.
    private static let areas: [(title: String, paths: Set<String>)] = [
        ("Recipes", ["recipes", "entities", "external", "images", "imports"]),
        ("Find and discover", ["feed", "search", "tags", "cuisines", "collections", "trending", "cooked"]),
        ("Comments and reposts", ["comments", "reposts"]), ("Members", ["members", "usernames", "blocks"]),
        ("Points and boards", ["leaderboard", "rules"]),
        ("Notifications and live events", ["notifications", "stream"]),
        ("Saved and rated", ["bookmarks", "ratings"]),
        ("Plan, shopping, cookbooks", ["plan", "shopping", "cookbooks"]),
        ("Moderation", ["reports", "moderation", "dashboard"]),
        ("Accounts", ["accounts", "log-in", "log-out", "sessions", "keys", "account"]),
        ("Log and proofs", ["events", "log", "audit", "why"]),
        ("For operators", ["views", "doctor", "backups", "whatif", "jobs", "configuration"]),
        ("The service", ["about", "healthz", "readyz", "metrics", "openapi.yaml"]),
    ]

    private static func area(of operation: any AnyOperation) -> String {
        let first = String(operation.path.text.split(separator: "/").first ?? "")
        return areas.first { $0.paths.contains(first) }?.title ?? last
    }

    package var page: Page {
        let all = Dictionary(grouping: guides) { Self.area(of: $0.operation) }
        let titles = (Self.areas.map(\.title) + [Self.last]).filter { all[$0] != nil }
        var page = Page(
            "The API",
            """
            <h1>The API of \(community)</h1><p class="lead">Everything that these pages do, programs can do as well: \(guides.count) \
            operations over HTTP.</p><p><a href="/openapi.yaml">The contract as OpenAPI 3.1</a></p>\
            <p>A question is a GET, and its answer is JSON. An action is a POST, and its answer says where its event is in the log.</p>\
            <p>A session's token, or a key, goes into <code>Authorization: Bearer …</code>: see \
            <a href="\(Link.docs(API.logIn.name))">\(API.logIn.name)</a> and <a href="\(Link.docs(API.makeKey.name))">\(API.makeKey.name)</a>.</p>\
            <p>A list answers page by page: <code>next</code> of an answer is <code>after</code> of the next request.</p>\
            <p>A refusal is a problem (RFC 9457) with a code that programs can rely on.</p>\
            \(each: titles, { Self.section($0, all[$0] ?? []) })
            """)
        page.hasSide = false
        page.preview = Preview(.website, at: Link("/docs"), page.title, text: "The API of \(community), with examples")
        return page
    }

    private static func section(_ title: String, _ guides: [OperationGuide]) -> HTML {
        """
        <section><h2>\(title)</h2><ul class="rows">\(each: guides, row)</ul></section>
        """
    }

    private static func row(_ guide: OperationGuide) -> HTML {
        let operation = guide.operation
        return """
            <li><div><a href="\(Link.docs(operation.name))">\(operation.name)</a> <code>\(operation.method.rawValue) \(operation.path.text)</code>\
            <br><span class="soft">\(operation.summary)</span></div></li>
            """
    }
}

/// One operation: what it does, who may ask, values, an example in four ways, refusals.
package struct OperationPage {
    private let guide: OperationGuide
    private let site: Site

    package init(_ guide: OperationGuide, at site: Site) { (self.guide, self.site) = (guide, site) }

    private var operation: any AnyOperation { guide.operation }
    private var link: Link { .docs(operation.name) }

    package var page: Page {
        var page = Page(
            "\(operation.name) · API",
            """
            <p><a href="/docs">The API</a></p><h1>\(operation.name)</h1><p class="lead">\(Prose.line(operation.summary))</p>\
            <p><code>\(operation.method.rawValue) \(operation.path.text)</code></p>\(Prose.html(guide.about))\
            <h2 id="who">Who may ask</h2>\(Prose.html(guide.whoMayAsk))\(values)<h2 id="example">Example</h2>\
            \(request)\(answer)\(calls)\(refusals)
            """)
        page.hasSide = false
        page.preview = Preview(.website, at: link, page.title, text: operation.summary)
        return page
    }

    // MARK: Values

    private var values: HTML {
        guard !guide.values.isEmpty else { return .empty }
        return """
            <h2 id="values">Values</h2><div class="scroll" tabindex="0" role="region" aria-labelledby="values"><table><thead><tr>\
            <th scope="col">name</th><th scope="col">type</th><th scope="col">what it says</th></tr></thead>\
            <tbody>\(each: guide.values, Self.row)</tbody></table></div>
            """
    }

    private static func row(_ value: OperationGuide.Value) -> HTML {
        """
        <tr><th scope="row"><code>\(value.name)</code></th><td>\(value.type) <span class="soft">in \(value.place)</span>\
        \("<br><span class=\"pill\">required</span>", if: value.isRequired)</td><td>\(Prose.line(value.about))</td></tr>
        """
    }

    // MARK: The example

    private var request: HTML {
        let line = "\(operation.method.rawValue) \(guide.target)"
        guard let request = guide.request else { return Self.code("Request", line) }
        let body = request.line == nil ? "(the bytes of \(request.text))" : request.text
        return Self.code("Request", "\(line)\nContent-Type: \(request.mediaType)\n\n\(body)")
    }

    private var answer: HTML {
        guard let answer = guide.answer else { return Self.code("Answer", "\(guide.status), without a body") }
        return Self.code("Answer", "\(guide.status)\nContent-Type: \(answer.mediaType)\n\n\(answer.text)")
    }

    private var calls: HTML {
        let command: HTML? = CommandExamples.byOperation[operation.name].map {
            Self.code("With the command line", "larder \($0)")
        }
        return """
            \(Self.code("With curl", guide.curl(at: site.address)))\(command)\(Self.code("With the Swift client", guide.swift))
            """
    }

    private static func code(_ title: String, _ text: String) -> HTML {
        """
        <h3>\(title)</h3><div class="scroll" tabindex="0" role="region" aria-label="\(title)"><pre><code>\(text)</code></pre></div>
        """
    }

    // MARK: Refusals

    private var refusals: HTML {
        guard !guide.refusals.isEmpty else { return .empty }
        return """
            <h2 id="refusals">Refusals</h2><div class="scroll" tabindex="0" role="region" aria-labelledby="refusals"><table><tbody>\
            \(each: guide.refusals, { "<tr><th scope=\"row\">\($0.status)</th><td>\(Prose.line($0.about))</td></tr>" })</tbody></table></div>
            """
    }
}

/// Texts of the contract, in which backquotes enclose code.
enum Prose {
    static func html(_ text: String) -> HTML {
        let paragraphs = text.split(separator: "\n\n")
        return "\(each: paragraphs, { "<p>\(line(String($0)))</p>" })"
    }

    static func line(_ text: String) -> HTML {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        return "\(each: parts.enumerated(), { part(String($0.element), isCode: $0.offset % 2 == 1) })"
    }

    private static func part(_ text: String, isCode: Bool) -> HTML { isCode ? "<code>\(text)</code>" : "\(text)" }
}
