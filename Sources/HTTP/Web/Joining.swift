import Accounts
import Answers
import Events
import HTTPTypes
import LarderAPI
import Markup
import Operations
import Pages

/// Signing up, in and out.
enum Joining {
    static let routes: [PageRoute] = [
        .page("signIn", "/sign-in") { request, queries in
            SignInPage(then: request["then"].flatMap(Link.init(own:))).page
        },
        .form("signIn", "/sign-in", rate: .logIns, forGuests: true) { request, form in
            let then = form["then"].flatMap(Link.init(own:))
            do {
                let body: JSON = .object([
                    "username": .text(form["username"] ?? ""), "password": .text(form.all("password").first ?? ""),
                    "cookie": .flag(true), "label": .text("Web app"),
                ])
                let answer = try await request.perform(API.logIn, [:], body, form: form)
                return .see(then ?? Link("/"), saying: .signedIn, request, withCookiesOf: answer)
            } catch let refusal as Refusal where refusal.isShownInForm {
                return try request.reply { _ in SignInPage(form.state(refusal), then: then).page }
            }
        },
        .page("signUp", "/sign-up") { request, queries in
            SignUpPage(then: request["then"].flatMap(Link.init(own:)), link: request["link"]).page
        },
        .form("signUp", "/sign-up", rate: .registrations, forGuests: true) { request, form in
            let then = form["then"].flatMap(Link.init(own:))
            var state = form.state()
            state.errors = try mistakes(in: form, request)
            guard state.errors.isEmpty else {
                return try request.reply { [state] _ in SignUpPage(state, then: then, link: form["link"]).page }
            }
            do {
                var profile: [String: JSON] = ["name": .text(form["name"] ?? "")]
                for field in ["username", "email", "phone"] { profile[field] = form[field].map { .text($0) } }
                var body: [String: JSON] = [
                    "profile": .object(profile), "password": .text(form.all("password").first ?? ""),
                    "session": .flag(true), "cookie": .flag(true), "label": .text("Web app"),
                ]
                body["link"] = form["link"].map { .text($0) }
                let answer = try await request.perform(API.register, [:], .object(body), form: form)
                let next = Link("/sign-up/tastes").query("then", then?.text)
                return .see(next, saying: .welcome, request, withCookiesOf: answer)
            } catch let refusal as Refusal where refusal.isShownInForm {
                return try request.reply { _ in
                    SignUpPage(form.state(refusal), then: then, link: form["link"]).page
                }
            }
        },
        .page("tastes", "/sign-up/tastes") { request, queries in
            _ = try request.requiredPrincipal
            let cuisines = try queries.ask(API.cuisines, ListInput(page: PageRequest(limit: 24))).cuisines ?? []
            return TastesPage(cuisines: cuisines.map(\.name), then: request["then"].flatMap(Link.init(own:))).page
        },
        .form("tastes", "/sign-up/tastes") { request, form in
            let texts: (String) -> JSON = { .list(form.all($0).map { .text($0) }) }
            _ = try await request.perform(
                API.editProfile, ["member": "me"],
                .object(["cuisines": texts("cuisines"), "diets": texts("diets")]), form: form)
            return .see(form["then"].flatMap(Link.init(own:)) ?? Link("/"), saying: .profileChanged, request)
        },
        .form("signOut", "/sign-out", forGuests: true) { request, form in
            if request.principal != nil {
                let answer = try await request.perform(API.logOut, [:], nil, form: form)
                var reply = Reply.see(Link("/"), saying: .signedOut, request, withCookiesOf: answer)
                reply.headers[.clearSiteData] = "\"cache\", \"storage\""
                return reply
            }
            return .see(Link("/"), saying: .signedOut, request)
        },
    ]
}

extension Joining {
    /// All that is missing or taken, at once. What only the registration finds out it refuses.
    private static func mistakes(
        in form: FormBody, _ request: WebRequest
    ) throws -> [(field: String, message: String)] {
        var found: [(field: String, message: String)] = []
        if form["name"] == nil { found.append(("name", "Write your name.")) }
        if let username = form["username"] {
            let input = UsernameInput(username: MemberName.username(username))
            let answer = try request.ask { try $0.ask(API.usernameAvailability, input) }
            let message: String? =
                switch answer.obstacle {
                case nil: nil
                case .taken?: "A member has this username already."
                case .reserved?: "This username is reserved."
                case .invalid?: "A username has 2 to 30 letters, digits, _ . or -."
                }
            if let message { found.append(("username", message)) }
        }
        if form["password"] == nil { found.append(("password", "Choose a password.")) }
        return found
    }
}

extension Refusal {
    /// Whether the reader can mend it in the form. Other refusals have a page of their own.
    var isShownInForm: Bool {
        switch code {
        case .invalid, .usage, .conflict, .unauthenticated, .locked, .stale, .tooLarge, .banned, .forbidden, .gone,
            .notFound:
            true
        default: false
        }
    }
}

extension Reply {
    /// Leads on, with the cookies of an operation's answer.
    fileprivate static func see(
        _ link: Link, saying said: Said, _ request: WebRequest, withCookiesOf answer: Reply
    ) -> Reply {
        var reply = see(link, saying: said, request)
        reply.headers[values: .setCookie] += answer.headers[values: .setCookie]
        return reply
    }
}
