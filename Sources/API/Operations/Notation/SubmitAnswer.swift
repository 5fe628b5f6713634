package import Events
package import LarderAPI
import Layout

extension SubmitAnswer {
    package init(_ outcome: Outcome) {
        self.init(position: outcome.position.value, id: Self.id(of: outcome), changed: outcome.changed)
    }

    /// The id of what the event created, or the plain number of the event.
    package static func id(of outcome: Outcome) -> String {
        if outcome.kind == .memberRegistered { return MemberID(outcome.position).description }
        let letter = EntityType(createdBy: outcome.kind)?.letter
        return Reference.position(outcome.position, letter: letter).description
    }
}
