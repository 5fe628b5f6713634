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
        for key in transaction.keys(view.counts, prefix: Key()) {
            let (week, member) = StandingsView.weekAndMember(ofCountsKey: key)
            guard let counts = transaction.get(view.counts, key),
                transaction.get(view.deletedMembers, Key(member.value)) == nil
            else { continue }
            move(
                from: BoardPlace(counts, of: member, by: old), to: BoardPlace(counts, of: member, by: rules.awards),
                in: week, view, &transaction)
        }
    }
}
