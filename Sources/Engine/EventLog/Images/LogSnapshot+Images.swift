package import Layout

extension LogSnapshot {
    /// The images among these that some readable text in the log names, in a list, an address or a sentence. Texts of
    /// earlier versions and of deleted entities count, because both can come back; texts of deleted members do not.
    /// Reads only the events after a position. O(events).
    ///
    /// Refuses if an event of a living author cannot be opened: then it is unknown which images it names.
    package func imagesNamed(
        among stored: Set<ImageID>, after position: Position = .none
    ) throws(Refusal) -> Set<ImageID> {
        var named: Set<ImageID> = []
        try forEachOfTheLiving(from: position.next, kinds: .all) { record in
            _ = record.withPayloadBytes { (span) -> Void? in
                unsafe span.withUnsafeBytes {
                    unsafe ImageID.collect(named: Array($0), among: stored, into: &named)
                }
            }
        }
        return named
    }

    /// Passes on the payloads of living members; the keys of deleted members may exist a moment longer.
    package func forEachOfTheLiving(
        from first: Position = Position(1), kinds: EventKindSet, _ body: (Record) -> Void
    ) throws(Refusal) {
        var deleted: [MemberID: Bool] = [:]
        try forEachSaid(from: first, through: head, kinds: kinds, opening: kinds) { record in
            guard record.header.hasBody else { return }
            let holder = log.schema.keyHolder(record.header)
            let isDeleted = try deleted[holder] ?? (self.holder(holder)?.isDeleted == true)
            deleted[holder] = isDeleted
            guard !isDeleted else { return }
            guard !record.isErased else {
                // Unless the member was just deleted: the key is destroyed after the deletion is in the log, which this
                // snapshot may not show.
                deleted[holder] = try log.hasLeft(holder) || isForgotten(holder)
                guard deleted[holder] == false else { return }
                throw Refusal(
                    .unavailable,
                    "event \(record.position) cannot be opened, so the images that it names are unknown: put back the vault/ that was kept with this log"
                )
            }
            body(record)
        }
    }

    /// Whether a copy of an earlier moment shows a member as living whom the original has deleted since.
    private func isForgotten(_ member: MemberID) throws(Refusal) -> Bool {
        guard log.identity.isReadOnly, let vault = log.vault, let holder = try holder(member) else { return false }
        if case .destroyed = try vault.slot(holder.slot) { return true }
        return false
    }
}

extension ImageID {
    /// The characters before and behind a name may look like a part of it.
    fileprivate static func collect(named bytes: [UInt8], among stored: Set<ImageID>, into named: inout Set<ImageID>) {
        var run = 0
        for (index, byte) in bytes.enumerated() {
            run = isDigit(byte) ? run + 1 : 0
            guard run >= digits else { continue }
            let text = String(decoding: bytes[(index + 1 - digits)...index], as: UTF8.self).lowercased()
            if let id = ImageID(text), stored.contains(id) { named.insert(id) }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }
}
