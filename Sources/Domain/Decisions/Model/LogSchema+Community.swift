package import EventLog
import Events
import Layout

extension LogSchema {
    /// What the log of a community has to know of its events.
    package static let community = LogSchema(
        kinds: .known,
        keyCreation: EventKind.memberRegistered.rawValue,
        keyDestruction: EventKind.memberDeleted.rawValue,
        keyHolder: { $0.keyHolder },
        name: { number in EventKind(rawValue: number)?.name ?? "\(number)" },
        isPayload: { number, bytes in
            // Why bytes cannot be decoded makes no difference.
            EventKind(rawValue: number).flatMap { kind in try? Payload(kind: kind, storedBytes: bytes) } != nil
        },
        state: WriteModelTables.self)
}
