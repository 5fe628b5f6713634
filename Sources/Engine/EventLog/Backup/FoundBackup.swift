import Foundation
package import Layout

/// A backup in a folder of backups, as its manifest states it.
package struct FoundBackup: Equatable, Sendable {
    /// The folder's name.
    package var name: String
    /// The last event that it holds.
    package var position: UInt64?
    /// When it was begun, and when it last grew.
    package var began: String?
    package var taken: String?
    package var bytes: Int?
    package var images: Int?
    /// Why its manifest cannot be read.
    package var damage: String?

    /// At most so many folders are looked at.
    private static let countMax = 1_000

    /// The backups in a folder, the newest first; what cannot be read comes last. Other folders are left out. Refuses a folder that
    /// cannot be read. Reads manifests alone: `larder restore` checks the rest.
    package static func all(in directory: String) throws(Refusal) -> [FoundBackup] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: directory)
        } catch {
            // The first backup makes the folder.
            guard FileManager.default.fileExists(atPath: directory) else { return [] }
            throw Refusal(.unavailable, "the folder of backups cannot be read: the service's user needs its permission")
        }
        return names.sorted().prefix(countMax).compactMap { FoundBackup(name: $0, in: directory) }.sorted {
            ($0.taken ?? "", $1.name) > ($1.taken ?? "", $0.name)
        }
    }

    /// `nil`: the folder holds no backup.
    private init?(name: String, in directory: String) {
        self.name = name
        do throws(Refusal) {
            guard let manifest = try BackupManifest.read("\(directory)/\(name)") else { return nil }
            (position, began, taken) = (manifest.position, manifest.began, manifest.taken)
            (bytes, images) = (manifest.byteCount, manifest.images?.count)
        } catch {
            // The path is for the operator at the machine; the name says which folder it is.
            damage = error.message.replacing("\(directory)/", with: "")
        }
    }
}
