import Foundation
import LMDB
package import Layout

extension EventLog {
    /// Frees the slots of readers whose processes died. Returns their number.
    package static func freeStaleReaders(_ schema: LogSchema, directory: String) throws(Refusal) -> Int {
        _ = try checkDirectory(directory, create: false)
        let log = try attach(schema, directory, readOnly: true) { _ in nil }
        defer { log.close() }
        return log.environment.staleReadersAtOpening + (log.state?.environment.staleReadersAtOpening ?? 0)
    }

    /// The files that an interrupted creation, import, key or signature has left in a directory, and that no command
    /// needs.
    package static func leftovers(directory: String) -> [String] {
        func isThere(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(directory)/\(name)") }
        // A new file without its old one is the only one: the next command moves it into place.
        let news = [
            ("log.new", "log"), ("vault/keys.new", "vault/keys"), ("vault/keys.rewritten.new", "vault/keys"),
            ("vault/signing.new", "vault/signing"),
        ]
        return news.filter { isThere($0) && isThere($1) }.map(\.0)
    }

    /// Removes leftovers under the lock of log creation. Returns what there was.
    package static func removeLeftovers(directory: String) throws(Refusal) -> [String] {
        try withCreationLock(directory) {
            let names = leftovers(directory: directory)
            for name in names { try FileManager.default.removeItem(atPath: "\(directory)/\(name)") }
            return names
        }
    }
}

extension EventLog {
    /// Rebuilds the stored tree of a community that this process has not opened from the log. O(events).
    package static func repairTree(_ schema: LogSchema, directory: String) throws(Refusal) {
        _ = try checkDirectory(directory, create: false)
        let log = try attach(schema, directory) { _ in nil }
        defer { log.close() }
        do throws(any Error) {
            let table = try log.tree.preparedTable()
            try log.environment.write { transaction in
                let snapshot = try LogSnapshot(log, isLogAlone: true)
                var growth = TreeGrowth()
                try snapshot.forEachHeaderAndStored(from: Position(1), through: snapshot.end) { growth.append($0, $1) }
                try table.clear(in: &transaction)
                try growth.flush(into: table, in: &transaction)
            }
        } catch {
            throw log.refusal(error)
        }
    }
}

/// The files of a data directory whose pages the storage engine does not verify.
package enum DataFile: String, CaseIterable, Sendable {
    case log
    case state
    case views
    case accounts

    /// Reads all of the file, in `folder` if it is the live views'. Returns if the file is sound or absent, or if no
    /// reader would trust it. May end the process if the file is damaged, see `Environment.readThrough`. O(bytes in
    /// use).
    package func readThrough(directory: String, liveViews: String?) throws(Refusal) {
        let folder: String? =
            switch self {
            case .log: "\(directory)/log"
            case .state: EventLog.stateDirectory("\(directory)/log")
            case .views: liveViews
            case .accounts: AccountFiles(vault: "\(directory)/vault").directory
            }
        guard let folder, FileManager.default.fileExists(atPath: "\(folder)/data.mdb") else { return }
        do throws(any Error) {
            let isDerived = self == .state || self == .views
            var configuration = Environment.Configuration(
                durability: isDerived ? .disposable : .synced, readOnly: true)
            if self == .accounts { configuration.mapSizeBytes = AccountFiles.mapSizeBytes }
            // The finding about readers counts them.
            configuration.freesStaleReaders = false
            let environment = try Environment(path: folder, configuration: configuration)
            // Nothing was written, so a failing close loses nothing.
            defer { try? environment.close() }
            // Pages that were not synced before a reboot may be torn, and no reader uses them.
            if isDerived, try !DurabilityMarker(in: folder).covers(environment) { return }
            try environment.readThrough()
        } catch {
            throw EventLog.refusal(error, directory)
        }
    }
}
