import CloudEvents
package import Events
package import LarderAPI
import Layout
package import Operations
import Recipes
import Views

/// Questions of the views whose answers hold a document in the form that actions accept.
package enum DocumentQuestions {
    package static let all: [any AnyBinding] = [
        bind(API.rules) { _, _, queries in
            RulesAnswer(
                position: queries.logPosition.value, rules: try JSON(written: Payload.rules(queries.rules.message).json)
            )
        },
        bind(API.recipeContent) { input, viewer, queries in
            let recipe = try EntityName.reference(input.recipe, "r", field: "recipe")
            let shown = try queries.recipe(recipe, viewer: viewer.member).recipe
            let version = input.version ?? shown.version
            let content = try queries.content(of: recipe, version: version, for: viewer.member).content
            return RecipeContentAnswer(
                position: queries.logPosition.value, id: shown.id, version: version,
                content: try JSON(written: Payload.recipe(content).json))
        },
    ]

    /// The binding of an operation; nil: there is none here.
    package static func binding(of operation: any AnyOperation) -> (any AnyBinding)? {
        all.first { $0.operation.name == operation.name }
    }
}

extension JSON {
    /// Reads a JSON text that this program wrote.
    package init(written bytes: [UInt8]) throws(Refusal) {
        do { self.init(try JSONValue(bytes)) } catch {
            throw Refusal(.failed, "this program wrote a document that is not JSON")
        }
    }

    private init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let truth): self = .flag(truth)
        case .number(let digits): self = Int64(digits).map { .whole($0) } ?? .number(Double(digits) ?? 0)
        case .string(let text): self = .text(text)
        case .array(let items): self = .list(items.map { JSON($0) })
        case .object(let members, _): self = .object(members.mapValues { JSON($0) })
        }
    }
}
