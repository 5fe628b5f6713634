package import Events
package import LarderAPI
package import Layout
package import Views

/// The questions that one state of the views can answer without anything else.
package enum Questions {
    package static let all: [any AnyBinding] = Array(
        [
            recipes, recipeVersions, commentsAndForks, cookNotes, feeds, search, discovery, proposals, members,
            notifications,
            boards, moderation, cookbooks, shopping,
        ].joined())

    private static let byName: [String: any AnyBinding] = Dictionary(
        uniqueKeysWithValues: all.map { ($0.operation.name, $0) })

    /// The binding of an operation; nil: the views alone cannot answer it.
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

/// A question of the catalogue with its implementation, which answers a viewer from one state of the views.
package struct Binding<Input: OperationInput, Answer: Codable & Sendable>: AnyBinding {
    package let question: Operation<Input, Answer>
    package let answer: @Sendable (Input, Viewer, Queries) throws -> Answer

    package var operation: any AnyOperation { question }

    package func read(_ source: any InputSource) throws(Refusal) -> PreparedQuestion {
        let input: Input
        do throws(InputError) { input = try Input(from: source) } catch { throw error.refusal }
        return PreparedQuestion { [answer] viewer, queries in try answer(input, viewer, queries) }
    }
}

/// A binding whose types are not known.
package protocol AnyBinding: Sendable {
    var operation: any AnyOperation { get }
    /// Reads the question's input. Refuses what is missing or malformed.
    func read(_ source: any InputSource) throws(Refusal) -> PreparedQuestion
}

/// A question with its input. It can be asked of several states of the views.
package struct PreparedQuestion: Sendable {
    package let answer: @Sendable (Viewer, Queries) throws -> any Codable & Sendable

    package init(_ answer: @escaping @Sendable (Viewer, Queries) throws -> any Codable & Sendable) {
        self.answer = answer
    }
}

/// Binds a question of the catalogue to its implementation.
package func bind<Input, Answer>(
    _ question: Operation<Input, Answer>, _ answer: @escaping @Sendable (Input, Viewer, Queries) throws -> Answer
) -> Binding<Input, Answer> {
    Binding(question: question, answer: answer)
}

/// The viewer of an answer: a member, a guest or the operator.
package struct Viewer: Hashable, Sendable {
    /// Nil: a guest or the operator.
    package var member: MemberID?
    /// Whether the operator asks, at the community's own directory. The operator may see every contact and every
    /// moderators' list.
    package var isOperator = false

    package init(member: MemberID?, isOperator: Bool = false) {
        (self.member, self.isOperator) = (member, isOperator)
    }

    /// The member who asks. Refuses guests and the operator.
    package var required: MemberID {
        get throws(Refusal) {
            guard let member else { throw .logInFirst }
            return member
        }
    }

    /// The member that an input names; `me` is the viewer.
    package func reference(_ text: String, field: String = "member") throws(Refusal) -> Reference {
        text == "me" ? .member(try required) : try MemberName.reference(text, field: field)
    }
}

extension Refusal {
    /// The operation needs a secret, and the request has none.
    package static let logInFirst = Refusal(
        .unauthenticated, "log in first, or send a key: Authorization: Bearer …")
}

extension PageRequest {
    /// A limit of 0 asks for the whole list. An edge that answers only pages refuses it.
    package var page: Page { Page(limit: Int(clamping: limit ?? 20), after: after) }
}

extension InputError {
    package var refusal: Refusal {
        switch reason {
        case .missing(let hint): Refusal(.usage, hint, field: name)
        case .repeated: Refusal(.usage, "\(name) is said twice", field: name)
        case .notANumber(let text): Refusal(.usage, "«\(text.excerpt())» is not a whole number", field: name)
        case .notAFlag(let text): Refusal(.usage, "«\(text.excerpt())» is neither true nor false", field: name)
        case .notOneOf(let words, let text): Word.unknown(text, words, field: name, noun: name)
        case .wrongType(let expected): Refusal(.invalid, "\(name) must be \(expected)", field: name)
        case .missingField: Refusal(.invalid, "\(name) is missing", field: name)
        }
    }
}
