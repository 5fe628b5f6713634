import Events
import Layout
import Projections

extension StandingsProjector {
    static func awardRules(_ view: StandingsView, _ transaction: inout ViewTransaction) -> AwardRules {
        transaction.get(view.awardRules, StandingsView.onlyKey)?.rules ?? Rules.standard.awards
    }

    /// Recomputes all weeks under the new rules from their counts, without reading any event. O(counts).
    ///
    /// A payload that cannot be opened changes nothing, so that all readers of such a log agree.
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
