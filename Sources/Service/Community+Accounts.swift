package import EventLog
package import Events
package import Layout
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

/// What only the service writes into the log, when somebody has shown who they are.
extension Community {
    /// Where credentials and sessions lie.
    package var accountFiles: AccountFiles { AccountFiles(vault: "\(log.directory)/vault") }

    /// Whether nobody administers the community yet.
    package func lacksAdmin() throws(Refusal) -> Bool { try log.read { try $0.adminCount() == 0 } }

    /// Appends that a member has logged in, logged out, or changed their password. A banned one may only log out.
    package func note(_ kind: EventKind, of member: MemberID) async throws(Refusal) -> Outcome {
        precondition([.memberLoggedIn, .memberLoggedOut, .memberPasswordChanged].contains(kind))
        return try await appender.append { batch -> Result<Outcome, Refusal> in
            guard let state = batch.member(member), !state.isDeleted else {
                return .failure(Refusal(.notFound, "there is no member \(member)"))
            }
            if kind != .memberLoggedOut, let ban = state.ban, ban.holds(at: batch.now) {
                return .failure(ban.refusal(of: .member(member)))
            }
            let draft = Draft(
                kind, actor: member, subject: member.position, owner: member, occurredAt: batch.now)
            return Result { () throws(Refusal) in
                Outcome(position: try batch.append([draft], origin: nil), changed: true, kind: kind)
            }
        }.get()
    }

    /// How somebody was registered under that origin, and when; nil: nobody was, or what was said is erased.
    package func registration(of origin: Origin) throws(Refusal) -> (username: String, occurredAt: Timestamp)? {
        try log.read { snapshot in
            guard let position = try snapshot.position(of: origin), let record = try snapshot.record(at: position),
                case .registration(let registration) = record.payload
            else { return nil }
            return (registration.username, record.header.occurredAt)
        }
    }

    // MARK: Erasure

    /// Why something is left that opens or keeps the texts of members who were deleted; nil: nothing is, or will be when the
    /// views are next caught up.
    package var unfinishedErasure: Refusal? { log.unfinishedErasure ?? unfinished.withLock { $0 } }

    /// To be called by whoever is done with deleting accounts: makes the views and the search index anew, once for all of them,
    /// so that nothing is left in their files, and removes the images that they alone had named. Where that fails,
    /// `unfinishedErasure` says so. Does nothing if nobody was deleted through this very object. `progress` gets (events
    /// folded, events in all).
    package func finishErasures(progress: (Int, Int) -> Void = { _, _ in }) {
        guard log.hasErased else { return }
        forgetting { () throws(Refusal) in
            try views.forgetErased(progress: progress)
            try renewSearch()
            try forgetImages()
        }
    }

    func forgetting(_ body: () throws(Refusal) -> Void) {
        var failure: Refusal?
        do throws(Refusal) { try body() } catch { failure = error.asUnfinishedErasure }
        unfinished.withLock { $0 = failure }
    }

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
        if let left = try search.outdated(erasures: try log.erasureCountByEvents()).first {
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
            kinds: Dictionary(uniqueKeysWithValues: erasure.sealed.map { ($0.key.name, $0.value) }),
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
        case .username:
            return try query { queries in
                do throws(Refusal) { return try queries.member(reference) } catch where error.code == .notFound {
                    return nil
                }
            }
        }
    }
}
