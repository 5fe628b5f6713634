import ArgumentParser
import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Operations

/// A command that shows how it is used before it explains itself.
protocol Exemplified: ParsableCommand {
    /// Command lines without the leading `larder`, each with what it does.
    static var examples: [Example] { get }
}

struct Example: Sendable {
    var line: String
    var meaning: String

    init(_ line: String, _ meaning: String) {
        self.line = line
        self.meaning = meaning
    }

    /// The examples as help begins with them.
    static func text(_ examples: [Example]) -> String {
        let width = examples.map { $0.line.count }.max() ?? 0
        var text = "EXAMPLES:\n"
        for example in examples {
            let padding = String(repeating: " ", count: width - example.line.count)
            text += "  larder \(example.line)\(padding)   # \(example.meaning)\n"
        }
        return text
    }
}

/// How a command lists things, and which options of lists work for it.
enum Listing: Int {
    /// No list, or always the whole list.
    case none
    /// The first items: `--limit`.
    case first
    /// A part of a list: `--limit` and `--after`.
    case parts
    /// A page of a list: `--limit`, `--after` and `--page`.
    case pages
}

/// A command that does something.
protocol Verb: Exemplified {
    var options: GlobalOptions { get }
    /// The places that the command can go to; they may depend on the options.
    var reach: Reach { get }
    /// How the command lists things; it may depend on the options. Options of lists that would do nothing are refused.
    var listing: Listing { get }
    /// The columns of the tables that the command writes; none: it writes no table. Options of tables are checked against
    /// them before anything is done. A question changes nothing, and need not name them.
    var columns: [String] { get }
    func execute(_ invocation: Invocation) throws
}

extension Verb {
    var reach: Reach { .files }
    var listing: Listing { .none }
    var columns: [String] { [] }
    func run() throws { try start() }

    /// Runs the command in this process.
    func start(mayLookBack: Bool = false, acts: Bool = false) throws {
        let invocation = try Invocation(options, reach: reach, mayLookBack: mayLookBack, acts: acts)
        try Invocation.checkPages(options, listing, mayShowAll: mayLookBack)
        if !mayLookBack { try invocation.output.terminal.style?.check(against: columns) }
        if case .nowhere = reach, options.atLeast != nil {
            throw Refusal(.usage, "this command reads no log: leave out --at-least", field: "at-least")
        }
        // The engine finds the key in the environment, as a service's unit gives it. No other thread runs yet.
        if let file = options.masterKeyFile { unsafe _ = setenv(MasterKey.fileVariable, file, 1) }
        try execute(invocation.turned(execute))
    }
}

/// A verb by which a member acts, in a directory or through a service.
protocol Act: Verb {}

extension Act {
    var reach: Reach { .anywhere }
    var columns: [String] { Outcome.columns }
    func run() throws { try start(acts: true) }
}

extension Invocation {
    /// `subject` and `cause` are the arguments or options with the command's subject and cause: refusals name these.
    func submit(_ command: Command, subject: String = "id", cause: String? = nil) throws {
        try submit(subject: subject, cause: cause) { _ in command }
    }

    /// Makes a command from the backend's present state, submits it, and shows the outcome.
    func submit(subject: String = "id", cause: String? = nil, _ make: (any Backend) throws -> Command) throws {
        let names = CommandNames(actor: "as", subject: subject, cause: cause)
        try withBackend { backend in
            let outcome: Outcome
            do { outcome = try backend.submit(try make(backend)) } catch let refusal as Refusal {
                throw names.renamed(refusal)
            }
            // A member who asked for a deletion may check the files at once.
            if let backend = backend as? CommunityBackend { finishErasures(backend.community) }
            try output.answer(outcome)
        }
    }
}

extension CommandOutput {
    func answer(_ outcome: Outcome) throws {
        let answer = SubmitAnswer(outcome)
        if let holder = outcome.emailHolder {
            warn("that e-mail belongs to \(holder), so that only \(holder) can log in with it")
        }
        guard isJSON || !isQuiet else { return }
        try self.answer(answer) {
            let word = outcome.changed ? outcome.kind.name : "unchanged"
            guard !terminal.isOutputTerminal else { return "\(word) \(answer.id)" }
            return terminal.header(Outcome.columns) + "\(answer.id)\t\(word)"
        }
    }
}

extension Outcome {
    /// The columns of what an act writes.
    static let columns = ["id", "outcome"]
}
