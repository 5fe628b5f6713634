import Answers
import ArgumentParser
import Events
import Views

struct Why: Retrospective {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "What made an answer what it is: the events, and what each of them changed.",
        discussion: """
            Any question can be explained as it is asked without «why», with the names of an entry and a field behind it. In \
            short: r12, c20, p30, f9, b41 and @name are what they stand for, and feed and bookmarks take whose they are. The log is \
            folded anew to find the events: what was undone later is among them.
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
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.withBackend { backend in
            var request = try WhyRequest(words, field: field, invocation, backend)
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
