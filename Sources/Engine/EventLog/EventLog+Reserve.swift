import Foundation
package import LMDB
package import Layout

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
        guard reserve.refill() else {
            throw Refusal(
                .unavailable,
                "the disk of \(directory) is full, and the rest of it is kept for deleting accounts and logging in: free some space and try again. Every acknowledged event is safe"
            ).lackingRoom
        }
    }
}

extension Refusal {
    /// The refusal of an act that succeeds when there is room.
    package var lackingRoom: Refusal {
        var refusal = self
        refusal.lacksRoom = true
        return refusal
    }
}
