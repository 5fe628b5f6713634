import Foundation
import LMDB
package import Layout

/// Translates failures of the storage into refusals.
extension EventLog {
    package func refusal(_ error: any Error) -> Refusal { Self.refusal(error, directory) }

    static func refusal(_ error: any Error, _ directory: String) -> Refusal {
        switch error {
        case let refusal as Refusal: return refusal
        case let error as LMDBError:
            // LMDB calls a write that was cut short for want of space an input/output error.
            if [.io, .noSpace].contains(error.code), isDiskFull(directory) {
                return Refusal(
                    .unavailable,
                    "the disk of \(directory) is full: free some space and try again. Every acknowledged event is safe"
                ).lackingRoom
            }
            if error.code == .mapFull {
                // Without LMDB's own words: clients of the service read it, too.
                return Refusal(
                    .unavailable,
                    "the file in \(error.path) has reached the size of its map. Every acknowledged event is safe",
                    remedy: .compactLog
                ).lackingRoom
            }
            if error.code == .mapSizeUnknown { return Refusal(.usage, "\(error)", field: MapSize.variable) }
            let isDamage = [.corrupted, .pageNotFound, .invalid].contains(error.code)
            return Refusal(isDamage ? .damaged : .unavailable, "\(error)")
        case is MalformedRow:
            return Refusal(
                .damaged,
                "a state row of \(directory)/log is damaged: restore the log from a backup, or rebuild its state")
        case let damage as HeaderDamage:
            return Refusal(
                .damaged,
                "the last header of \(directory)/log is unreadable (\(damage)): restore the log from a backup")
        case let error as CocoaError where error.code == .fileWriteOutOfSpace:
            return Refusal(
                .unavailable,
                "the disk of \(directory) is full: free some space and try again. Every acknowledged event is safe"
            ).lackingRoom
        case let error as CocoaError: return Refusal(.unavailable, "\(directory): \(error.localizedDescription)")
        default: return Refusal(.unavailable, "\(error)")
        }
    }

    /// Whether less than a megabyte is free.
    private static func isDiskFull(_ directory: String) -> Bool {
        var status = statvfs()
        guard unsafe statvfs(directory, &status) == 0 else { return false }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 1 << 20
    }

    func damage(_ position: Position, _ what: String) -> Refusal {
        Refusal(.damaged, "event \(position) of \(directory)/log is damaged: \(what). Restore the log from a backup")
    }

    /// The tree is derived from the log, and can be rebuilt from it.
    func treeDamage(_ what: String, remedy: Remedy = .repairTree()) -> Refusal {
        Refusal(.damaged, "the tree of hashes of \(directory)/log is damaged: \(what)", remedy: remedy)
    }

    /// Refuses if another folder has replaced the opened one, see `Restoration`. An event that is appended to the
    /// opened files would not be found by any reader, and the vault at the path is not this log's.
    package func checkInPlace() throws(Refusal) {
        guard environment.isInPlace else {
            throw Refusal(
                .unavailable,
                "the community at \(directory) has been moved away by another process, and nothing more is written to it: start again to use the present one"
            )
        }
    }

    var readOnlyRefusal: Refusal {
        Refusal(
            .forbidden,
            "\(directory) is a copy of a log as it was at an earlier position, for reading only",
            remedy: .branch(directory: directory))
    }

    package var vaultMissing: Refusal {
        Refusal(
            .unavailable,
            "\(directory)/vault is missing, so nothing can be written and texts cannot be read: put back the vault/ that was kept with this log"
        )
    }
}
