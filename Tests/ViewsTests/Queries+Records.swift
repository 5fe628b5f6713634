import Events
import Layout
import Projections
import TestSupport
import Views

extension Queries {
    /// Questions to the views of that log.
    init(_ records: [Record], now: Timestamp, position: @escaping (Origin) -> Position? = { _ in nil }) {
        let replay = Replay<AllProjectors>().fold(records)
        self.init(
            snapshot: ViewSnapshot(base: replay.base, position: records.last?.position ?? .none), views: replay.view,
            now: now, position: position)
    }
}
