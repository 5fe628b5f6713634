package import Layout

extension LogSnapshot {
    /// Those of the images that some text in the log names, whatever it is part of: a list, an address, a sentence. Earlier
    /// versions and what was deleted name theirs, too, for both can come back; what a deleted member wrote names none. Only the
    /// events after a position are looked at. O(events).
    ///
    /// Refuses where events cannot be opened though their author lives: what they name cannot be known.
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

    /// Hands out what was said, but for what deleted members have: their keys may be there a moment longer than they.
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
                // Unless the member has just been deleted: the key goes when that is in the log, whatever this snapshot knows.
                deleted[holder] = try log.hasLeft(holder)
                guard deleted[holder] == false else { return }
                throw Refusal(
                    .unavailable,
                    "event \(record.position) cannot be opened, so it cannot be known which images it names: put back the vault/ that was kept with this log"
                )
            }
            body(record)
        }
    }
}

extension ImageID {
    /// Whatever stands before or behind a name may look like a part of it.
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
