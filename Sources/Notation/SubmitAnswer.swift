package import Events
import Layout

/// What became of a command, for programs.
package struct SubmitAnswer: Codable, Sendable {
    package var position: UInt64
    package var id: String
    package var changed: Bool

    package init(_ outcome: Outcome) {
        position = outcome.position.value
        id = Self.id(of: outcome)
        changed = outcome.changed
    }

    /// The id of what the event created, or the plain number of the event.
    package static func id(of outcome: Outcome) -> String {
        if outcome.kind == .memberRegistered { return MemberID(outcome.position).description }
        let letter = EntityType(createdBy: outcome.kind)?.letter
        return Reference.position(outcome.position, letter: letter).description
    }
}
