import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import Synchronization
import TestSupport
import Views

/// A searchable community for each test, removed with it.
final class Pantry: Sendable {
    private let directory = TemporaryDirectory()
    var path: String { directory.path }
    private let opened: Mutex<Community>
    var community: Community { opened.withLock { $0 } }

    init() throws {
        opened = Mutex(try Community.open(at: directory.path, mode: .createIfAbsent))
    }

    deinit { community.close() }

    /// Closes it, lets `between` work on the files, and opens it again.
    func reopen(_ between: () throws -> Void = {}) throws {
        community.close()
        try between()
        let again = try Community.open(at: path, mode: .existing)
        opened.withLock { $0 = again }
    }

    @discardableResult
    func join(_ name: String, called displayName: String? = nil) throws -> Position {
        var message = ProtoMemberRegistered()
        message.username = name
        message.name = displayName ?? name.capitalized
        return try submit(Command(.memberRegistered, actor: nil, payload: .registration(message)))
    }

    @discardableResult
    func post(_ title: String, by author: String, _ change: (inout ProtoRecipeContent) -> Void = { _ in }) throws
        -> Position
    {
        try submit(Command(.recipePosted, actor: .username(author), payload: .recipe(content(title, change))))
    }

    func edit(_ recipe: Position, by author: String, to title: String) throws {
        try submit(
            Command(
                .recipeEdited, actor: .username(author), subject: .recipe(RecipeID(recipe)),
                payload: .recipe(content(title))))
    }

    private func content(_ title: String, _ change: (inout ProtoRecipeContent) -> Void = { _ in }) -> ProtoRecipeContent
    {
        var content = ProtoRecipeContent()
        content.title = title
        var step = ProtoStep()
        step.text = "Stir."
        content.steps = [step]
        change(&content)
        return content
    }

    func act(_ kind: EventKind, _ actor: String, on subject: Reference) throws {
        try submit(Command(kind, actor: .username(actor), subject: subject))
    }

    @discardableResult
    func submit(_ command: Command) throws -> Position { try community.submit(command).position }

    func search(
        _ text: String, as viewer: String? = nil, page: Page = Page(), _ filter: FeedRequest = FeedRequest()
    ) throws -> SearchAnswer {
        try community.query { queries in
            let viewer = try viewer.map { try queries.member(.username($0)) }
            return try queries.search(SearchRequest(text, filter: filter), page: page, viewer: viewer)
        }
    }

    func titles(_ text: String, as viewer: String? = nil, _ filter: FeedRequest = FeedRequest()) throws -> [String] {
        try search(text, as: viewer, page: Page(limit: 0), filter).recipes.map(\.title)
    }

    func names(_ text: String, as viewer: String? = nil) throws -> [String] {
        try search(text, as: viewer).members.map(\.username)
    }
}

extension ProtoRecipeContent {
    mutating func add(ingredient line: String) {
        var ingredient = ProtoIngredient()
        ingredient.original = line
        ingredients.append(ingredient)
    }

    mutating func add(step text: String) {
        var step = ProtoStep()
        step.text = text
        steps.append(step)
    }
}
