import Foundation
package import Layout

/// Where credentials and sessions lie within a vault. What they say is not the log's to know.
package struct AccountFiles: Sendable {
    /// What a backup's copy of them is called: a single file, as all others of a vault.
    static let copyName = "accounts.mdb"

    /// Ten million sessions and more; a process has not room for many maps as large as those of logs.
    package static let mapSizeBytes = 4 << 30

    private let vault: String

    package init(vault: String) { self.vault = vault }

    package var directory: String { "\(vault)/accounts" }
    var dataFile: String { "\(directory)/data.mdb" }

    /// Makes the folder, unless it is there, and moves in what a backup was restored with.
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
