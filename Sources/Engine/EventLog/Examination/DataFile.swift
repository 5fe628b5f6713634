import Foundation
import LMDB
package import Layout

/// The files of a data directory that the storage engine takes at their word.
package enum DataFile: String, CaseIterable, Sendable {
    case log
    case state
    case views

    /// Reads all of one, in `folder` if it is the live views'. It returns where the file is sound, not there, or such that
    /// no reader would trust it; it may end the process where it is not, see `Environment.readThrough`. O(bytes in use).
    package func readThrough(directory: String, liveViews: String?) throws(Refusal) {
        let folder: String? =
            switch self {
            case .log: "\(directory)/log"
            case .state: EventLog.stateDirectory("\(directory)/log")
            case .views: liveViews
            }
        guard let folder, FileManager.default.fileExists(atPath: "\(folder)/data.mdb") else { return }
        do throws(any Error) {
            var configuration = Environment.Configuration(
                durability: self == .log ? .synced : .disposable, readOnly: true)
            // The finding about readers counts them.
            configuration.freesStaleReaders = false
            let environment = try Environment(path: folder, configuration: configuration)
            // Nothing was written, so a failing close loses nothing.
            defer { try? environment.close() }
            // Pages that were not synced before a reboot may be torn, and are not looked at by anybody.
            if self != .log, try !DurabilityMarker(in: folder).vouches(for: environment) { return }
            try environment.readThrough()
        } catch {
            throw EventLog.refusal(error, directory)
        }
    }
}
