package import Layout
package import Transparency

/// The data that an account deletion destroyed.
package struct Erasure: Sendable {
    package var member: MemberID
    /// The slot in the vault.
    package var slot: UInt32
    /// The position of the `member.deleted`.
    package var deletion: EventHeader
    /// The number of payloads that the key sealed, by the name of their kind.
    package var sealed: [String: Int]

    private static let memberLine = "erased-member "

    /// The member that such lines are about, whether or not they are true; `nil` for other lines.
    package static func member(in lines: [String]) -> MemberID? {
        guard let first = lines.first, first.hasPrefix(memberLine),
            let letter = first.dropFirst(memberLine.count).first,
            letter == "m", let value = UInt64(first.dropFirst(memberLine.count + 1))
        else { return nil }
        return MemberID(value)
    }

    /// The lines of a receipt, below those of every signed head.
    package var lines: [String] {
        let kinds = sealed.sorted { $0.key < $1.key }.map { "erased-kind \($0.key) \($0.value)" }
        return [
            "\(Self.memberLine)\(member)", "erased-by \(deletion.position) \(deletion.recordedAt.rfc3339)",
            "erased-key slot \(slot)", "erased-payloads \(sealed.values.reduce(0, +))",
        ] + kinds
    }
}

extension EventLog {
    /// States what an account deletion destroyed: a signed head of the present log with further lines. Refuses while
    /// the member lives, or the key exists. O(log events).
    package func eraseReceipt(of member: MemberID) throws(Refusal) -> (erasure: Erasure, note: SignedNote) {
        try signingStatements { snapshot, sign in
            let erasure = try erasure(of: member, in: snapshot)
            return (erasure, try sign(snapshot.head.value, erasure.lines))
        }
    }

    /// What an account deletion destroyed. Refuses while the member lives, or the key exists. O(log events).
    package func erasure(of member: MemberID) throws(Refusal) -> Erasure {
        try read { try erasure(of: member, in: $0) }
    }

    private func erasure(of member: MemberID, in snapshot: LogSnapshot) throws -> Erasure {
        guard let vault else { throw vaultMissing }
        guard let holder = try snapshot.holder(member) else {
            throw Refusal(.notFound, "there was never a member \(member)")
        }
        guard holder.isDeleted else {
            throw Refusal(.conflict, "\(member) has an account: a receipt exists only after its deletion")
        }
        guard case .destroyed = try vault.slot(holder.slot) else {
            throw Refusal(
                .unavailable,
                "the key of \(member) still exists although the account was deleted", remedy: .finishErasure)
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
