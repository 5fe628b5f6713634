import Crypto
import Foundation
import Layout
import Transparency

/// The contents of a backup, as its `manifest.json` states them. That file is replaced last and as a whole: a file that
/// it does not name is no part of the backup. `Schemas/format-1.md` draws the folder.
struct BackupManifest: Codable, Equatable {
    static let fileName = "manifest.json"
    /// The format of a backup without images, which is the first one.
    static let format = 1
    /// The format of a backup with images: programs that know no images must refuse it.
    static let formatWithImages = 2
    static let bytesMax = 16 << 20
    /// Enough for an increment a day during a quarter of a century.
    static let segmentsMax = 10_000

    /// A run of the log's events.
    struct Segment: Codable, Equatable {
        var first: UInt64
        var last: UInt64
        var bytes: Int
        var sha256: String

        var name: String { "log-\(first)-\(last).larderlog" }
    }

    struct File: Codable, Equatable {
        var name: String
        var bytes: Int
        var sha256: String
    }

    /// All images of the backup.
    struct Images: Codable, Equatable {
        var count: Int
        var bytes: Int
        /// The number of deleted accounts when their images were last removed.
        var erasures: Int
        /// The list of the image files and their contents, see `ImageList`.
        var list: File
    }

    var format = Self.format
    /// The name of the log at that time.
    var logID: String
    /// The last event that the backup holds.
    var position: UInt64
    /// The Merkle root over all events, base64.
    var root: String
    /// When the backup was begun, and when it last grew.
    var began: String
    var taken: String
    /// In their order, without a gap.
    var segments: [Segment]
    /// The number of the vault's copy, counted from 1: its folder has that name.
    var vaultNumber: Int
    var vault: [File]
    /// `nil` if the backup holds no images: then the manifest has the first format.
    var images: Images?
    /// SHA-256 of this document with an empty checksum.
    var checksum = ""

    var vaultFolder: String { Self.vaultFolder(vaultNumber) }
    static func vaultFolder(_ number: Int) -> String { "vault-\(number)" }

    var byteCount: Int {
        segments.reduce(0) { $0 + $1.bytes } + vault.reduce(0) { $0 + $1.bytes }
            + (images.map { $0.bytes + $0.list.bytes } ?? 0)
    }

    // MARK: Storing

    private func document() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }

    private func sum() throws -> String {
        var plain = self
        plain.checksum = ""
        return hex(SHA256.hash(data: try plain.document()))
    }

    /// Replaces the manifest, which survives a power loss when this returns.
    func write(to directory: String) throws {
        var sealed = self
        sealed.format = images == nil ? Self.format : Self.formatWithImages
        sealed.checksum = try sealed.sum()
        let file = try WholeFile(path: "\(directory)/\(Self.fileName)", permissions: 0o600)
        try file.write(Array(sealed.document()))
        try file.finish()
    }

    /// `nil` if there is no manifest. Refuses one that differs from what was written.
    static func read(_ directory: String) throws(Refusal) -> BackupManifest? {
        let path = "\(directory)/\(fileName)"
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let bytes = try OpenedFile(path).rest(atMost: bytesMax)
        guard bytes.count <= bytesMax else { throw damage(path, "it is longer than a manifest can be") }
        // Where the decoder stopped does not help: the remedy is another backup.
        guard let manifest = try? JSONDecoder().decode(BackupManifest.self, from: Data(bytes)) else {
            throw damage(path, "it cannot be read")
        }
        guard manifest.format <= formatWithImages else {
            throw Refusal(
                .unavailable,
                "\(path) has format \(manifest.format), this larder knows \(formatWithImages): use a newer larder")
        }
        // A manifest that cannot be written again is not one that was written.
        guard let same = try? manifest.document(), Array(same) == bytes, let sum = try? manifest.sum(),
            manifest.checksum == sum, manifest.isSound
        else { throw damage(path, "checksum mismatch") }
        return manifest
    }

    /// Whether its segments follow each other, and its files are in their places.
    private var isSound: Bool {
        var position: UInt64 = 0
        for segment in segments {
            guard segment.first == position + 1, segment.last >= segment.first else { return false }
            position = segment.last
        }
        let names = vault.map(\.name)
        return position == self.position && position > 0 && segments.count <= Self.segmentsMax && vaultNumber > 0
            && Set(names).count == names.count && TreeHash(base64: root) != nil
            && !names.contains { $0.isEmpty || $0.hasPrefix(".") || $0.contains("/") } && areImagesSound
    }

    private var areImagesSound: Bool {
        guard let images else { return format == Self.format }
        return format == Self.formatWithImages && images.count > 0 && images.bytes >= 0 && images.erasures >= 0
            && images.list.bytes >= 0 && images.list.name == ImageList.fileName(vaultNumber)
    }

    static func damage(_ path: String, _ what: String) -> Refusal {
        Refusal(.verificationFailed, "\(path) is damaged (\(what)). Restore from a different backup.")
    }
}
