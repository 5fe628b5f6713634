import Decisions
import EventLog
package import Events
import Layout
import Projections
import Search
import Transparency
import Views

/// What `erase-receipt` answers.
package struct EraseReceiptAnswer: Encodable, Sendable {
    package var member: String
    /// Of the `member.deleted`.
    package var position: UInt64
    package var deletedAt: String
    /// How many payloads were sealed under the destroyed key.
    package var payloads: Int
    package var kinds: [String: Int]
    /// The signed statement.
    package var note: String
}

extension Community {
    /// A signed statement of what was destroyed with a deleted account. Refuses while anything is left: a key, or views of
    /// before. O(log events).
    package func eraseReceipt(of reference: Reference) throws(Refusal) -> EraseReceiptAnswer {
        guard let member = try memberID(reference) else {
            throw Refusal(
                .notFound, "there is no member \(reference): a deleted one has an id, such as m17, and no name any more"
            )
        }
        if let unfinishedErasure { throw unfinishedErasure }
        if let left = try views.outdatedGenerationsByLog().first {
            throw Refusal(
                .unavailable,
                "views/\(left) may still hold what was erased: another process is making the views anew, try again")
        }
        if let left = search.outdated(erasures: try log.erasureCountByEvents()).first {
            throw Refusal(
                .unavailable,
                "search/\(left) may still hold what was erased: another process is making the index anew, try again")
        }
        if log.hasVault, let forgotten = media.forgottenErasures, forgotten != (try log.erasureCountByEvents()) {
            throw Refusal(
                .unavailable,
                "media/ may still hold images of deleted members: another process is removing them, try again")
        }
        let (erasure, note) = try log.eraseReceipt(of: member)
        return EraseReceiptAnswer(
            member: member.description, position: erasure.deletion.position.value,
            deletedAt: erasure.deletion.recordedAt.rfc3339, payloads: erasure.sealed.values.reduce(0, +),
            kinds: erasure.sealed,
            note: note.description)
    }

    /// Refuses as gone who has been deleted.
    package func requireLiving(_ reference: Reference) throws(Refusal) {
        guard let member = try memberID(reference),
            try log.read({ try $0.member(member)?.isDeleted }) == true
        else { return }
        throw Refusal(.gone, "\(reference) was deleted: nothing that they wrote can be read any more")
    }

    /// Whom it names, deleted or not; nil where nobody is known.
    private func memberID(_ reference: Reference) throws(Refusal) -> MemberID? {
        switch reference {
        case .position(let position, _):
            return try log.read { try $0.member(MemberID(position)) == nil } ? nil : MemberID(position)
        case .external(let source, let id):
            guard let position = try log.read({ try $0.position(of: Origin(source: source, id: id)) }) else {
                return nil
            }
            return try memberID(.position(position, letter: "m"))
        case .username: return try query { queries in try? queries.member(reference) }
        }
    }
}
