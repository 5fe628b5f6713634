import Foundation
import LMDB
package import Layout

/// What the storage's failures mean to the caller.
extension EventLog {
    func refusal(_ error: any Error) -> Refusal { Self.refusal(error, directory) }

    static func refusal(_ error: any Error, _ directory: String) -> Refusal {
        switch error {
        case let refusal as Refusal: return refusal
        case let error as LMDBError:
            // LMDB calls a write that was cut short for want of room an input/output error.
            if [.io, .noSpace].contains(error.code), isDiskFull(directory) {
                return Refusal(
                    .unavailable,
                    "the disk of \(directory) is full: free some space and go on. What was acknowledged is safe")
            }
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
        case let error as CocoaError: return Refusal(.unavailable, "\(directory): \(error.localizedDescription)")
        default: return Refusal(.unavailable, "\(error)")
        }
    }

    /// Less than a megabyte left.
    private static func isDiskFull(_ directory: String) -> Bool {
        var status = statvfs()
        guard unsafe statvfs(directory, &status) == 0 else { return false }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 1 << 20
    }

    func damage(_ position: Position, _ what: String) -> Refusal {
        Refusal(.damaged, "event \(position) of \(directory)/log is damaged: \(what). Restore the log from a backup")
    }

    /// The tree is made of the log, and can be made again.
    func treeDamage(_ what: String, remedy: Remedy = .repairTree()) -> Refusal {
        Refusal(.damaged, "the tree of hashes of \(directory)/log is damaged: \(what)", remedy: remedy)
    }

    /// Refuses when something else has been put in the place of what was opened, see `Restoration`: nothing may be acknowledged
    /// that no reader would find there, and the vault that lies there now is not this log's.
    package func checkInPlace() throws(Refusal) {
        guard environment.isInPlace else {
            throw Refusal(
                .unavailable,
                "what was opened at \(directory) has been moved away meanwhile: nothing is written there any more; begin anew to go on with what is there now"
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
