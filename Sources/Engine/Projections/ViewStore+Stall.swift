import EventLog
import Foundation
package import Layout
import Synchronization

/// Where the disk or the map of the views is full, the views stay at the position that they hold, and questions are answered from
/// there.
extension ViewStore {
    /// Why the live views stay behind the log, and since when.
    struct Stall {
        let generation: Int
        let refusal: Refusal
        /// Where the views stay.
        let position: Position
        let since = ContinuousClock.now

        /// Whether another attempt is due: each costs a fold that is thrown away.
        var isOver: Bool { since.duration(to: .now) >= .seconds(1) }
    }

    /// Why the views stay behind the log; `nil` if they follow it, as far as this object has tried.
    package var reasonOfLag: Refusal? { stall.withLock { $0?.refusal } }

    /// The position that the views stay at; `nil` if they follow the log, as far as this object has tried.
    package var positionOfLag: Position? { stall.withLock { $0?.position } }

    /// Notes that nothing keeps the views behind the log.
    func noteFollowing() { stall.withLock { $0 = nil } }

    /// Folds the rest of the log, or leaves the views where they are if there is no room.
    func follow(_ generation: Generation, _ progress: (Int, Int) -> Void) throws {
        if let known = stall.withLock({ $0 }), known.generation == generation.number, !known.isOver { return }
        do {
            try fold(generation, progress)
            noteFollowing()
        } catch  where log.lacksRoom(error) {
            let known = Stall(
                generation: generation.number, refusal: refusal(error), position: try generation.base().position())
            stall.withLock { $0 = known }
        }
    }
}
