import Events
import Layout
import Projections

extension StandingsProjector {
    static func awardRules(_ view: StandingsView, _ transaction: inout ViewTransaction) -> AwardRules {
        transaction.get(view.awardRules, StandingsView.onlyKey)?.rules ?? Rules.standard.awards
    }

    /// Weighs all counts of all weeks by the new rules: no event need be looked at again. O(counts).
    ///
    /// Rules that nobody can read change nothing, for all readers of such a log alike.
    static func changeRules(
        _ record: borrowing Record, _ view: StandingsView, _ transaction: inout ViewTransaction
    ) {
        guard case .rules(let message) = record.payload else { return }
        let old = awardRules(view, &transaction)
        let rules = Rules(message)
        transaction.put(view.rules, StandingsView.onlyKey, RulesRow(rules))
        transaction.put(view.awardRules, StandingsView.onlyKey, AwardRulesRow(rules.awards))
        guard rules.awards != old else { return }
        for key in transaction.keys(view.weeks, prefix: Key()) {
            transaction.update(view.weeks, key) { $0.weigh(by: rules.awards) }
        }
    }
}
