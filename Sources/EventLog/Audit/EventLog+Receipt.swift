package import Events
package import Layout
package import Transparency

/// What was destroyed with an account.
package struct Erasure: Sendable {
    package var member: MemberID
    /// In the vault.
    package var slot: UInt32
    /// The `member.deleted`.
    package var deletion: EventHeader
    /// How many payloads were sealed under the key, by kind.
    package var sealed: [EventKind: Int]

    private static let memberLine = "erased-member "

    /// The member that such lines are about, be they true or not; nil: they are other lines.
    package static func member(in lines: [String]) -> MemberID? {
        guard let first = lines.first, first.hasPrefix(memberLine),
            let letter = first.dropFirst(memberLine.count).first,
            letter == "m", let value = UInt64(first.dropFirst(memberLine.count + 1))
        else { return nil }
        return MemberID(value)
    }

    /// What a receipt says of it, one line each, below what every signed head says.
    package var lines: [String] {
        let kinds = sealed.sorted { $0.key.name < $1.key.name }.map { "erased-kind \($0.key.name) \($0.value)" }
        return [
            "\(Self.memberLine)\(member)", "erased-by \(deletion.position) \(deletion.recordedAt.rfc3339)",
            "erased-key slot \(slot)", "erased-payloads \(sealed.values.reduce(0, +))",
        ] + kinds
    }
}

extension EventLog {
    /// States what was destroyed with a deleted account: a signed head of the log as it is now, with lines that say it. Refuses
    /// while the member lives, or the key is still there. O(log events).
    package func eraseReceipt(of member: MemberID) throws(Refusal) -> (erasure: Erasure, note: SignedNote) {
        try signingStatements { snapshot, sign in
            let erasure = try erasure(of: member, in: snapshot)
            return (erasure, try sign(snapshot.head.value, erasure.lines))
        }
    }

    /// What was destroyed with a deleted account. Refuses as above. O(log events).
    package func erasure(of member: MemberID) throws(Refusal) -> Erasure {
        try read { try erasure(of: member, in: $0) }
    }

    private func erasure(of member: MemberID, in snapshot: LogSnapshot) throws -> Erasure {
        guard let vault else { throw vaultMissing }
        guard let state = try snapshot.member(member) else {
            throw Refusal(.notFound, "there never was a member \(member)")
        }
        guard state.isDeleted else {
            throw Refusal(.conflict, "\(member) has an account: there is a receipt when it is deleted")
        }
        guard case .destroyed = try vault.slot(state.ordinal) else {
            throw Refusal(
                .unavailable,
                "the key of \(member) is still there though the account was deleted", remedy: .finishErasure)
        }
        return try snapshot.erasure(of: member, slot: state.ordinal)
    }
}

extension LogSnapshot {
    fileprivate func erasure(of member: MemberID, slot: UInt32) throws -> Erasure {
        var sealed: [EventKind: Int] = [:]
        var deletion: EventHeader?
        try forEachHeader(from: member.position) { header in
            if header.flags.contains(.sealed), header.keyHolder == member { sealed[header.kind, default: 0] += 1 }
            if header.kind == .memberDeleted, header.subject == member.position { deletion = header }
            return true
        }
        guard let deletion else { throw log.damage(member.position, "the log does not say that it was deleted") }
        return Erasure(member: member, slot: slot, deletion: deletion, sealed: sealed)
    }
}
