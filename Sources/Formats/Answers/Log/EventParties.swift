package import Events
import Layout

/// Who did something and to what, as people name them.
package struct EventParties {
    package var actor: String
    /// Empty: to nothing.
    package var subject: String

    package init(_ header: EventHeader, _ names: EventNames) {
        let name = header.actor == .operator ? "operator" : names.username(of: header.actor).map { "@\($0)" }
        actor = name ?? header.actor.description
        let type = names.entityType(at: header.subject)
        let member = type == nil ? names.username(of: MemberID(header.subject)).map { "@\($0)" } : nil
        // Only members are owners of themselves: those whose names nobody can read any more are known by that.
        let isMember = header.subject == header.owner.position
        let letter = type.map { "\($0.letter)" } ?? (isMember ? "m" : "")
        subject = header.subject.isNone ? "" : member ?? "\(letter)\(header.subject)"
    }
}
