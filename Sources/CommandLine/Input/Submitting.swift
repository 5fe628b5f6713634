import EventLog
import Events
import Layout
import Notation
import Service
import Views

extension Invocation {
    func submit(_ command: Command) throws { try submit { _ in command } }

    /// Makes a command with what is there, submits it, and says what became of it.
    func submit(_ make: (Community) throws -> Command) throws {
        try withCommunity { community in
            let command = try make(community)
            let outcome = try submit(command, to: community)
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

    private func submit(_ command: Command, to community: Community) throws(Refusal) -> Outcome {
        do throws(Refusal) {
            return try community.submit(command)
        } catch {
            if error.code == .notFound { try checkNames([command.actor, command.subject], community) }
            throw error
        }
    }

    /// Refuses a name that nobody has with the names that are like it.
    func checkNames(_ references: [Reference?], _ community: Community) throws(Refusal) {
        for case .username(let name)? in references {
            try community.query { queries in _ = try queries.member(.username(name)) }
        }
    }

    /// What was created at that position: a bare number and an external name do not say.
    func entityType(_ reference: Reference, in community: Community) throws(Refusal) -> EntityType? {
        if case .position(_, let letter?) = reference { return EntityType(letter: letter) }
        return try community.log.read { snapshot in
            guard let position = try snapshot.position(of: reference) else { return nil }
            return try snapshot.entity(position)?.type
        }
    }

    /// Which kind of event an entity's type asks for; refuses where there is none.
    func kind(
        for reference: Reference, in community: Community, _ kinds: [EntityType: EventKind]
    ) throws(Refusal) -> EventKind {
        guard let type = try entityType(reference, in: community) else {
            throw Refusal(.notFound, "there is nothing called \(reference)", field: "subject")
        }
        guard let kind = kinds[type] else {
            let names = kinds.keys.sorted { $0.rawValue < $1.rawValue }.map { "\($0)" }.joined(separator: " or a ")
            throw Refusal(.invalid, "\(reference) is a \(type.name): this takes a \(names)", field: "subject")
        }
        return kind
    }
}
