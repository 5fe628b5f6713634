package import Community
import EventLog
package import Events
import Layout
import Operations
package import Views

/// A question that can be asked of any state of the views, and the part of its answer to explain.
package final class ExplainedQuestion {
    private let ask: (Queries) throws -> AnswerTree?
    private let path: AnswerPath
    /// The question in the words of the command that asks it.
    package let text: String
    var field: String? { path.words.isEmpty ? nil : path.words.joined(separator: ".") }
    /// The name of a single value.
    var fieldName: String? { path.words.last }
    /// The last whole answer that was not a refusal, and the first refusal.
    private var whole: AnswerTree?
    private var refusal: Refusal?
    private var isAsked = false

    /// Explains the part of `ask`'s answer that `path` leads to, from the outside in.
    package init(_ text: String, path: [String], ask: @escaping (Queries) throws -> AnswerTree?) {
        (self.text, self.ask) = (text, ask)
        self.path = AnswerPath(words: path)
    }

    /// The explained part of the answer; nil: there is no answer, or no such part in it.
    func answer(_ queries: Queries) throws -> AnswerTree? {
        let isFirst = !isAsked
        isAsked = true
        do {
            guard case .fields(var fields)? = try ask(queries) else { return nil }
            // The position and the cursor do not come from the views.
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

    /// The codes of a question whose answer does not exist yet or no longer, or is not for the viewer.
    private static let codesOfAbsence: [Refusal.Code] = [.notFound, .gone, .forbidden]

    /// Whether the explained part exists, with or without a value.
    var isKnown: Bool { whole.map { !path.find(in: $0).isEmpty } ?? false }

    /// The refusal if there is nothing to explain.
    var nothing: Refusal {
        if let whole { return path.unknown(in: whole) }
        return refusal ?? Refusal(.notFound, "\(text) never had an answer")
    }
}

extension Community {
    /// The question's answer, and the events that led to it; with `proof`, each with the proof that it is in the log.
    /// Refuses a question that never had an answer. What `progress` throws ends the work. O(events of the log).
    package func why(
        _ question: ExplainedQuestion, moment: Moment? = nil, page: Page, newestFirst: Bool = false,
        proof: Bool = false, progress: (Int, Int) throws(Refusal) -> Void = { _, _ in }
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

/// An explained answer, as its JSON.
package struct WhyAnswer: Codable {
    package struct Member: Codable {
        package var id: String
        package var username: String?
    }

    package struct Event: Codable {
        /// Absent if only time has passed.
        package var event: UInt64?
        /// `time.passed` if there is no event.
        package var kind: String
        /// Absent for the operator.
        package var actor: Member?
        package var subject: String?
        /// When it happened.
        package var at: String?
        /// True if the event's content or its actor's name is erased.
        package var erased: Bool?
        package var changes: [AnswerChange]
        package var views: [ReasonView]
        package var proof: String?
    }

    package var position: UInt64
    package var question: String
    package var field: String?
    /// The present value; absent if it no longer exists.
    package var answer: AnswerTree?
    package var reasons: [Event]
    package var next: String?

    /// The name of a single value. The JSON does not hold it.
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
                // The lines of a single value need no name.
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
    /// Neither an object nor a list of objects.
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
