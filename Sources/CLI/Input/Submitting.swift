import Community
import Events
import LarderAPI
import Operations

extension Invocation {
    func submit(_ command: Command) throws { try submit { _ in command } }

    /// Makes a command with what is there, submits it, and says what became of it.
    func submit(_ make: (any Counterpart) throws -> Command) throws {
        if let server {
            try server.wait()
            return try answer(try server.submit(try make(server)))
        }
        try withCommunity { community in
            let counterpart = CommunityCounterpart(invocation: self, community: community)
            let outcome = try counterpart.submit(try make(counterpart))
            // Whoever is told that somebody was deleted may look.
            finishErasures(community)
            try answer(outcome)
        }
    }

    func answer(_ outcome: Outcome) throws {
        let answer = SubmitAnswer(outcome)
        guard options.json || !options.quiet else { return }
        try self.answer(answer) {
            let word = outcome.changed ? outcome.kind.name : "unchanged"
            return terminal.isOutputTerminal ? "\(word) \(answer.id)" : "\(answer.id)\t\(word)"
        }
    }
}
