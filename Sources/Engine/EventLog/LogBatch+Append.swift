import Crypto
package import Events
import Foundation
package import Layout
import SwiftProtobuf

extension LogBatch {
    /// Gives drafts their places and seals what they say. The origin goes with the first. Answers the first position.
    ///
    /// `key` is what stands for the origin in the log's tables; made here if it is not given.
    package func append(
        _ drafts: [Draft], origin: ProtoOrigin?, key: SecretKey? = nil
    ) throws(Refusal) -> Position {
        guard let vault = log.vault else { throw log.vaultMissing }
        let first = head.next
        let origin = origin.map { stored in
            let origin = Origin(source: stored.source, id: stored.id)
            return OriginToStore(origin: origin, stored: stored, key: key ?? vault.originKey(origin))
        }
        var index = 0
        while index < drafts.count {
            try append(drafts[index], first: first, origin: index == 0 ? origin : nil, vault)
            index += 1
        }
        if let failure { throw failure }
        return first
    }

    private struct OriginToStore {
        let origin: Origin
        let stored: ProtoOrigin
        let key: SecretKey
    }

    private func append(
        _ draft: Draft, first: Position, origin: OriginToStore?, _ vault: Vault
    ) throws(Refusal) {
        let position = head.next
        guard position <= .max else { throw Refusal(.unavailable, "the log is full: 2^48 events") }
        let isRegistration = draft.kind == .memberRegistered
        var header = EventHeader(
            position: position, kind: draft.kind, recordedAt: now, occurredAt: draft.occurredAt,
            actor: isRegistration ? MemberID(position) : draft.actor,
            subject: draft.isOwnSubject ? position : draft.subject,
            owner: isRegistration ? MemberID(position) : draft.owner,
            cause: draft.isCausedByFirst ? first : draft.cause, creditedAt: draft.creditedAt, value: draft.value)
        let payload = draft.payload.storedBytes
        if !payload.isEmpty { header.flags.insert(.hasPayload) }
        if origin != nil { header.flags.insert(.hasOrigin) }
        guard header.hasBody else {
            return add(OpenedEvent(record: Record(header: header, body: .none)), stored: nil, originKey: nil)
        }
        header.flags.insert(.sealed)
        let key = try sealingKey(for: header, vault)
        let stored: [UInt8]
        do {
            stored = try StoredBody.seal(
                StoredBody.plain(payload: payload, origin: origin?.stored), at: position, logID: log.sealID,
                originKey: origin?.key, under: key)
        } catch {
            throw log.refusal(error)
        }
        let record = Record(header: header, body: .open(payload: draft.payload, origin: origin?.origin))
        add(OpenedEvent(record: record, origin: origin?.stored), stored: stored, originKey: origin?.key)
    }

    /// The first event of all: says which log this is. Written plain, so that a log without its vault can be told.
    func appendCreation() throws(Refusal) {
        var created = ProtoLogCreated()
        created.logID = Data(log.logID)
        created.format = EventLog.format
        let payload = Payload.logCreated(created)
        let header = EventHeader(
            position: head.next, kind: .logCreated, recordedAt: now, occurredAt: now, actor: .operator,
            flags: .hasPayload)
        let stored = StoredBody.plain(payload: payload.storedBytes, origin: nil)
        let record = Record(header: header, body: .open(payload: payload, origin: nil))
        add(OpenedEvent(record: record), stored: stored, originKey: nil)
    }

    /// Made and synced before it is used: vault before log.
    private func sealingKey(for header: EventHeader, _ vault: Vault) throws(Refusal) -> SymmetricKey {
        guard let slot = state.slot(for: header) else {
            throw failure ?? log.damage(header.position, "no key holder")
        }
        if let known = sealingKeys[slot] { return known }
        if header.kind == .memberRegistered { try vault.prepare(slot: slot) }
        guard let key = try vault.key(slot: slot) else {
            throw Refusal(
                .damaged,
                "slot \(slot) of the vault \(vault.path) was destroyed, and its member is still there: put back vault/ from a backup of this log"
            )
        }
        sealingKeys[slot] = key
        return key
    }
}
