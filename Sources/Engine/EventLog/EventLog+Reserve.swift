import Foundation
package import LMDB
package import Layout
import Synchronization

/// Acts that must not wait until an operator makes room: what the disk and the maps keep back is for them.
extension EventLog {
    /// The files whose maps may grow beyond their sizes for such an act.
    private var environments: [Environment] { [environment, state?.environment].compactMap(\.self) }

    /// Runs the body, and runs it again with more room where the disk or a map is full, until it succeeds or nothing more is kept
    /// back. The body must leave nothing half done where it throws. No transaction of the calling thread may be under way.
    /// `other`: another file that the body writes.
    package func usingReserve<R>(of other: Environment? = nil, _ body: () throws -> R) throws -> R {
        var isReleased = false
        // What the act did not need goes back before another program takes it.
        defer { if isReleased { reserve.refill() } }
        while true {
            do { return try body() } catch {
                let files = environments + [other].compactMap(\.self)
                if let failure = error as? LMDBError, failure.code == .mapFull {
                    // The disk has nothing to give to a map.
                    guard let full = files.first(where: { $0.path == failure.path }), try full.enlargeMap() else {
                        throw error
                    }
                } else {
                    guard lacksRoom(error), reserve.release() else { throw error }
                    isReleased = true
                }
            }
        }
    }

    /// Whether the disk or a map is full: also that of the views, which lie beside the log.
    package func lacksRoom(_ error: any Error) -> Bool { refusal(error).lacksRoom }

    /// Refuses ordinary writes while the room that is kept back is in use.
    package func checkRoom() throws {
        if let full = try environments.first(where: { try $0.isBeyondMapSize }) {
            throw LMDBError(code: .mapFull, operation: "write", path: full.path)
        }
        // A copy for reading only keeps nothing back.
        guard identity.isReadOnly || reserve.replenish() else {
            let kept =
                reserve.keptBytes == nil ? "" : ", and the rest of it is kept for deleting accounts and logging in"
            throw Refusal(
                .unavailable,
                "the disk of \(directory) is full\(kept): free some space and try again. Every acknowledged event is safe"
            ).lackingRoom
        }
    }

    /// What the disk does not keep back although it should; `nil` if the reserve is whole. A copy for reading only needs none.
    package var reserveShortage: String? {
        guard !identity.isReadOnly, let disk = reserve.disk else { return nil }
        func megabytes(_ bytes: Int) -> String {
            let tenths = (bytes * 10) >> 20
            return "\(tenths / 10).\(tenths % 10) MiB"
        }
        let wanted = disk.reserveBytes
        let purpose = "for deleting accounts and logging in on a full disk"
        guard let kept = reserve.keptBytes else {
            let why =
                wanted == 0
                ? "the disk is smaller than \(megabytes(DiskReserve.stepBytes * DiskReserve.diskShare))"
                : "the next write keeps \(megabytes(wanted)) if \(megabytes(wanted * DiskReserve.reservesFreeMin)) are free"
            return "no room is kept back \(purpose): \(why)"
        }
        guard kept < wanted else { return nil }
        return "only \(megabytes(kept)) of \(megabytes(wanted)) are kept back \(purpose): free some space"
    }

    /// Does what a full disk has prevented, as far as there is room now: begins or fills the reserve, folds the events that the state
    /// lacks, and destroys the keys of deleted members. For a process that stays: others do it as they open the log. What fails
    /// is tried again by the next call.
    package func makeUp() {
        guard !identity.isReadOnly else { return }
        // On a disk that is still full, another process may just be using what it has released.
        if reserve.disk?.hasRoom == true { _ = reserve.replenish() }
        // A log that cannot be read now is reported by each question.
        if let positions = try? headAndEnd(), positions.head < positions.end { try? bringStateOn() }
        if unfinishedErasure != nil { finishErasures() }
    }

    /// Why answers lack the last events of the log, which the state has not folded for want of room; `nil` if they do not.
    package var stateLag: Refusal? {
        // Between the two commits of any write the state is behind for a moment, and nothing lacks room.
        guard isStateStuck.load(ordering: .relaxed), let (head, end) = try? headAndEnd(), head < end else { return nil }
        return Refusal(
            .unavailable,
            "answers go to position \(head), and the log to \(end): the rest is shown when the disk of \(directory) has room"
        ).lackingRoom
    }

    private func headAndEnd() throws(Refusal) -> (head: Position, end: Position) { try read { ($0.head, $0.end) } }
}

extension Refusal {
    /// The refusal of an act that succeeds when there is room.
    package var lackingRoom: Refusal {
        var refusal = self
        refusal.lacksRoom = true
        return refusal
    }
}
