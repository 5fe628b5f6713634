import Events
import Layout

/// `rules.changed`: what scoring and discovery go by from then on.
extension Deliberation {
    func decideRuleChange() throws(Refusal) -> Decision {
        try requireAdmin()
        try requireNoSubject()
        guard case .rules(let given) = command.payload else { throw wrongShape }
        let rules = try RulesCheck.normal(given)
        let current = state.relation(.operator, .rules, .none)
        if let current, state.record(at: current.position)?.payload == .rules(rules) {
            return .unchanged(current.position)
        }
        return .append([draft(subject: .none, owner: .operator, payload: .rules(rules))])
    }
}
