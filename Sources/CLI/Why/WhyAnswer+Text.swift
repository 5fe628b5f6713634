import Answers
import Community

extension WhyAnswer {
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

extension Terminal {
    /// The day, for people: positions tell the order. The exact time elsewhere.
    fileprivate func day(_ text: String) -> String { isOutputTerminal ? String(text.prefix(10)) : text }
}
