package import Community
import EventLog
import Events
import Layout

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
