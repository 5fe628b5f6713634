package import Community
package import Events
import Operations
package import Views

/// A question that can be put to any state of the views, and what of its answer is meant.
package final class ExplainedQuestion {
    private let ask: (Queries) throws -> AnswerTree?
    private let path: AnswerPath
    /// As it could be asked.
    package let text: String
    var field: String? { path.words.isEmpty ? nil : path.words.joined(separator: ".") }
    /// What a single value is called.
    var fieldName: String? { path.words.last }
    /// The last whole answer that was not a refusal, and the first refusal.
    private var whole: AnswerTree?
    private var refusal: Refusal?
    private var isAsked = false

    /// Of what `ask` answers, what `path` leads to, from the outside in.
    package init(_ text: String, path: [String], ask: @escaping (Queries) throws -> AnswerTree?) {
        (self.text, self.ask) = (text, ask)
        self.path = AnswerPath(words: path)
    }

    /// What is meant of the answer; nil: there is none, or nothing like that in it.
    func answer(_ queries: Queries) throws -> AnswerTree? {
        let isFirst = !isAsked
        isAsked = true
        do {
            guard case .fields(var fields)? = try ask(queries) else { return nil }
            // Where it stands, and how long its page is, says nothing of the views.
            fields["position"] = nil
            fields["next"] = nil
            let answer = AnswerTree.fields(fields)
            whole = answer
            if isFirst { try path.checkFields(of: answer) }
            return path.value(in: answer)
        } catch let error as Refusal where Self.codesOfAbsence.contains(error.code) && error.field != "field" {
            refusal = refusal ?? error
            return nil
        }
    }

    /// What is not there yet, or no more, or not for whoever asks.
    private static let codesOfAbsence: [Refusal.Code] = [.notFound, .gone, .forbidden]

    /// Whether what is meant may have a value, and has none.
    var isKnown: Bool { whole.map { !path.find(in: $0).isEmpty } ?? false }

    /// Why there is nothing to explain.
    var nothing: Refusal {
        if let whole { return path.unknown(in: whole) }
        return refusal ?? Refusal(.notFound, "nothing has ever been answered to \(text)")
    }
}

extension Community {
    /// What the question's answer is, and the events that made it so; with `proof` also that each of them is in the log. Refuses
    /// what never had an answer. O(log events).
    package func why(
        _ question: ExplainedQuestion, moment: Moment? = nil, page: Page, newestFirst: Bool = false,
        proof: Bool = false, progress: (Int, Int) -> Void = { _, _ in }
    ) throws -> WhyAnswer {
        let explanation = try explain(
            ReasonsRequest(
                moment: moment, page: page, newestFirst: newestFirst,
                question: "\(question.text) \(question.field ?? "")"), progress: progress
        ) { try question.answer($0) }
        let isThere = !explanation.reasons.isEmpty || explanation.answer != nil || page.after != nil
        guard isThere || question.isKnown else { throw question.nothing }
        let proofs =
            proof
            ? try inclusionProofs(of: explanation.reasons.compactMap(\.event), size: explanation.position) : [:]
        return try WhyAnswer(explanation, question, proofs, log)
    }
}
