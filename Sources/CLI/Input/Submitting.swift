import Community
import Events
import LarderAPI
import Operations

extension Invocation {
    func submit(_ command: Command) throws { try submit { _ in command } }

    /// Makes a command with what is there, submits it, and says what became of it.
    func submit(_ make: (any Backend) throws -> Command) throws {
        try withBackend { backend in
            let outcome = try backend.submit(try make(backend))
            // The one who is told of a deletion may look.
            if let backend = backend as? CommunityBackend { finishErasures(backend.community) }
            try output.answer(outcome)
        }
    }
}

extension CommandOutput {
    func answer(_ outcome: Outcome) throws {
        let answer = SubmitAnswer(outcome)
        guard isJSON || !isQuiet else { return }
        try self.answer(answer) {
            let word = outcome.changed ? outcome.kind.name : "unchanged"
            return terminal.isOutputTerminal ? "\(word) \(answer.id)" : "\(answer.id)\t\(word)"
        }
    }
}
