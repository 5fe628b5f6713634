import EventLog
package import Layout
import Projections

extension Community {
    /// Whether requests can be served, commands included.
    package struct Readiness: Sendable {
        /// Why a command would be refused now, whatever it says.
        package var reasons: [String] = []
        /// What the operator should look after, although commands succeed.
        package var warnings: [String] = []
    }

    /// From the figures about space that are known already. Writes nothing and takes no lock. O(1).
    package func readiness(_ room: Room) -> Readiness {
        var readiness = Readiness()
        if let reason = room.reason { readiness.reasons.append(reason) }
        do throws(Refusal) {
            if let obstacle = try log.appendObstacle() { readiness.reasons.append(obstacle.message) }
            let share = try log.readersShare()
            let readers = "\(Int(share * 100)) % of the reader slots are taken: end processes that use this directory"
            if share >= 1 {
                readiness.reasons.append(readers)
            } else if share > 0.9 {
                readiness.warnings.append(readers)
            }
            if let ahead = try log.aheadOfClock() { readiness.warnings.append(ahead) }
        } catch {
            // Files that cannot be read now are a reason and not a refusal: a probe needs the answer.
            readiness.reasons.append(error.message)
        }
        for lag in [log.stateLag, viewsLag] { if let lag { readiness.warnings.append(lag.message) } }
        if let shortage = log.reserveShortage { readiness.warnings.append(shortage) }
        if let refusal = unfinishedErasure { readiness.reasons.append(refusal.message) }
        return readiness
    }

    /// Why questions are answered from an earlier position than the log's end; `nil` if they are not.
    package var viewsLag: Refusal? {
        guard var obstacle = views.reasonOfLag else { return nil }
        obstacle.message =
            "the views stay behind the log, and questions are answered from their position: \(obstacle.message)"
        return obstacle
    }

    /// The position that answers show: the log's last one, unless the views stay behind it.
    package func shownPosition() throws(Refusal) -> Position {
        let head = try log.head()
        return min(views.positionOfLag ?? head, head)
    }

    /// Frees the reader slots that this process holds while it does not read. For a process that only waits.
    package func releaseReaders() {
        log.releaseReaders()
        views.releaseReaders()
    }
}
