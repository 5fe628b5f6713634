import Events
import LarderAPI
import Layout
import Operations
import Projections
import TestSupport
import Views

extension Queries {
    /// Queries to the views of that log.
    init(_ records: [Record], now: Timestamp, position: @escaping (Origin) -> Position? = { _ in nil }) {
        let replay = Replay<AllProjectors>().fold(records)
        self.init(
            snapshot: ViewSnapshot(base: replay.base, position: records.last?.position ?? .none), views: replay.view,
            now: now, log: RecordedLog(records: records, origin: position))
    }
}

/// A log in memory, for queries that read it.
struct RecordedLog: LogReading {
    let records: [Record]
    let origin: (Origin) -> Position?

    func position(of origin: Origin) -> Position? { self.origin(origin) }
    func record(at position: Position) -> Record? { records.first { $0.position == position } }
    func forEachHeader(from first: Position, through last: Position, _ body: (EventHeader) -> Bool) {
        for record in records where record.position >= first && record.position <= last {
            guard body(record.header) else { return }
        }
    }
}
