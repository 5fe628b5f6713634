import Accounts
import Answers
import Community
import EventLog
import Events
import HTTPTypes
import Hummingbird
import LarderAPI
import Layout
import Markup
import NIOCore
import Operations
import Pages
import Views

/// A page of the web app, or the end of one of its forms. Pages are no operations of the API: they are not in the contract.
struct PageRoute: Sendable {
    typealias Handler = @Sendable (WebRequest) async throws -> Reply

    /// The label in metrics and in the service's log.
    let name: String
    let method: LarderAPI.Method
    let path: PathTemplate
    /// The limit that a request draws on; `nil`: none.
    let rate: RateKind?
    let bodyBytesMax: Int
    private let handler: Handler

    static let all: [PageRoute] = [
        Feeds.routes, Recipes.routes, SmallForms.routes, Editor.routes, Importing.routes, Cooking.routes,
        RecipeLists.routes, Joining.routes, Files.routes, Machines.routes, Docs.routes, People.routes, Boards.routes,
        Discovery.routes, Classics.routes, Kitchen.routes, Desk.routes, ConsolePages.routes, Settings.routes,
        Ids.routes,
    ].flatMap(\.self)

    // MARK: Declaring

    /// A page from one state of the views. `body` gets the request, and asks operations.
    static func page(
        _ name: String, _ path: PathTemplate, load: OperationTraits.Load = .light,
        _ body: @escaping @Sendable (WebRequest, PageQueries) throws -> Pages.Page
    ) -> PageRoute {
        PageRoute(name: "page.\(name)", method: .get, path: path, rate: .questions, bodyBytesMax: 0) { request in
            try await request.answer(load, body)
        }
    }

    /// What a page does without the views: a redirect, a file.
    static func direct(
        _ name: String, _ path: PathTemplate, rate: RateKind? = .questions, _ body: @escaping Handler
    ) -> PageRoute {
        PageRoute(name: "page.\(name)", method: .get, path: path, rate: rate, bodyBytesMax: 0, handler: body)
    }

    /// A form of a page. It answers with a redirect, with a part of the page, or with the page again and what was refused.
    /// A guest who sends a form of members signs in first, before the fields are read.
    static func form(
        _ name: String, _ path: PathTemplate, rate: RateClass = .actions, bodyBytesMax: Int = 1 << 20,
        forGuests: Bool = false,
        _ body: @escaping @Sendable (WebRequest, FormBody) async throws -> Reply
    ) -> PageRoute {
        PageRoute(
            name: "form.\(name)", method: .post, path: path, rate: RateKind(rate), bodyBytesMax: bodyBytesMax
        ) { request in
            if !forGuests { _ = try request.requiredPrincipal }
            var reply = try await body(request, try FormBody(request))
            if reply.headers[.cacheControl] == nil { reply.headers[.cacheControl] = "no-store" }
            return reply
        }
    }

    // MARK: From a request to its answer

    /// Whether a path is of this route. Ids count by their shape: `/r12` and `/@ada`, not `/soup`.
    func fits(_ path: String) -> Bool {
        guard let values = self.path.values(in: path) else { return false }
        return values["id"].map(Ids.hasShape) ?? true
    }

    /// Whether the operation has the same method and path.
    func hasPath(of operation: any AnyOperation) -> Bool {
        (operation.method == .get) == (method == .get) && operation.path.text == path.text
    }

    func respond(
        to request: Request, _ connection: ConnectionContext, _ context: RequestContext
    ) async throws -> Response {
        connection.record.operation = name
        var page = WebRequest(context, to: request, connection)
        var reply: Reply
        do {
            // A form from elsewhere is refused before anything is looked up with its cookies.
            if method == .post { try page.checkOrigin(of: request) }
            try page.identify(request, connection, rate)
            page.path = try PathValues.decoded(path.names) { connection.parameters.get($0) }
            page.query = try FormBody.values(request.uri.query ?? "")
            // The forms of guests are short: reading a long one costs memory and time before anybody is asked who it is.
            let bytesMax = page.principal == nil ? min(bodyBytesMax, FormBody.bytesMaxOfGuest) : bodyBytesMax
            page.body = try await BodyReader(bytesMax: bytesMax, seconds: context.settings.bodySeconds)
                .body(of: request, connection)
            reply = try await handler(page)
        } catch let refusal as Refusal where refusal.code == .unauthenticated && page.principal == nil {
            // What needs a member leads to signing in, and from there to the page that the reader was on.
            let then = method == .get ? page.target : (page.origin ?? Link("/")).text
            reply = page.signIn(then: then)
        } catch let refusal as Refusal where method == .get && refusal.field == "after" && page["after"] != nil {
            // A cursor of another reader, or of a list with another order: the list begins again.
            reply = .seeNow(page.address(without: ["after"]))
        } catch is UnknownPath {
            connection.record.operation = nil
            guard request.headers.wantHTML else { throw RequestPipeline.nothing(at: request) }
            reply = page.errorPage(Refusal.noPage)
        } catch {
            reply = page.errorPage(error)
        }
        page.addHeaders(to: &reply)
        Compression.pack(&reply, for: request.headers)
        return Response(reply)
    }
}

/// A request for a page: its reader, and the texts that it carries.
struct WebRequest: Sendable {
    let context: RequestContext
    /// Path and query as they were sent.
    let target: String
    let headers: HTTPFields
    /// The host and port that the client asked for.
    let authority: String?
    let channel: any Channel
    let record: RequestRecord
    private(set) var look: Look
    /// The message of the form before.
    private(set) var said: Said?
    var path: [String: String] = [:]
    var query: [String: [String]] = [:]
    var body: [UInt8] = []
    /// `nil`: a guest.
    private(set) var principal: Principal?
    private(set) var payer: RatePayer?

    init(_ context: RequestContext, to request: Request, _ connection: ConnectionContext) {
        (self.context, target, headers) = (context, request.uri.string, request.headers)
        authority = request.head.authority
        (channel, record) = (connection.channel, connection.record)
        let cookies = Cookies(request.headers)
        look = cookies[PageCookie.look].map { Look(cookie: $0) } ?? Look()
        said = cookies[PageCookie.said].flatMap(Said.init)
    }

    var viewer: MemberID? { principal?.member }
    /// The one value of a parameter of the query.
    subscript(_ name: String) -> String? { query[name]?.first.flatMap { $0.isEmpty ? nil : $0 } }

    /// The reader must be a member.
    var requiredPrincipal: Principal {
        get throws(Refusal) {
            guard let principal else { throw .logInFirst }
            return principal
        }
    }

    /// Refuses a reader who has reached a limit. An ended session reads as a guest.
    fileprivate mutating func identify(
        _ request: Request, _ connection: ConnectionContext, _ rate: RateKind?
    ) throws {
        if let secret = SessionCookie.secret(in: request.headers, context.settings) {
            principal = try context.accounts.principal(secret)
        }
        connection.record.member = principal?.member
        payer = try context.payer(of: principal, rate, request, connection)
        if let payer, let rate { try context.charge(payer, rate, connection.record) }
    }

    /// Finds out who reads an error page, where that is possible. It is charged elsewhere.
    mutating func recognizeReader() {
        guard let secret = SessionCookie.secret(in: headers, context.settings) else { return }
        // Accounts that cannot be read are no reason to show no error: the reader sees it as a guest.
        principal = try? context.accounts.principal(secret)
    }

    /// Refuses a banned reader.
    fileprivate func checkReader(_ queries: Queries) throws {
        if let principal { try RequestContext.check(principal, for: .reading, queries) }
    }

    // MARK: Answering with a page

    func answer(
        _ load: OperationTraits.Load, _ body: @escaping @Sendable (WebRequest, PageQueries) throws -> Pages.Page
    ) async throws -> Reply {
        if let moment = self["asOf"] { return try await answer(asOf: moment, body) }
        return try await answer(load) { queries in
            let page = try body(self, queries)
            if let link = page.leadsTo { return .seeNow(link, HTTPResponse.Status(code: page.status)) }
            let part = self["part"].flatMap(page.part)
            return Reply.page(page, try part ?? queries.frame(page, in: timeBar(of: page, queries)).document(page))
        }
    }

    // MARK: Earlier moments

    /// The page as it stood at an earlier moment, for admins: with the views of then and the frame of now. While they are folded, the page
    /// says how far that is.
    private func answer(
        asOf text: String, _ body: @escaping @Sendable (WebRequest, PageQueries) throws -> Pages.Page
    ) async throws -> Reply {
        try ask { queries in try ConsolePages.requireAdmin(queries) }
        let moment = try Times.moment(text, field: "asOf")
        let progress = try await context.pastMoments.prepare { [context] note in
            try await context.apart { try context.community.query(asOf: moment, progress: note) { _ in } }
        }
        if let progress {
            return try reply { _ in FoldingPage(asOf: text, folded: progress.folded, of: progress.total).page }
        }
        // The frame shows who reads now: at that moment the reader may not have been a member.
        let (plain, head) = try ask { queries in (try queries.frame(hasSide: false), queries.queries.logPosition) }
        var reply = try await context.apart { [context] in
            try context.community.query(asOf: moment) { past in
                let queries = PageQueries(self, asOf: past, for: plain.reader)
                var page = try body(self, queries)
                if let link = page.leadsTo { return Reply.see(link.query("asOf", text)) }
                // What happens now is no news of the past.
                page.topics = []
                var frame = plain
                frame.time = TimeBar(
                    present: present, query: plainQuery, head: head.value,
                    past: (past.logPosition.value, past.now.rfc3339))
                return Reply.page(page, frame.document(page))
            }
        }
        reply.headers[.cacheControl] = "no-store"
        return reply
    }

    /// What moves the page through time, for admins, if it shows views: a page that may not be kept holds a secret or what was typed.
    private func timeBar(of page: Pages.Page, _ queries: PageQueries) -> TimeBar? {
        guard queries.reader?.role == .admin, page.isKept, page.status == 200, !page.isConsole else { return nil }
        return TimeBar(present: present, query: plainQuery, head: queries.queries.logPosition.value)
    }

    /// The moment and the part of a page, which its plain address does not name.
    private static let momentary: Set = ["asOf", "part"]

    private var plainQuery: [(name: String, value: String)] { query(without: Self.momentary) }
    private var present: Link { address(without: Self.momentary) }

    private func query(without names: Set<String>) -> [(name: String, value: String)] {
        query.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }.flatMap { name, values in
            values.map { (name, $0) }
        }
    }

    /// The address of the request without those parameters.
    fileprivate func address(without names: Set<String>) -> Link {
        let path = Link(own: String(target.prefix { $0 != "?" })) ?? Link("/")
        return query(without: names).reduce(path) { $0.query(named: $1.name, $1.value) }
    }

    // MARK: Answers that are kept

    /// Answers from one state of the views, or from an answer that was kept. A reply that is `no-store` is not kept.
    func answer(
        _ load: OperationTraits.Load, with body: @escaping @Sendable (PageQueries) throws -> Reply
    ) async throws -> Reply {
        // What is kept names whole addresses: the client of another host must not get them.
        let question = ShelvedQuestion(target: "\(look.cookie) \(address) \(target)", viewer: viewer)
        let isPlain = said == nil
        if isPlain, let known = context.shelf.answer(to: question, at: try context.community.log.head()) {
            if let principal { try context.check(principal, for: .reading) }
            return known.reply.unless(known.tag, isKnownBy: headers)
        }
        let answer: @Sendable (Queries) throws -> Reply = { queries in
            let queries = try PageQueries(self, queries)
            var reply = try body(queries)
            guard isPlain, reply.status == .ok, reply.headers[.cacheControl] == nil else {
                reply.headers[.cacheControl] = "no-store"
                return reply
            }
            let tag = EntityTag(queries.queries.logPosition, viewer: viewer, timely: reply.body)
            reply.mark(tag, isForMember: viewer != nil)
            reply.headers[.vary] = "Cookie"
            if !queries.queries.isTimely {
                context.shelf.keep(
                    .init(tag: tag, reply: reply), to: question, at: queries.queries.logPosition,
                    bytes: reply.body.count + target.utf8.count + 1_024)
            }
            return reply.unless(tag, isKnownBy: headers)
        }
        guard load == .heavy else { return try context.community.query(answer) }
        return try await context.apart { [context] in try context.community.query(answer) }
    }

    /// The request as a guest without cookies makes it, for what programs read: it never holds what one member alone may see.
    var asGuest: WebRequest {
        var guest = self
        (guest.principal, guest.look, guest.said) = (nil, Look(), nil)
        return guest
    }

    /// A page for a form that was refused, or that a form answers instead of a redirect.
    func reply(_ page: @escaping @Sendable (PageQueries) throws -> Pages.Page) throws -> Reply {
        try context.community.query { queries in
            let queries = try PageQueries(self, queries)
            let page = try page(queries)
            return Reply.page(page, try queries.frame(page).document(page))
        }
    }

    /// Asks operations for a form, as the reader.
    func ask<Answer>(_ question: (PageQueries) throws -> Answer) throws -> Answer {
        try context.community.query { queries in try question(try PageQueries(self, queries)) }
    }

    /// A part of a page.
    func part(_ part: @escaping @Sendable (PageQueries) throws -> HTML) throws -> Reply {
        try context.community.query { queries in Reply.html(try part(try PageQueries(self, queries))) }
    }

    /// The path of the page that a form was on, if it is of this service.
    var origin: Link? {
        guard let referer = headers[.referer], let scheme = referer.firstRange(of: "://") else { return nil }
        let rest = referer[scheme.upperBound...]
        return Link(own: String(rest[(rest.firstIndex(of: "/") ?? rest.endIndex)...]))
    }

    func errorPage(_ error: any Error) -> Reply {
        let (refusal, seconds) = RequestPipeline.refusal(of: error, record)
        let status = refusal.code.status
        let sentence = status.kind == .serverError ? context.withoutPaths(refusal.message) : refusal.message
        let page = ErrorPage(
            status: status.code, code: refusal.code.rawValue, sentence: sentence + (refusal.remedy?.ending ?? ""),
            requestID: record.id, retryAfter: seconds ?? refusal.code.retryAfter, deletedAt: refusal.at?.rfc3339,
            kept: keptTexts, restorable: restorable
        ).page
        var reply = alone(page, status: status)
        if let seconds = seconds ?? refusal.code.retryAfter { reply.headers[.retryAfter] = "\(seconds)" }
        // A reader who may not read any longer keeps no copies. What they wrote and did not send stays in the browser.
        if refusal.code == .banned || refusal.code == .unauthenticated { reply.headers[.clearSiteData] = "\"cache\"" }
        return reply
    }

    /// What the path names, if its reader is a moderator, who may restore it.
    private var restorable: String? {
        guard let id = path["id"], Ids.hasShape(id), id.first == "r" || id.first == "c", let viewer else { return nil }
        // Where the views cannot be read, the page says less.
        let role = try? context.community.query { queries in queries.role(viewer) }
        return role.map { $0 > .member } ?? false ? id : nil
    }

    /// What the reader wrote into the form; `nil`: nothing.
    private var keptTexts: KeptTexts? {
        // A form that cannot be read has no texts.
        body.isEmpty ? nil : (try? FormBody(self)).flatMap { KeptTexts($0.values) }
    }

    /// What needs a member leads to signing in. What was written is shown there, to be sent again.
    fileprivate func signIn(then: String) -> Reply {
        guard let kept = keptTexts else { return .see(Link("/sign-in").query("then", then)) }
        return alone(SignInPage(then: Link(own: then), kept: kept).page, status: .unauthorized)
    }

    /// A page that asks no question of the community, in the frame of its reader.
    private func alone(_ page: Pages.Page, status: HTTPResponse.Status) -> Reply {
        var frame = Frame(at: Link(own: target) ?? Link("/"), of: site)
        frame.look = look
        // What the log cannot tell just now the stream of the page tells.
        frame.position = (try? context.community.log.head().value) ?? 0
        // The frame says who reads if that can be found out, and is a guest's otherwise.
        frame.reader = viewer.flatMap { viewer in
            do { return try context.community.query { try $0.reader(viewer) } } catch { return nil }
        }
        var reply = Reply.html(frame.document(page), status: status)
        reply.headers[.cacheControl] = "no-store"
        return reply
    }

    /// The headers that every page has. See `docs/decisions/web.md`.
    func addHeaders(to reply: inout Reply) {
        reply.headers[.contentSecurityPolicy] = reply.headers[.contentSecurityPolicy] ?? Self.policy
        reply.headers[HTTPField.Name("Cross-Origin-Opener-Policy")!] = "same-origin"
        reply.headers[HTTPField.Name("Permissions-Policy")!] =
            "camera=(), microphone=(), geolocation=(), screen-wake-lock=(self)"
        // The message is shown once.
        if said != nil, reply.status != .notModified, reply.status.kind != .redirection {
            reply.headers[values: .setCookie].append(PageCookie.cleared(PageCookie.said, context.settings))
        }
    }

    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; \
        worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
        trusted-types larder
        """
}

extension HTTPField.Name {
    /// What a browser is to forget of this service. See https://www.w3.org/TR/clear-site-data.
    static let clearSiteData = HTTPField.Name("Clear-Site-Data")!
}

extension HTTPFields {
    /// Whether a browser asks: programs that take anything get the errors of the API.
    var wantHTML: Bool { self[.accept]?.contains("text/html") ?? false }
}

extension Admission {
    /// What reading a page asks of a member: not to be banned.
    static let reading = Admission(API.feed)
}

/// One state of the views, asked as the reader of a page.
struct PageQueries {
    let queries: Queries
    let viewer: Viewer
    let reader: Reader?
    private let request: WebRequest

    fileprivate init(_ request: WebRequest, _ queries: Queries) throws {
        let member = request.viewer
        try request.checkReader(queries)
        viewer = Viewer(member: member)
        reader = if let member { try queries.reader(member) } else { nil }
        self.request = request
        self.queries = queries
    }

    /// The views of an earlier moment, for an admin of now. One who was no member then sees what a guest saw.
    fileprivate init(_ request: WebRequest, asOf queries: Queries, for reader: Reader?) {
        // In steps: Swift 6.3.1 cannot optimize a closure over the request's viewer here.
        let asking = request.viewer
        var member: MemberID?
        if let asking, queries.named(asking) != nil { member = asking }
        viewer = Viewer(member: member)
        self.reader = member == nil ? nil : reader
        self.request = request
        self.queries = queries
    }

    func ask<Input, Answer>(_ operation: LarderAPI.Operation<Input, Answer>, _ input: Input) throws -> Answer {
        if let binding = DocumentQuestions.binding(of: operation) as? Binding<Input, Answer> {
            return try binding.answer(input, viewer, queries)
        }
        return try Questions.ask(operation, input, as: viewer, queries)
    }

    /// The present username of the member who had that name, `@old`, before; `nil`: no member had it, or one has it now.
    func member(formerly name: String) -> String? {
        queries.member(formerlyCalled: String(name.dropFirst()), for: viewer.member).flatMap(queries.named)?.username
    }

    func profile(_ id: String) throws(Refusal) -> ProfileAnswer {
        try queries.profile(try viewer.reference(id), viewer: viewer.member)
    }

    /// What stands around a page.
    func frame(_ page: Pages.Page, in time: TimeBar? = nil) throws -> Frame {
        var frame = try frame(hasSide: page.hasSide)
        frame.time = time
        return frame
    }

    fileprivate func frame(hasSide: Bool) throws -> Frame {
        var frame = Frame(at: Link(own: request.target) ?? Link("/"), of: request.site)
        (frame.reader, frame.look, frame.said) = (reader, request.look, request.said)
        frame.position = queries.logPosition.value
        frame.community = request.context.settings.name
        if reader != nil {
            frame.unread = try ask(API.notifications, NotificationsInput(page: PageRequest(limit: 1))).unread
        }
        if reader.map({ $0.role > .member }) ?? false { frame.pendingReports = queries.pendingReports }
        if hasSide {
            frame.side = Frame.Side(
                week: try ask(API.leaderboard, LeaderboardInput(page: PageRequest(limit: 4))),
                rising: try ask(API.trending, ListInput(page: PageRequest(limit: 3))).items.map(\.recipe),
                collections: queries.rules.collections.map(\.name))
        }
        return frame
    }
}

extension Queries {
    fileprivate func reader(_ member: MemberID) throws -> Reader? {
        guard let card = named(member) else { return nil }
        return Reader(
            id: "\(member)", username: card.username, name: card.name, avatar: card.avatar,
            role: role(member) == .admin ? .admin : role(member) == .moderator ? .moderator : .member)
    }
}
