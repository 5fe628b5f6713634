package import LarderAPI
package import Views

/// Everything that one state of the views answers by itself.
package enum Questions {
    package static let all: [any AnyBinding] = recipes + discovery + boards + members + kitchen + moderation

    private static let byName: [String: any AnyBinding] = Dictionary(
        uniqueKeysWithValues: all.map { ($0.operation.name, $0) })

    /// What answers that operation; nil: the views alone cannot.
    package static func binding(of operation: any AnyOperation) -> (any AnyBinding)? { byName[operation.name] }

    /// Asks one state of the views. The operation must be bound here.
    package static func ask<Input, Answer>(
        _ operation: Operation<Input, Answer>, _ input: Input, as viewer: Viewer, _ queries: Queries
    ) throws -> Answer {
        guard let binding = byName[operation.name] as? Binding<Input, Answer> else {
            preconditionFailure("\(operation.name) is bound to no views")
        }
        return try binding.answer(input, viewer, queries)
    }
}
