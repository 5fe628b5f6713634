import Community
import EventLog
import Events
import Foundation
import LarderAPI
import LarderClient
import Layout
import Operations
import Views

/// One run of a command: what its shared options mean.
struct Invocation {
    private(set) var options: GlobalOptions
    private(set) var output: CommandOutput
    /// The member who acts or looks; `nil`: the operator or a guest.
    private(set) var actor: Reference?
    /// The moment that a question is about; `nil`: the present.
    let moment: Moment?
    /// The place that the command goes to. A command that needs neither directory nor service ignores it.
    let place: Place
    /// The service that it goes to, if it goes to one.
    let service: ServiceBackend?

    /// `reach`: where the command can go. Only a question `mayLookBack`: the present must not be taken for the past. A command
    /// that `acts` through a service may name the member who acts.
    init(
        _ options: GlobalOptions, reach: Reach, mayLookBack: Bool = false, acts: Bool = false
    ) throws(Refusal) {
        self.options = options
        var terminal = Terminal.current(noColor: options.noColor)
        terminal.showsDates = options.absolute
        if options.noPager { terminal.pager = nil }
        terminal.style = try TableStyle(options)
        // A table for programs is the same everywhere.
        if terminal.style != nil { (terminal.isOutputTerminal, terminal.hasColor) = (false, false) }
        moment = try options.asOf.map { text throws(Refusal) in try Times.moment(text, field: "as-of") }
        guard moment == nil || mayLookBack else {
            throw Refusal(
                .usage, "only questions can be asked --as-of an earlier moment: leave it out here", field: "as-of")
        }
        guard moment == nil || options.atLeast == nil else {
            throw Refusal(
                .usage, "--at-least waits for what is to come, --as-of looks back: leave one of them out",
                field: "as-of")
        }
        guard options.data != "" else {
            throw Refusal(.usage, "--data names no directory: leave it out, or name one", field: "data")
        }
        guard options.limit >= 0 else {
            throw Refusal(.usage, "--limit must be 0 (all) or more, not \(options.limit)", field: "limit")
        }
        let name = options.actor ?? Self.environment("LARDER_AS")
        actor = try name.map { text throws(Refusal) in try MemberName.reference(text, field: "as") }
        place = try Self.place(options, reach)
        service = Self.service(place, options, moment)
        if case .anywhere = reach, !acts, service != nil, name != nil {
            let said = options.actor == nil ? "LARDER_AS" : "--as"
            throw Refusal(
                .usage, "the token names the member: leave \(said) out, or log in as another member",
                field: "as")
        }
        // The position of a service's log tells here no instant from which people could count.
        if case .position? = moment, service != nil { terminal.showsDates = true }
        output = CommandOutput(terminal: terminal, isJSON: options.json, isQuiet: options.quiet)
        if options.after != nil { output.page = nil }
    }

    // MARK: Pages

    /// The most pages that `--page` turns over.
    static let pagesMax = 10_000

    /// Refuses options of lists for a command that shows no list. `mayShowAll`: `--limit 0` is what the command does anyway.
    static func checkPages(_ options: GlobalOptions, _ listing: Listing, mayShowAll: Bool) throws(Refusal) {
        if let page = options.page, !(1...pagesMax).contains(page) {
            throw Refusal(.usage, "--page must be 1 to \(pagesMax), not \(page)", field: "page")
        }
        guard options.page == nil || options.after == nil else {
            throw Refusal(.usage, "--page and --after name two pages: leave one of them out", field: "page")
        }
        let isLimited = options.saidLimit.map { $0 != 0 || !mayShowAll } ?? false
        let given: [(name: String, isGiven: Bool, least: Listing)] = [
            ("limit", isLimited, .first), ("after", options.after != nil, .parts),
            ("page", options.page != nil, .pages),
        ]
        for (name, isGiven, least) in given where isGiven && listing.rawValue < least.rawValue {
            throw Refusal(.usage, "--\(name) does nothing here: leave it out", field: name)
        }
    }

    /// This invocation at the page of `options.page`, after `show` was run silently for the pages before it.
    func turned(_ show: (Invocation) throws -> Void) throws -> Invocation {
        var invocation = self
        let page = options.page ?? 1
        for number in 1..<max(page, 1) {
            invocation.output.isMuted = true
            try show(invocation)
            guard let next = invocation.output.cursor.next else {
                throw Refusal(.notFound, "there is no page \(page): the list ends with page \(number)", field: "page")
            }
            invocation.options.after = next
        }
        invocation.output.isMuted = false
        if options.after == nil { invocation.output.page = page }
        return invocation
    }

    /// Refuses a place where the command cannot go.
    private static func place(_ options: GlobalOptions, _ reach: Reach) throws(Refusal) -> Place {
        if case .nowhere = reach {
            guard options.server == nil else {
                throw Refusal(.usage, "this command asks no service: leave out --server", field: "server")
            }
            return .directory(options.data ?? environment("LARDER_DATA") ?? Place.standardDirectory)
        }
        let place = try Place(options)
        switch (place, reach) {
        case (.service(let service), .directory(let why)):
            throw Refusal(
                .usage,
                "no service does this (\(service.said) names \(service.address.text)): \(why); name one with --data",
                field: "server")
        case (.directory, .service):
            throw Refusal(
                .usage, "say which service: --server URL, LARDER_SERVER, or larder context use NAME", field: "server")
        default: return place
        }
    }

    private static func service(_ place: Place, _ options: GlobalOptions, _ moment: Moment?) -> ServiceBackend? {
        guard case .service(let service) = place else { return nil }
        if service.token != nil, !service.address.isConfidential, !options.quiet {
            StandardStream.writeError(
                "larder: warning: \(service.address.text) is asked without TLS: the networks between can read the token\n"
            )
        }
        return ServiceBackend(
            service.address, token: service.token, atLeast: options.atLeast, asOf: options.asOf, moment: moment)
    }

    static func environment(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The folder of the community's files. Traps if the command goes to a service.
    var dataDirectory: String {
        guard case .directory(let path) = place else { preconditionFailure("a service has no directory") }
        return path
    }

    var page: Page { Page(limit: options.limit, after: options.after) }
    /// The page of an operation's input.
    var pageRequest: PageRequest { PageRequest(page) }

    /// The member who acts or looks, where the operator cannot. `nil`: the service reads the member from the token.
    func actor(to doWhat: String) throws(Refusal) -> Reference? {
        guard let service, actor == nil else { return try requiredActor(to: doWhat) }
        guard service.token != nil else { throw service.logInFirst }
        return nil
    }

    /// The member who acts in a directory. Refuses an absent one.
    func requiredActor(to doWhat: String) throws(Refusal) -> Reference {
        guard let actor else {
            throw Refusal(.usage, "name the member who is to \(doWhat): --as @name (or $LARDER_AS)", field: "as")
        }
        return actor
    }

    // MARK: Explaining

    /// This invocation, changed to ask a question whose answer is explained. `limit` bounds the entries; 0 asks for all.
    func asking(limit: Int, as viewer: String?) throws(Refusal) -> Invocation {
        var invocation = self
        (invocation.options.limit, invocation.options.after) = (limit, nil)
        guard let viewer else { return invocation }
        guard options.actor == nil else {
            throw Refusal(.usage, "conflicting members: pass either --as or \(viewer)", field: "as")
        }
        invocation.actor = try MemberName.reference(viewer, field: "as")
        return invocation
    }
}
