package import CloudEvents
package import Community
import EventLog
package import Events
import Layout
package import Recipes
import TestSupport

/// A community with the member `ada`, in a directory that is gone with it.
package final class Kitchen {
    private let directory = TemporaryDirectory()
    package let community: Community

    package init() throws {
        community = try Community.open(at: directory.path, mode: .createIfAbsent)
        try join("ada")
    }

    deinit { community.close() }

    package func join(_ name: String) throws {
        var registration = ProtoMemberRegistered()
        (registration.username, registration.name) = (name, name)
        _ = try community.submit(Command(.memberRegistered, actor: nil, payload: .registration(registration)))
    }

    /// Imports in calls of so many items, as files come one by one.
    package func run(
        _ items: [FoundItem], as actor: String = "ada", isRehearsal: Bool = false
    ) throws -> (report: ImportReport, lines: [String]) {
        var lines: [String] = []
        var rest = items[...]
        let report = try RecipeImport(as: .username(actor), isRehearsal: isRehearsal).run(
            {
                defer { rest = rest.dropFirst(3) }
                return rest.isEmpty ? nil : Array(rest.prefix(3))
            }, begin: community.beginning(isRehearsal: isRehearsal), tell: { lines.append($0.description) })
        return (report, lines)
    }

    package var events: UInt64 { get throws { try community.log.head().value } }

    /// The content of the recipe at that position, as it is stored.
    package func recipe(_ id: String?) throws -> ProtoRecipeContent? {
        guard let id, let position = UInt64(id.dropFirst()) else { return nil }
        let record = try community.log.read { try $0.record(at: Position(position)) }
        guard case .recipe(let content)? = record?.payload else { return nil }
        return content
    }
}

extension ProtoRecipeContent {
    package init(title: String, ingredients: [String] = [], steps: [String] = []) {
        self.init()
        self.title = title
        self.ingredients = ingredients.map { line in
            var row = ProtoIngredient()
            row.original = line
            return row
        }
        self.steps = steps.map { text in
            var row = ProtoStep()
            row.text = text
            return row
        }
    }
}
