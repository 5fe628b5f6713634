import Community
import EventLog
import Events
import Foundation
import Layout
import TestSupport

/// A community of its own for each test, removed with it and with all that a test puts beside it.
final class Kitchen {
    private let directory = TemporaryDirectory()
    let path: String
    private(set) var community: Community

    /// `clock`: what the community takes for the present; without it the machine's clock.
    init(clock: TestClock? = nil) throws {
        path = directory.path("community")
        community = try Community.open(at: path, mode: .createIfAbsent, time: clock?.now ?? EventLog.systemClock)
    }

    deinit { community.close() }

    /// Closes it, lets `between` work on the files, and opens it again.
    func reopen(_ between: () throws -> Void = {}) throws {
        community.close()
        try between()
        community = try Community.open(at: path, mode: .existing)
    }

    func head() throws -> UInt64 { try community.log.head().value }

    @discardableResult
    func submit(_ command: Command) throws -> Outcome { try community.submit(command) }

    @discardableResult
    func join(_ name: String, origin: Origin? = nil) throws -> Outcome {
        try submit(Commands.join(name, origin: origin))
    }

    func post(_ title: String, by author: String, origin: Origin? = nil) throws -> Reference {
        let outcome = try submit(Commands.post(title, by: author, origin: origin))
        return .recipe(RecipeID(outcome.position))
    }
}

enum Commands {
    static func join(_ name: String, origin: Origin? = nil) -> Command {
        var message = ProtoMemberRegistered()
        message.username = name
        message.name = name.capitalized
        return Command(.memberRegistered, actor: nil, origin: origin, payload: .registration(message))
    }

    static func post(_ title: String, by author: String, origin: Origin? = nil) -> Command {
        var content = ProtoRecipeContent()
        content.title = title
        var step = ProtoStep()
        step.text = "Stir."
        content.steps = [step]
        return Command(.recipePosted, actor: .username(author), origin: origin, payload: .recipe(content))
    }

    static func act(
        _ kind: EventKind, _ actor: String, on subject: Reference, origin: Origin? = nil, at time: Timestamp? = nil
    ) -> Command {
        Command(kind, actor: .username(actor), subject: subject, occurredAt: time, origin: origin)
    }

    static func rename(_ name: String, to new: String) -> Command {
        var change = ProtoMemberProfileChanged()
        change.username = new
        return Command(.memberProfileChanged, actor: .username(name), payload: .profileChange(change))
    }
}

extension Origin {
    static func app(_ id: String) -> Origin { Origin(source: "app", id: id) }
}
