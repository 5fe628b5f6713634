import Foundation
package import Layout

/// The place of credentials and sessions within a vault. The log does not read them.
package struct AccountFiles: Sendable {
    /// The name of their copy in a backup: a single file, like all others of a vault.
    static let copyName = "accounts.mdb"

    /// Enough for ten million sessions; a process has no address space for many maps as large as those of logs.
    package static let mapSizeBytes = 4 << 30

    private let vault: String

    package init(vault: String) { self.vault = vault }

    package var directory: String { "\(vault)/accounts" }
    package var dataFile: String { "\(directory)/data.mdb" }

    /// Creates the folder, unless it exists, and moves the restored copy of a backup into it.
    package func prepare() throws(Refusal) {
        do throws(any Error) {
            try EventLog.withCreationLock(directory) {
                guard unsafe chmod(directory, 0o700) == 0 else { throw Refusal.file(directory, cannotBe: "made") }
                let copy = "\(vault)/\(Self.copyName)"
                guard FileManager.default.fileExists(atPath: copy) else { return }
                if FileManager.default.fileExists(atPath: dataFile) {
                    throw Refusal(
                        .conflict,
                        "\(vault) holds two sets of accounts, \(Self.copyName) of a backup and accounts/: move one of them away"
                    )
                }
                guard unsafe rename(copy, dataFile) == 0 else { throw Refusal.file(copy, cannotBe: "put in place") }
                try syncFolder(directory)
                try syncFolder(vault)
            }
        } catch {
            throw EventLog.refusal(error, vault)
        }
    }
}
