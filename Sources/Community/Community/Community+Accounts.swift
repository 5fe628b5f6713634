import Decisions
package import EventLog
package import Events
package import Layout
import Projections
import Search
import Synchronization
import Transparency
import Views

/// The answer of `erase-receipt`.
package struct EraseReceiptAnswer: Encodable, Sendable {
    package var member: String
    /// Position of the `member.deleted`.
    package var position: UInt64
    package var deletedAt: String
    /// The number of payloads sealed under the destroyed key.
    package var payloads: Int
    package var kinds: [String: Int]
    /// The signed statement.
    package var note: String
}

/// The events of authentication, and the deletion of accounts.
extension Community {
    /// The files of credentials and sessions.
    package var accountFiles: AccountFiles { AccountFiles(vault: "\(log.directory)/vault") }

    /// Whether the community has no admin yet.
    package func lacksAdmin() throws(Refusal) -> Bool { try log.read { try $0.adminCount() == 0 } }

    /// Appends that a member has logged in, logged out, or changed the password. A banned member may only log out.
    package func note(_ kind: EventKind, of member: MemberID) async throws(Refusal) -> Outcome {
        precondition([.memberLoggedIn, .memberLoggedOut, .memberPasswordChanged].contains(kind))
        let prepared = PreparedCommand(Command(kind, actor: .member(member)), log)
        return try await appender.append(urgent: true) { batch -> Result<Outcome, Refusal> in
            guard let state = batch.model.member(member)?.state, !state.isDeleted else {
                return .failure(Refusal(.notFound, "there is no member \(member)"))
            }
            if kind != .memberLoggedOut, let ban = state.ban, ban.holds(at: batch.now) {
                return .failure(BatchState(batch, batch.model, naming: prepared).refusal(of: ban, of: member))
            }
            let draft = Draft(
                kind, actor: member, subject: member.position, owner: member, occurredAt: batch.now)
            return Result { () throws(Refusal) in
                Outcome(position: try batch.append([draft], origin: nil), changed: true, kind: kind)
            }
        }.get()
    }

    /// Appends that links with which the members choose new passwords are made: who made them, and for whom, never the links. `actor`: an
    /// admin, or the operator. Appends nothing if a member is gone or banned, who could not use the link.
    package func noteResetLinks(
        for members: [MemberID], by actor: MemberID
    ) async throws(Refusal) -> Position {
        try await appender.append { batch throws(Refusal) in
            let state = batch.model
            for member in members {
                guard let known = state.member(member)?.state, !known.isDeleted else {
                    throw Refusal(.notFound, "there is no member \(member)", field: "member")
                }
                if let ban = known.ban, ban.holds(at: batch.now) {
                    throw Refusal(
                        .conflict, "a banned member cannot sign in: end the ban first, then make the link",
                        field: "member")
                }
            }
            let drafts = members.map { member in
                Draft(
                    .memberResetLinkMade, actor: actor, subject: member.position, owner: member,
                    occurredAt: batch.now)
            }
            return try batch.append(drafts, origin: nil)
        }
    }

    /// Appends that sessions or keys of a member end: who ends them, and why, never which. `actor`: an admin, or the operator. Appends
    /// nothing if the member is gone, or the reason too long.
    package func noteAccessRevoked(
        of member: MemberID, by actor: MemberID, reason: String?
    ) async throws(Refusal) -> Position {
        let payload = try Payload(reason: reason) ?? .none
        return try await appender.append(urgent: true) { batch throws(Refusal) in
            guard let known = batch.model.member(member)?.state, !known.isDeleted else {
                throw Refusal(.notFound, "there is no member \(member)", field: "member")
            }
            let draft = Draft(
                .memberAccessRevoked, actor: actor, subject: member.position, owner: member, occurredAt: batch.now,
                payload: payload)
            return try batch.append([draft], origin: nil)
        }
    }

    /// The registration with that origin, and its time; `nil` if there is none, or if it is erased.
    package func registration(
        of origin: Origin
    ) throws(Refusal) -> (username: String, email: String, occurredAt: Timestamp)? {
        try log.read { snapshot in
            guard let position = try snapshot.position(of: origin), let record = try snapshot.record(at: position),
                case .registration(let registration) = record.payload
            else { return nil }
            return (registration.username, registration.email, record.header.occurredAt)
        }
    }

    /// The event with the balance from before Larder of the member or recipe with that origin; `nil` if there is none, or
    /// if it is erased.
    package func carriedOver(to origin: Origin) throws(Refusal) -> Record? {
        try log.read { snapshot in
            guard let subject = try snapshot.position(of: origin),
                let position = try snapshot.carriedOver(to: subject), let record = try snapshot.record(at: position),
                !record.isErased
            else { return nil }
            return record
        }
    }

    /// The acts with origins of that source, of those kinds, in the order of the log. Erased ones are left out. O(events).
    package func acts(from source: String, of kinds: EventKindSet) throws(Refusal) -> [(EventHeader, Origin)] {
        try log.read { snapshot in
            var acts: [(EventHeader, Origin)] = []
            try snapshot.forEachHeader(from: Position(1)) { header in
                guard kinds.contains(number: header.kindNumber),
                    let origin = try snapshot.storedOrigin(of: header), origin.source == source
                else { return true }
                acts.append((header, Origin(source: origin.source, id: origin.id)))
                return true
            }
            return acts
        }
    }

    /// The event with that origin; `nil` if there is none.
    package func position(of origin: Origin) throws(Refusal) -> Position? {
        try log.read { try $0.position(of: origin) }
    }

    // MARK: Erasure

    /// Why keys, views, search index or images of deleted members are left; `nil` if nothing is, or if the next query
    /// removes it.
    package var unfinishedErasure: Refusal? { log.unfinishedErasure ?? unfinished.withLock { $0 } }

    /// Call it after deleting accounts, once for all of them: rebuilds views and search index in new files, and removes
    /// the images that only the deleted members had named. If that fails, `unfinishedErasure` holds the reason. Does
    /// nothing unless this object deleted an account. `progress` gets (events folded, events in total).
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

    /// A signed statement of what a deletion destroyed. Refuses while a key, outdated views, a search index or images
    /// are left. O(log events).
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
                "views/\(left) may still hold what was erased: another process is rebuilding the views, try again")
        }
        if let left = try search.outdated(erasures: try log.erasureCountByEvents()).first {
            throw Refusal(
                .unavailable,
                "search/\(left) may still hold what was erased: another process is rebuilding the index, try again")
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

    /// Refuses with `gone` if the member was deleted.
    package func requireLiving(_ reference: Reference) throws(Refusal) {
        guard let member = try memberID(reference),
            try log.read({ try $0.member(member)?.isDeleted }) == true
        else { return }
        throw Refusal(.gone, "\(reference) was deleted: the account's texts cannot be read any more")
    }

    /// The member, deleted or not; `nil` if there is none.
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
                do throws(Refusal) { return try queries.member(reference) } catch {
                    guard error.code == .notFound else { throw error }
                    return nil
                }
            }
        }
    }
}
