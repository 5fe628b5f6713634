import Crypto
package import Layout

extension LogBatch {
    /// Appends an event that was decided, and seals what it says. `header` has the next position and `now`; the flags are set
    /// here. `key` is what stands for the origin in the state; made here if it is not given.
    package func append(
        _ header: EventHeader, payload: [UInt8], origin: StoredOrigin?, key: SecretKey?
    ) throws(Refusal) {
        guard let vault = log.vault else { throw log.vaultMissing }
        guard header.position <= .max else { throw Refusal(.unavailable, "the log is full: 2^48 events") }
        precondition(header.position == head.next && header.recordedAt == now, "an event takes the next place")
        var header = header
        header.flags = []
        if !payload.isEmpty { header.flags.insert(.hasPayload) }
        if origin != nil { header.flags.insert(.hasOrigin) }
        guard header.hasBody else {
            add(Record(header: header, body: .none), stored: nil, originKey: nil)
            if let failure { throw failure }
            return
        }
        header.flags.insert(.sealed)
        let originKey = origin.map { key ?? vault.originKey(Origin(source: $0.source, id: $0.id)) }
        let words = StoredWords(payload: payload, origin: origin)
        let sealing = try sealingKey(for: header, vault)
        let stored: [UInt8]
        do {
            stored = try StoredBody.seal(
                words.bytes, at: header.position, logID: log.sealID, originKey: originKey, under: sealing)
        } catch {
            throw log.refusal(error)
        }
        add(Record(header: header, body: .said(words)), stored: stored, originKey: originKey)
        if let failure { throw failure }
    }

    /// The first event of all: says which log this is. Written plain, so that a log without its vault can be told.
    func appendCreation() throws(Refusal) {
        let header = EventHeader(
            position: head.next, kindNumber: LogSchema.creation, recordedAt: now, occurredAt: now, actor: .operator,
            flags: .hasPayload)
        let words = StoredWords(payload: Self.creation(of: log.logID), origin: nil)
        add(Record(header: header, body: .said(words)), stored: words.bytes, originKey: nil)
    }

    /// A protobuf message of two fields: the id of the log, and its format.
    private static func creation(of logID: [UInt8]) -> [UInt8] {
        var message = ByteWriter()
        message.write(UInt8(1 << 3 | 2))
        message.write(logID)
        message.write(UInt8(2 << 3))
        message.write(varint: UInt64(EventLog.format))
        return message.bytes
    }

    /// Made and synced before it is used: vault before log.
    private func sealingKey(for header: EventHeader, _ vault: Vault) throws(Refusal) -> SymmetricKey {
        guard let slot = progress.slot(for: header) else {
            throw failure ?? log.damage(header.position, "no key holder")
        }
        if let known = sealingKeys[slot] { return known }
        if header.kindNumber == log.schema.keyCreation { try vault.prepare(slot: slot) }
        guard let key = try vault.key(slot: slot) else {
            throw Refusal(
                .damaged,
                "slot \(slot) of the vault \(vault.path) is destroyed, but its member is not deleted: put back vault/ from a backup of this log"
            )
        }
        sealingKeys[slot] = key
        return key
    }
}
