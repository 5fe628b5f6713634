import EventLog
import Events
import Layout
import Service

/// An explained answer as JSON has it.
struct WhyAnswer: Encodable {
    struct Member: Encodable {
        var id: String
        var username: String?
    }

    struct Event: Encodable {
        /// Absent where time has passed and nothing else.
        var event: UInt64?
        /// `time.passed` where there is no event.
        var kind: String
        /// Absent for the operator.
        var actor: Member?
        var subject: String?
        /// When it happened.
        var at: String?
        /// Nobody can read it, or who it was, any more.
        var erased: Bool?
        var changes: [AnswerChange]
        var views: [ReasonView]
        var proof: String?
    }

    var position: UInt64
    var question: String
    var field: String?
    /// What it is; absent: it is no more.
    var answer: AnswerTree?
    var reasons: [Event]
    var next: String?

    /// What a single value is called: in each line that would say nothing.
    private let name: String?

    private enum CodingKeys: String, CodingKey { case position, question, field, answer, reasons, next }

    init(
        _ explanation: Explanation<AnswerTree?>, _ question: AskedQuestion, _ proofs: [Position: String],
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
            let names = EventNames(snapshot: snapshot, end: end)
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
    var summary: String {
        "\(question)\(field.map { " \($0)" } ?? ""): \(answer.map(\.summary) ?? "nothing")"
    }

    func text(for terminal: Terminal) -> String {
        var table = TextTable([
            .number("event"), .whole("when"), .text("what"), .text("by"), .text("about").extra, .text("view").extra,
            .wrapped("change"),
        ])
        for reason in reasons {
            let by = reason.actor.map { $0.username.map { "@\($0)" } ?? "\($0.id), erased" } ?? "operator"
            table.add([
                reason.event.map { "\($0)" } ?? "", reason.at.map { terminal.day($0) } ?? "now", reason.kind,
                reason.event == nil ? "" : by, reason.subject ?? "",
                reason.views.map { "\($0.name) \($0.version)" }.joined(separator: ", "),
                reason.changes.map { $0.text(isNamed: $0.field != name) }.joined(separator: ", "),
            ])
        }
        let proofs = reasons.compactMap { reason in
            reason.proof.map { "\nevent \(reason.event.map { "\($0)" } ?? "")\n\($0)" }
        }
        return table.text(for: terminal) + proofs.joined()
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

extension Terminal {
    /// The day, for people: positions tell the order. The exact time elsewhere.
    fileprivate func day(_ text: String) -> String { isOutputTerminal ? String(text.prefix(10)) : text }
}
