import Events
import Layout

/// Up to which event a member has read their notifications, or seen the feed. It only moves forward.
extension Deliberation {
    func decideMark() throws(Refusal) -> Decision {
        try requireMember()
        try requireOwnSubject()
        try requireNoPayload()
        let upTo = try markedPosition()
        let relation: Relation = command.kind == .feedSeen ? .seen : .read
        if let row = state.relation(actor.id, relation, actor.id.position),
            let mark = state.record(at: row.position)?.header
        {
            // Right before the mark itself means up to the mark: it is nothing to read.
            let marked = mark.cause.next == row.position ? row.position : mark.cause
            if upTo <= marked { return .unchanged(row.position) }
        }
        return .append([draft(subject: actor.id.position, owner: .operator, cause: upTo)])
    }

    /// Any event will do; absent means the last one.
    private func markedPosition() throws(Refusal) -> Position {
        guard let reference = command.cause else { return state.head }
        let position = try state.position(reference, field: "cause")
        guard !position.isNone, position <= state.head else { throw .unknown(reference, field: "cause") }
        if case .position(_, let letter?) = reference {
            let actual = state.entity(position)?.type.letter ?? (state.member(MemberID(position)) == nil ? nil : "m")
            guard letter == actual else { throw .unknown(reference, field: "cause") }
        }
        return position
    }
}
