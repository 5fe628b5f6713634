import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import Views

/// One run of a command: its shared options, understood, and where its answers go.
struct Invocation {
    private(set) var options: GlobalOptions
    private(set) var terminal: Terminal
    /// Who acts or looks; nil: the operator, or anyone.
    private(set) var actor: Reference?
    /// What a question is about; nil: the present.
    let moment: Moment?
    /// Where it goes; a command that needs neither directory nor service says nothing of it.
    let place: Place
    /// The service that it goes to, if it goes to one.
    let service: ServiceBackend?

    /// Only a question `mayLookBack`: nobody must take the present for the past. `reach`: where the command can go. Whoever
    /// `acts` through a service may say in whose name.
    init(
        _ options: GlobalOptions, reach: Reach, mayLookBack: Bool = false, acts: Bool = false
    ) throws(Refusal) {
        self.options = options
        var terminal = Terminal.current(noColor: options.noColor)
        terminal.showsDates = options.absolute
        self.terminal = terminal
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
                .usage, "a service knows by the token who asks: leave \(said) out, and log in as who is to look",
                field: "as")
        }
        if moment.map({ if case .position = $0 { true } else { false } }) == true, service != nil {
            // Nobody says here when that was, so that nobody can say how long before it something happened.
            self.terminal.showsDates = true
        }
    }

    /// Refuses a place where the command cannot go.
    private static func place(_ options: GlobalOptions, _ reach: Reach) throws(Refusal) -> Place {
        if case .nowhere = reach {
            guard options.server == nil else {
                throw Refusal(.usage, "this asks nobody: leave --server out", field: "server")
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
        if service.token != nil, !service.address.isPrivate, !options.quiet {
            StandardStream.writeError(
                "larder: warning: \(service.address.text) is asked without TLS: whoever is in between can read the token\n"
            )
        }
        return ServiceBackend(
            service.address, token: service.token, atLeast: options.atLeast, asOf: options.asOf, moment: moment)
    }

    static func environment(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Where the files of a community are. Only for a command that has not been sent to a service.
    var dataDirectory: String {
        guard case .directory(let path) = place else { preconditionFailure("a service has no directory") }
        return path
    }

    var page: Page { Page(limit: options.limit, after: options.after) }
    /// The same for an operation's input.
    var pageRequest: PageRequest { PageRequest(page) }

    /// Who acts or looks, where the operator cannot. Nil: a service knows by the token.
    func actor(to doWhat: String) throws(Refusal) -> Reference? {
        guard let service, actor == nil else { return try requiredActor(to: doWhat) }
        guard service.token != nil else { throw service.logInFirst }
        return nil
    }

    /// The same in a directory.
    func requiredActor(to doWhat: String) throws(Refusal) -> Reference {
        guard let actor else {
            throw Refusal(.usage, "say who is to \(doWhat) with --as @name (or $LARDER_AS)", field: "as")
        }
        return actor
    }

    // MARK: The community

    /// Hands over the backend that the command goes to, once the log has reached what was asked for.
    func withBackend<R>(_ body: (any Backend) throws -> R) throws -> R {
        guard let service else {
            return try withCommunity { try body(CommunityBackend(invocation: self, community: $0)) }
        }
        try service.wait()
        return try body(service)
    }

    /// Asks what the call asks, and shows the answer.
    func put(_ call: any AnyCall) throws {
        // A service waits by the question itself.
        if let service { return try call.run(on: service) }
        try withBackend { try $0.inOneState { try call.run(on: $0) } }
    }

    func withCommunity<R>(creating: Bool = false, _ body: (Community) throws -> R) throws -> R {
        let community = try Community.open(at: dataDirectory, mode: creating ? .createIfAbsent : .existing)
        defer { community.close() }
        if !community.log.hasVault {
            warn(
                "\(dataDirectory)/vault is missing: names and texts cannot be read, and nothing can be written, until the vault/ that was kept with this log is put back"
            )
        }
        let leftOver = community.unfinishedErasure
        if let leftOver { warn(leftOver.message) }
        if options.atLeast != nil { try query(community) { _ in } }
        let result = Result { try body(community) }
        finishErasures(community)
        let answer = try result.get()
        // The deletion is done and was answered; what it has left must not go unnoticed.
        if leftOver == nil, let refusal = community.unfinishedErasure { throw refusal }
        return answer
    }

    /// Makes the views anew if somebody was deleted, once for all that this command deletes.
    func finishErasures(_ community: Community) {
        let bar = progressBar("Forgetting", unit: "events")
        defer { bar.finish() }
        community.finishErasures { bar.update(done: $0, of: $1) }
    }

    /// Asks one state of the views.
    func query<R>(_ body: (Queries) throws -> R) throws -> R {
        return try withCommunity { community in try query(community, body) }
    }

    func query<R>(_ community: Community, _ body: (Queries) throws -> R) throws -> R {
        let bar = progressBar("Reading the log", unit: "events")
        defer { bar.finish() }
        if let moment { return try community.query(asOf: moment, progress: { bar.update(done: $0, of: $1) }, body) }
        return try community.query(
            atLeast: options.atLeast.map { Position($0) }, progress: { bar.update(done: $0, of: $1) }, body)
    }

    func progressBar(_ label: String, unit: String) -> ProgressBar {
        ProgressBar(label, unit: unit, terminal: terminal, isQuiet: options.quiet || options.json)
    }

    // MARK: Answers

    func write(_ text: String) {
        guard !text.isEmpty else { return }
        StandardStream.write(text.hasSuffix("\n") ? text : text + "\n")
    }

    /// The answer as JSON where that was asked for, else as `text` words it.
    func answer(_ value: some Encodable, _ text: () -> String) throws {
        write(options.json ? try JSONDocument.text(value) : text())
    }

    /// What is wrong without being an error, for people and for logs alike.
    func warn(_ text: String) {
        if !options.quiet { StandardStream.writeError("larder: warning: \(text)\n") }
    }

    /// What is only said to people: that a list is empty, or goes on.
    func note(_ text: String) { note { text } }

    /// The same where it has to be looked for what is to be said.
    func note(_ text: () throws -> String) rethrows {
        guard !options.quiet, !options.json, terminal.isErrorTerminal else { return }
        StandardStream.writeError(try text() + "\n")
    }

    func noteNext(_ cursor: String?) {
        if let cursor { note("More: --after \(cursor)") }
    }

    // MARK: Explaining

    /// The same invocation for a question whose answer is explained: of a whole list or of so many entries.
    func asking(limit: Int, as viewer: String?) throws(Refusal) -> Invocation {
        var invocation = self
        (invocation.options.limit, invocation.options.after) = (limit, nil)
        guard let viewer else { return invocation }
        guard options.actor == nil else {
            throw Refusal(.usage, "whose it is is said twice: leave --as or \(viewer) out", field: "as")
        }
        invocation.actor = try MemberName.reference(viewer, field: "as")
        return invocation
    }
}
