package import Community
import EventLog
package import Events
import Layout
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

/// An explained answer as JSON has it.
package struct WhyAnswer: Codable {
    package struct Member: Codable {
        package var id: String
        package var username: String?
    }

    package struct Event: Codable {
        /// Absent where time has passed and nothing else.
        package var event: UInt64?
        /// `time.passed` where there is no event.
        package var kind: String
        /// Absent for the operator.
        package var actor: Member?
        package var subject: String?
        /// When it happened.
        package var at: String?
        /// Nobody can read it, or who it was, any more.
        package var erased: Bool?
        package var changes: [AnswerChange]
        package var views: [ReasonView]
        package var proof: String?
    }

    package var position: UInt64
    package var question: String
    package var field: String?
    /// What it is; absent: it is no more.
    package var answer: AnswerTree?
    package var reasons: [Event]
    package var next: String?

    /// What a single value is called: in each line that would say nothing. Not told by the JSON.
    package var name: String?

    private enum CodingKeys: String, CodingKey { case position, question, field, answer, reasons, next }

    init(
        _ explanation: Explanation<AnswerTree?>, _ question: ExplainedQuestion, _ proofs: [Position: String],
        _ log: EventLog
    ) throws(Refusal) {
        position = explanation.position.value
        self.question = question.text
        field = question.field
        name = question.fieldName
        answer = explanation.answer
        next = explanation.next
        let end = explanation.position
        reasons = try log.read { snapshot in
            let names = EventNames(snapshot, asOf: end)
            return try explanation.reasons.map { reason in
                // A single value needs no name.
                let isSingle = [reason.before, reason.after].allSatisfy { $0?.isSingle ?? true }
                let changes = AnswerChange.changes(
                    from: reason.before, to: reason.after, at: isSingle ? question.fieldName : nil)
                guard let event = reason.event, let record = try snapshot.record(at: event) else {
                    return Event(
                        kind: "time.passed", at: reason.time?.rfc3339, changes: changes, views: reason.views)
                }
                let header = record.header
                let isOperator = header.actor == .operator
                let username = isOperator ? nil : names.username(of: header.actor)
                let parties = EventParties(header, names)
                var isErased = username == nil && !isOperator
                if case .erased = record.body { isErased = true }
                return Event(
                    event: event.value, kind: header.kind.name,
                    actor: isOperator ? nil : Member(id: header.actor.description, username: username),
                    subject: parties.subject.isEmpty ? nil : parties.subject, at: header.occurredAt.rfc3339,
                    erased: isErased ? true : nil, changes: changes, views: reason.views, proof: proofs[event])
            }
        }
    }

    /// `recipe r12 likes: 3`.
    package var summary: String {
        "\(question)\(field.map { " \($0)" } ?? ""): \(answer.map(\.summary) ?? "nothing")"
    }
}

extension AnswerTree {
    /// Neither an object nor a list of objects: a change of it needs no more to be said.
    fileprivate var isSingle: Bool {
        switch self {
        case .fields: false
        case .list(let items): items.allSatisfy(\.isSingle)
        default: true
        }
    }

    fileprivate var summary: String {
        switch self {
        case .fields: "there"
        case .list(let items) where !isSingle: "\(items.count)"
        default: text
        }
    }
}
