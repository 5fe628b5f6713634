import Crypto
import LMDB
import Layout

/// The state during a fold of the log: the domain's fold, its position, and the keys to be destroyed.
final class StateProgress {
    let fold: any StateFold
    private let schema: LogSchema
    private let vault: Vault?
    private let sealID: [UInt8]
    private let store: StateStore?
    /// The last event that was folded.
    private(set) var position = Position.none
    /// Members whose deletion was folded, with their slots: their keys are destroyed after the deletion is durable.
    private(set) var erasures: [MemberID: UInt32] = [:]

    /// `store` is `nil` for a state that is neither read nor stored. `stored` is `nil` for a fold from the first event
    /// on.
    init(_ log: EventLog, _ store: StateStore?, over stored: Snapshot?) throws {
        (schema, vault, sealID, self.store) = (log.schema, log.vault, log.sealID, store)
        let codes = log.secretCodes
        fold = try store?.tables.fold(codes: codes, over: stored) ?? log.schema.state.foldAside(codes: codes)
        if let store, let stored { position = try store.position(in: stored) }
    }

    var failure: (any Error)? { fold.failure }

    // MARK: Keys

    /// The slot of the key that seals the payload of this event; `nil` if the key holder is unknown.
    func slot(for header: EventHeader) -> UInt32? {
        if header.kindNumber == schema.keyCreation { return fold.nextSlot }
        let holder = schema.keyHolder(header)
        return holder == .operator ? 0 : fold.holder(holder)?.slot
    }

    /// The key that opens the payload of an event; `nil` if it is destroyed, or the vault is missing.
    private func key(for header: EventHeader) -> SymmetricKey? {
        do { return try slot(for: header).flatMap { slot in try vault?.key(slot: slot) } } catch {
            fold.fail(error)
            return nil
        }
    }

    // MARK: Folding

    func take(_ record: Record, originKey: SecretKey?) {
        let header = record.header
        position = header.position
        if header.kindNumber == schema.keyDestruction, let holder = fold.holder(MemberID(header.subject)) {
            erasures[MemberID(header.subject)] = holder.slot
        }
        fold.fold(record, originKey: originKey)
    }

    /// Folds an event as the log stores it. Its payload is opened only if the fold reads it.
    func take(_ header: EventHeader, stored: [UInt8]?) {
        if let stored { take(header, lent: unsafe stored.span.bytes) } else { take(header, lent: nil) }
    }

    /// Folds an event from lent bytes.
    func take(_ header: EventHeader, lent stored: RawSpan?) {
        guard let stored else { return take(Record(header: header, body: .none), originKey: nil) }
        var body = Record.Body.erased
        if schema.state.opened.contains(number: header.kindNumber) {
            // Bytes that open and are no body count as unreadable.
            let words = try? StoredBody.words(stored, header: header, logID: sealID, key: key(for: header))
            if let words = words ?? nil { body = .said(words) }
        }
        let hasOrigin = header.flags.contains(.hasOrigin)
        take(Record(header: header, body: body), originKey: hasOrigin ? SecretKey(stored: stored) : nil)
    }

    // MARK: Storing

    func flush(into transaction: inout WriteTransaction) throws {
        try fold.flush(into: &transaction)
        guard let store else { return }
        for (member, slot) in erasures { try store.erasing.put(member, NumberRow(UInt64(slot)), in: &transaction) }
        try store.meta.put(.position, MetaRow(position.value), in: &transaction)
    }
}
