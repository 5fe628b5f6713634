package import EventLog
package import Events
package import Layout

extension LogBatch {
    /// What decisions read. The log was opened with this domain's schema, so its state is this one.
    package var model: WriteModel {
        guard let model = state as? WriteModel else { preconditionFailure("a log of another domain") }
        return model
    }

    /// Gives drafts their places. The origin goes with the first. Answers the first position.
    ///
    /// `key` is what stands for the origin in the state; made by the log if it is not given.
    package func append(
        _ drafts: [Draft], origin: StoredOrigin?, key: SecretKey? = nil
    ) throws(Refusal) -> Position {
        let first = head.next
        var index = 0
        while index < drafts.count {
            let draft = drafts[index]
            let isFirst = index == 0
            try append(
                header(for: draft, first: first), payload: draft.payload.storedBytes, origin: isFirst ? origin : nil,
                key: isFirst ? key : nil)
            index += 1
        }
        return first
    }

    private func header(for draft: Draft, first: Position) -> EventHeader {
        let position = head.next
        let isRegistration = draft.kind == .memberRegistered
        return EventHeader(
            position: position, kind: draft.kind, recordedAt: now, occurredAt: draft.occurredAt,
            actor: isRegistration ? MemberID(position) : draft.actor,
            subject: draft.isOwnSubject ? position : draft.subject,
            owner: isRegistration ? MemberID(position) : draft.owner,
            cause: draft.isCausedByFirst ? first : draft.cause, creditedAt: draft.creditedAt, value: draft.value)
    }
}

extension EventLog {
    /// What stands for a member's name in the state, whatever its case; nil without the vault.
    package func secretKey(ofUsername name: String) -> SecretKey? {
        secretCodes?.code(ofName: Username.folded(name))
    }
}
