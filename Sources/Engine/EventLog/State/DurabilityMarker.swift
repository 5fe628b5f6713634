import Foundation
package import LMDB
import Layout
import Synchronization

/// A file beside a disposable environment that says whether its pages can be trusted after a reboot. It names the boot that
/// wrote last and, until the next write, the last synced transaction. Unsynced pages may be torn.
///
/// It is changed only under the environment's writer lock.
package final class DurabilityMarker: Sendable {
    static let fileName = "durability"

    private let directory: String
    /// Whether this object has announced a change on the disk.
    private let hasAnnounced = Atomic(false)

    /// Of the environment in `directory`; nothing is read or made yet.
    package init(in directory: String) { self.directory = directory }

    private var path: String { "\(directory)/\(Self.fileName)" }

    /// The whole text after a failed sync. The kernel may then count the lost pages as clean, and does not show the failure
    /// to a process that opens the file later: no later sync proves that they are on the disk.
    private static let failed = "failed\n"

    private static func synced(_ transactionID: UInt64) -> String { "synced \(transactionID)" }

    /// `nil` if the system has no boot id: then only synced pages are trusted.
    private static func boot() throws -> String? {
        try textIfPresent(atPath: "/proc/sys/kernel/random/boot_id")
            .map { "boot \($0.trimmingCharacters(in: .whitespacesAndNewlines))" }
    }

    /// Whether the pages can be trusted: they were written in this boot and come from memory, or they were synced.
    package func covers(_ environment: Environment) throws -> Bool {
        let text = try textIfPresent(atPath: path) ?? ""
        guard text != Self.failed else { return false }
        let lines = text.split(separator: "\n").map(String.init)
        if let boot = try Self.boot(), lines.contains(boot) { return true }
        return lines.contains(Self.synced(try environment.info.lastTransactionID))
    }

    /// Removes the statement that everything is synced. To be called before the first page changes.
    package func announceChange() throws {
        let text = (try Self.boot() ?? "") + "\n"
        let stored = try textIfPresent(atPath: path)
        // The text of a killed process may not have reached the disk.
        if stored == Self.failed || stored == text && hasAnnounced.load(ordering: .relaxed) { return }
        try store(text)
        // A page that reached the disk before this text would be trusted after a power loss.
        for path in [path, directory] {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            try handle.synchronize()
            try handle.close()
        }
        hasAnnounced.store(true, ordering: .relaxed)
    }

    /// Whether the file says that everything written so far is synced.
    package func saysSynced(_ environment: Environment) throws -> Bool {
        try textIfPresent(atPath: path) == syncedText(environment)
    }

    /// Syncs everything, and says so in the file. After a failure these pages are never trusted again: the next process
    /// folds the state again.
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
        try storePrivately(text, atPath: path)
    }

    private func syncedText(_ environment: Environment) throws -> String {
        [try Self.boot(), Self.synced(try environment.info.lastTransactionID)].compactMap { $0.map { $0 + "\n" } }
            .joined()
    }
}

/// Stores a text that only the owner of the file may read. The file is whole, before and after.
package func storePrivately(_ text: String, atPath path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
}

/// The text of a file; `nil` if there is no file. A file that exists and cannot be read is an error, not an absence.
package func textIfPresent(atPath path: String) throws -> String? {
    do {
        return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
        return nil
    }
}
