import EventLog
import Events
import Foundation
import Layout
import Notation
import Service
import Views

/// One run of a command: its shared options, understood, and where its answers go.
struct Invocation {
    private(set) var options: GlobalOptions
    let terminal: Terminal
    /// Who acts or looks; nil: the operator, or anyone.
    private(set) var actor: Reference?
    /// What a question is about; nil: the present.
    let moment: Moment?
    /// Nil: questions are put to the community, and answers shown.
    private var taking: AnswerTaking?

    /// Only a question `mayLookBack`: nobody must take the present for the past.
    init(_ options: GlobalOptions, mayLookBack: Bool = false) throws(Refusal) {
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
        if let file = options.masterKeyFile { unsafe _ = setenv(MasterKey.fileVariable, file, 1) }
        let name = options.actor ?? Self.environment("LARDER_AS")
        actor = try name.map { text throws(Refusal) in try MemberName.reference(text, field: "as") }
    }

    static func environment(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    var dataDirectory: String { options.data ?? Self.environment("LARDER_DATA") ?? "larder-data" }
    var page: Page { Page(limit: options.limit, after: options.after) }

    /// Who acts, where the operator cannot.
    func requiredActor(to doWhat: String) throws(Refusal) -> Reference {
        guard let actor else {
            throw Refusal(.usage, "say who is to \(doWhat) with --as @name (or $LARDER_AS)", field: "as")
        }
        return actor
    }

    // MARK: The community

    func withCommunity<R>(creating: Bool = false, _ body: (Community) throws -> R) throws -> R {
        guard taking == nil else {
            throw Refusal(.usage, "that lists events themselves: there is nothing behind them to explain")
        }
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
        if let taking { return try body(taking.queries) }
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
        if let taking {
            taking.answer = AnswerTree(json: text)
            return
        }
        guard !text.isEmpty else { return }
        StandardStream.write(text.hasSuffix("\n") ? text : text + "\n")
    }

    /// The answer as JSON where that was asked for, else as `text` words it.
    func answer(_ value: some Encodable, _ text: () -> String) throws {
        if let taking {
            taking.answer = try AnswerTree(of: value)
            return
        }
        write(options.json ? try JSONDocument.text(value) : text())
    }

    /// What is wrong without being an error, for people and for logs alike.
    func warn(_ text: String) {
        if !options.quiet { StandardStream.writeError("larder: warning: \(text)\n") }
    }

    /// What is only said to people: that a list is empty, or goes on.
    func note(_ text: String) {
        guard taking == nil, !options.quiet, !options.json, terminal.isErrorTerminal else { return }
        StandardStream.writeError(text + "\n")
    }

    func noteNext(_ cursor: String?) {
        if let cursor { note("More: --after \(cursor)") }
    }

    // MARK: Explaining

    /// Whether the question is put to one state after another.
    var isExplaining: Bool { taking != nil }

    /// The same for a question that is put to one state after another, of all of a list or of so many entries.
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

    /// What a question is answered in that state; nil: nothing.
    func answer(_ question: any Question, _ queries: Queries) throws -> AnswerTree? {
        var invocation = self
        let taking = AnswerTaking(queries)
        invocation.taking = taking
        try question.execute(invocation)
        return taking.answer
    }
}

/// Takes an answer for whoever wants to compare it.
private final class AnswerTaking {
    let queries: Queries
    var answer: AnswerTree?

    init(_ queries: Queries) { self.queries = queries }
}
