import Answers
import ArgumentParser
import Community
import Events
import LarderAPI
import Operations
import Views

struct Why: Retrospective {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "What made an answer what it is: the events, and what each of them changed.",
        discussion: """
            Any question can be explained as it is asked without «why», with the names of an entry and a field behind it. In \
            short: r12, c20, p30, f9, b41 and @name are what they stand for, and a member may follow feed and bookmarks. Its address \
            in the API does as well. The command folds the log again to find the events; events that were undone later are among them.
            """)
    static let examples = [
        Example("why r12 likes", "who likes it, and who no longer does"),
        Example("why @bo xp", "where the points come from"),
        Example("why r12", "everything that has happened to it"),
        Example("why leaderboard @bo", "a line of the board, with all that moved it"),
        Example("why feed @bo r12", "why bo sees it"),
        Example("why followers @ada @bo", "an entry of a list"),
        Example("why comment c20 text --newest", "the last word first"),
        Example("why notifications @ada 20 read", "a field of an entry"),
        Example("why recipe r12 --field rating.average --as-of 1024", "as it was then"),
        Example("why '/members/@bo/xp' --field xp", "by the question's address"),
        Example("why r12 title --proof", "and that each of them is in the log, for others to check"),
    ]

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("A question, and what of its answer is meant.", valueName: "question"))
    var words: [String] = []
    @Option(help: ArgumentHelp("What of the answer is meant, such as rating.average.", valueName: "path"))
    var field: String?
    @Flag(help: "The newest first.") var newest = false
    @Flag(help: "For each event the proof that it is in the log.") var proof = false
    /// What a service passes to its jobs: the name of the question in the answer.
    @Option(help: .hidden) var wording: String?
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    func execute(_ invocation: Invocation) throws {
        try invocation.withBackend { backend in
            var request = try WhyRequest(words, field: field, wording: wording, invocation, backend)
            (request.newestFirst, request.proof) = (newest, proof)
            let bar = invocation.output.progressBar("Reading the log", unit: "events")
            defer { bar.finish() }
            let answer = try backend.why(request, page: invocation.page) { bar.update(done: $0, of: $1) }
            bar.finish()
            try invocation.output.answer(answer) { answer.text(for: invocation.output.terminal) }
            invocation.output.note(answer.summary)
            invocation.output.noteNext(answer.next)
        }
    }
}

/// A question whose answer is explained, and the field of the answer.
struct WhyRequest {
    let call: any AnyCall
    /// The member who asks the question; `nil`: the operator, or anyone.
    let viewer: Reference?
    /// The question as it can be typed.
    let text: String
    /// The names that lead to the field, from the outside in.
    let path: [String]
    var newestFirst = false
    var proof = false

    /// `backend` looks up what an id belongs to.
    init(
        _ words: [String], field: String?, wording: String?, _ invocation: Invocation, _ backend: any Backend
    ) throws {
        if let address = words.first, address.hasPrefix("/") {
            let asking = try invocation.asking(limit: 0, as: invocation.service.map { "@\(try $0.oneself().username)" })
            call = try QuestionAddress.call(at: address)
            viewer = asking.actor
            text = wording ?? address + (viewer.map { " as \($0)" } ?? "")
            path = words.dropFirst() + (field.map { [$0] } ?? [])
            return
        }
        let words = try WhyWords(words, backend)
        let command = try Larder.parseAsRoot(words.arguments)
        guard let question = command as? any Question else {
            throw Refusal(.usage, "\(words.arguments.joined(separator: " ")) is not a question", field: "words")
        }
        // A service knows the viewer by the token.
        let name = try words.viewer ?? invocation.service.map { "@\(try $0.oneself().username)" }
        let asking = try invocation.asking(limit: words.limit, as: name)
        call = try question.call(asking)
        if let refusal = call.unexplained { throw refusal }
        viewer = asking.actor
        text = words.text + (viewer.map { " --as \($0)" } ?? "")
        path = words.path + (field.map { [$0] } ?? [])
    }
}

extension WhyAnswer {
    func text(for terminal: Terminal) -> String {
        var table = TextTable([
            .number("event"), .whole("when"), .text("what"), .text("by"), .text("about").extra, .text("view").extra,
            .wrapped("change"),
        ])
        for reason in reasons {
            let by = reason.actor.map { $0.username.map { "@\($0)" } ?? "\($0.id), erased" } ?? "operator"
            table.add([
                reason.event.map { "\($0)" } ?? "", reason.at.map { terminal.day($0) } ?? "now", reason.kind,
                reason.event == nil ? "" : by, reason.subject ?? "",
                reason.views.map { "\($0.name) \($0.version)" }.joined(separator: ", "),
                reason.changes.map { $0.text(isNamed: $0.field != name) }.joined(separator: ", "),
            ])
        }
        let proofs = reasons.compactMap { reason in
            reason.proof.map { "\nevent \(reason.event.map { "\($0)" } ?? "")\n\($0)" }
        }
        return table.text(for: terminal) + proofs.joined()
    }
}

extension Terminal {
    /// The day at a terminal, where positions show the order, and the exact time elsewhere.
    fileprivate func day(_ text: String) -> String { isOutputTerminal ? String(text.prefix(10)) : text }
}
