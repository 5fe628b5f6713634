import Events
import LarderAPI
import Layout
import Operations
import Synchronization
import Views

extension APIRequest {
    /// Answers with the document that `work` gives. Where that takes longer than `ServiceSettings.jobAfterSeconds`, a job does the same from the
    /// beginning, and the answer is the job. `work` gets a function for (events folded, events in total).
    func reply(
        orStart job: Jobs.Work,
        _ work: @escaping @Sendable (_ progress: (Int, Int) throws(Refusal) -> Void) throws -> [UInt8]
    ) async throws -> Reply {
        // The second to ask waits for the same job.
        guard !context.jobs.isOpen(job) else { return try start(job) }
        let isLate = Mutex(false)
        let patience = Duration.seconds(context.settings.jobAfterSeconds)
        do {
            return .json(
                try await context.apart {
                    let deadline = ContinuousClock.now + patience
                    return try work { _, _ throws(Refusal) in
                        guard ContinuousClock.now >= deadline else { return }
                        isLate.withLock { $0 = true }
                        throw Refusal(.unavailable, "the answer takes longer than a request may")
                    }
                })
        } catch  where isLate.withLock({ $0 }) {
            return try start(job)
        }
    }
}

extension Jobs.Work {
    /// The rows that an event changed.
    init(effectsOf event: Position) { self.init("log show", ["log", "show", "\(event)", "--effects"]) }

    /// What led to an answer. `viewer`: the member who asks. Refuses words that the command would take for options.
    init(_ input: WhyInput, as viewer: Reference?) throws(Refusal) {
        guard input.question.hasPrefix("/") else {
            throw Refusal(
                .notFound, "«\(input.question.excerpt())» is not a question: /recipes/r12 is one", field: "question")
        }
        for field in input.fields where field.hasPrefix("-") {
            throw Refusal(.notFound, "no answer has a field «\(field.excerpt())»", field: "field")
        }
        // The program takes a text behind = for the option's value, also where the text begins like an option.
        var words = ["why", input.question] + input.fields
        if let viewer { words.append("--as=\(viewer)") }
        if input.newestFirst { words.append("--newest") }
        if input.proof { words.append("--proof") }
        if let moment = input.asOf { words.append("--as-of=\(moment)") }
        let page = input.page.page
        if let cursor = page.after { words.append("--after=\(cursor)") }
        let command = words.map(Self.quoted).joined(separator: " ")
        words.append("--limit=\(page.limit)")
        if let wording = input.wording { words.append("--wording=\(wording)") }
        self.init(name: "why", command: command, arguments: words)
    }

    /// A word as a shell takes it.
    private static func quoted(_ word: String) -> String {
        word.wholeMatch(of: /[A-Za-z0-9@%+=:,.\/_-]+/) != nil ? word : word.shellQuoted
    }
}
