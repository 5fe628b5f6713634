import Foundation
package import LMDB
import Layout
import Synchronization

/// What vouches for the pages of a disposable environment after a reboot: a file beside them, which says which boot wrote
/// last and, only while nothing has been written since, which transaction was synced. Unsynced pages may be torn.
///
/// It is changed under the environment's writer lock alone.
package final class DurabilityMarker: Sendable {
    static let fileName = "durability"

    private let directory: String
    /// Whether this very object has brought to the disk that things change.
    private let hasAnnounced = Atomic(false)

    /// Of the environment in `directory`; nothing is read or made yet.
    package init(in directory: String) { self.directory = directory }

    private var path: String { "\(directory)/\(Self.fileName)" }

    /// Stands alone where a sync failed. The kernel may take the lost pages for clean then, and tells a process that opens the file later
    /// nothing of it: no later sync vouches for them.
    private static let failed = "failed\n"

    private static func synced(_ transactionID: UInt64) -> String { "synced \(transactionID)" }

    /// Nil where the system has none: then only what was synced is trusted.
    private static func boot() throws -> String? {
        try textIfPresent(atPath: "/proc/sys/kernel/random/boot_id")
            .map { "boot \($0.trimmingCharacters(in: .whitespacesAndNewlines))" }
    }

    /// Whether pages can be trusted: they come from this boot, so from memory, or from the disk, and were synced.
    package func vouches(for environment: Environment) throws -> Bool {
        let text = try textIfPresent(atPath: path) ?? ""
        guard text != Self.failed else { return false }
        let lines = text.split(separator: "\n").map(String.init)
        if let boot = try Self.boot(), lines.contains(boot) { return true }
        return lines.contains(Self.synced(try environment.info.lastTransactionID))
    }

    /// Takes back that everything is synced, before the first page changes.
    package func announceChange() throws {
        let text = (try Self.boot() ?? "") + "\n"
        let stored = try textIfPresent(atPath: path)
        // What another process wrote may not have reached the disk when that was killed.
        if stored == Self.failed || stored == text && hasAnnounced.load(ordering: .relaxed) { return }
        try store(text)
        // A page that reached the disk before this did would be trusted after a power loss.
        for path in [path, directory] {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            try handle.synchronize()
            try handle.close()
        }
        hasAnnounced.store(true, ordering: .relaxed)
    }

    /// Whether all that was written so far is said to be synced.
    package func saysSynced(_ environment: Environment) throws -> Bool {
        try textIfPresent(atPath: path) == syncedText(environment)
    }

    /// Syncs everything, and says so. Once that has failed, these pages are never trusted again: the next process
    /// folds the state anew.
    package func sync(_ environment: Environment) throws {
        do { try environment.sync() } catch {
            // The error of the sync is the one that counts, whether or not the marker can still be written.
            try? store(Self.failed)
            throw error
        }
        guard try textIfPresent(atPath: path) != Self.failed else { return }
        try store(syncedText(environment))
    }

    private func store(_ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    private func syncedText(_ environment: Environment) throws -> String {
        [try Self.boot(), Self.synced(try environment.info.lastTransactionID)].compactMap { $0.map { $0 + "\n" } }
            .joined()
    }
}

/// What the file says; nil where there is none. A file that is there and cannot be read now is an error, not an absence.
package func textIfPresent(atPath path: String) throws -> String? {
    do {
        return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
        return nil
    }
}
