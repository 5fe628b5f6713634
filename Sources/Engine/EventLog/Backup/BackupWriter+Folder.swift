import Foundation
import Layout
import Transparency

/// What the folder holds already.
extension BackupWriter {
    private static func isOurs(_ name: String) -> Bool {
        name.wholeMatch(
            of: /log-[0-9]+(-[0-9]+\.larderlog|\.new)|vault-[0-9]+|images-[0-9]+\.sha256|manifest\.json(\.new)?/) != nil
    }

    /// The files of an interrupted backup are no reason to refuse.
    func refuseOthers() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        let stranger = names.first { name in
            !Self.isOurs(name) && !(name == ImageList.folder && ImageCopy.isOurs("\(directory)/\(name)"))
        }
        guard let stranger else { return }
        throw Refusal(
            .conflict,
            "\(directory) holds other files, such as «\(stranger)», and no backup: name an absent or empty folder, or an earlier backup"
        )
    }

    /// Removes files that are no part of the backup: interrupted ones, and the replaced copy of the vault.
    func removeLeftovers(of manifest: BackupManifest?) throws {
        var parts: Set<String> = []
        if let manifest {
            parts = Set(manifest.segments.map(\.name)).union([BackupManifest.fileName, manifest.vaultFolder])
            if let images = manifest.images { parts.insert(images.list.name) }
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: directory)
        where Self.isOurs(name) && !parts.contains(name) {
            let path = "\(directory)/\(name)"
            if name.hasPrefix("vault-") {
                try VaultCopy.destroy(path)
            } else {
                try FileManager.default.removeItem(atPath: path)
            }
        }
    }

    /// Removes leftovers among the images, and images that the community has lost since, unless that is unknown.
    func removeAll(but manifest: BackupManifest?) throws {
        try removeLeftovers(of: manifest)
        try ImageCopy.removeOthers(
            than: manifest.map { try ImageList.read($0, of: directory) } ?? ImageList(), in: directory)
    }

    /// Refuses a backup that this log does not extend. Returns the tree over the events of the backup.
    func checked(_ earlier: BackupManifest) throws -> TreeFrontier {
        guard earlier.logID == log.logIDText else {
            throw Refusal(
                .conflict,
                "\(directory) is a backup of the log \(earlier.logID), and this one is \(log.logIDText): name another folder"
            )
        }
        for segment in earlier.segments {
            let path = "\(directory)/\(segment.name)"
            // An unreadable segment counts as missing: the backup needs another folder.
            let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            guard size == segment.bytes else {
                let what = size == nil ? "it is missing" : "it has \(size ?? 0) bytes"
                throw Refusal(.verificationFailed, "\(path) is damaged (\(what)): back up into another folder")
            }
        }
        let snapshot = try LogSnapshot(log, isLogAlone: true)
        let other = "the log of \(log.directory) is not a later state of the one in the backup \(directory)"
        guard earlier.position <= snapshot.end.value else {
            throw Refusal(
                .verificationFailed,
                "\(other): it has \(snapshot.end) events, the backup \(earlier.position). Name another folder, and find out which one is right"
            )
        }
        guard try snapshot.merkleRoot(size: earlier.position).base64 == earlier.root else {
            throw Refusal(
                .verificationFailed,
                "\(other): its first \(earlier.position) events are others. Name another folder, and find out which one is right"
            )
        }
        return try snapshot.frontier(size: earlier.position)
    }
}
