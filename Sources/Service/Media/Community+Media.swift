import EventLog
package import Events
import Layout

extension Community {
    /// Removes the images that were last put or renewed before that time, and that no event names which can still be opened: what a
    /// deleted member wrote names none. Earlier states are asked of the log, so also a recipe that is deleted or was edited
    /// since keeps its images. O(events).
    ///
    /// Refuses where events cannot be opened though their author lives: nobody can know what they name.
    package func removeUnreferencedImages(putBefore limit: Timestamp) throws(Refusal) -> MediaStore.Removal {
        // Listed before the log is read: what comes later is kept whatever the log says.
        let stored = try media.ids()
        guard !stored.isEmpty else { return MediaStore.Removal() }
        let named = try named(among: stored)
        return try media.removeUnreferenced(putBefore: limit) { named.contains($0) || !stored.contains($0) }
    }

    /// Those of the images that some text in the log names, whatever it is part of: a list, an address, a sentence.
    private func named(among stored: Set<ImageID>) throws(Refusal) -> Set<ImageID> {
        try log.read { snapshot in
            var named: Set<ImageID> = []
            try snapshot.forEachSaid(from: Position(1), through: snapshot.head, kinds: .all, opening: .all) { record in
                if record.isErased, try snapshot.member(record.header.keyHolder)?.isDeleted != true {
                    throw Refusal(
                        .unavailable,
                        "event \(record.position) cannot be opened, so nobody can know which images it names: put back the vault/ that was kept with this log"
                    )
                }
                _ = record.withPayloadBytes { (span) -> Void? in
                    unsafe span.withUnsafeBytes {
                        unsafe ImageID.collect(named: Array($0), among: stored, into: &named)
                    }
                }
            }
            return named
        }
    }
}

extension Community {
    /// Looks at every image; nil: there are none.
    static func mediaFinding(_ directory: String, _ progress: (Int, Int) -> Void) -> Finding? {
        let name = "media"
        let store = MediaStore("\(directory)/\(name)")
        do throws(Refusal) {
            let (damaged, count) = try store.examine(progress)
            guard count > 0 else { return nil }
            guard let first = damaged.first else {
                return Finding(name, .ok, "\(count) images are what their names say", count: count)
            }
            return Finding(
                name, .failed,
                "\(store.folder(first)) is not what its name says: put it back from a copy, or upload the picture again",
                count: damaged.count)
        } catch {
            return Finding(name, cannotRun: error)
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
