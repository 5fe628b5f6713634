package import Layout
package import Transparency

/// What was destroyed with an account.
package struct Erasure: Sendable {
    package var member: MemberID
    /// In the vault.
    package var slot: UInt32
    /// The `member.deleted`.
    package var deletion: EventHeader
    /// How many payloads were sealed under the key, by the name of their kind.
    package var sealed: [String: Int]

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
        let kinds = sealed.sorted { $0.key < $1.key }.map { "erased-kind \($0.key) \($0.value)" }
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

    /// What was destroyed with a deleted account. Refuses while the member lives, or the key is there. O(log events).
    package func erasure(of member: MemberID) throws(Refusal) -> Erasure {
        try read { try erasure(of: member, in: $0) }
    }

    private func erasure(of member: MemberID, in snapshot: LogSnapshot) throws -> Erasure {
        guard let vault else { throw vaultMissing }
        guard let holder = try snapshot.holder(member) else {
            throw Refusal(.notFound, "there never was a member \(member)")
        }
        guard holder.isDeleted else {
            throw Refusal(.conflict, "\(member) has an account: there is a receipt when it is deleted")
        }
        guard case .destroyed = try vault.slot(holder.slot) else {
            throw Refusal(
                .unavailable,
                "the key of \(member) is still there though the account was deleted", remedy: .finishErasure)
        }
        return try snapshot.erasure(of: member, slot: holder.slot)
    }
}

extension LogSnapshot {
    fileprivate func erasure(of member: MemberID, slot: UInt32) throws -> Erasure {
        let schema = log.schema
        var sealed: [UInt16: Int] = [:]
        var deletion: EventHeader?
        try forEachHeader(from: member.position) { header in
            if header.flags.contains(.sealed), schema.keyHolder(header) == member {
                sealed[header.kindNumber, default: 0] += 1
            }
            if header.kindNumber == schema.keyDestruction, header.subject == member.position { deletion = header }
            return true
        }
        guard let deletion else { throw log.damage(member.position, "the log does not say that it was deleted") }
        let named = Dictionary(uniqueKeysWithValues: sealed.map { (schema.name($0), $1) })
        return Erasure(member: member, slot: slot, deletion: deletion, sealed: named)
    }
}
