import Foundation
import Layout

/// Reads the segments of a backup one after the other, and names a damaged one.
final class SegmentReading {
    private let kinds: EventKindSet
    private let manifest: BackupManifest
    private let directory: String
    private var rest: ArraySlice<BackupManifest.Segment>
    private var segment: BackupManifest.Segment?
    private var file: OpenedFile?
    /// The log of the events.
    private(set) var identity: LogIdentity?

    init(_ schema: LogSchema, _ manifest: BackupManifest, of directory: String) {
        kinds = schema.kinds
        self.manifest = manifest
        self.directory = directory
        rest = manifest.segments[...]
    }

    private func path(_ segment: BackupManifest.Segment) -> String { "\(directory)/\(segment.name)" }

    /// The next segment, after its preamble; `nil` behind the last. The previous segment must have been read to its
    /// end.
    func next() throws -> VerbatimReader? {
        try finish()
        segment = rest.popFirst()
        guard let segment else { return nil }
        guard FileManager.default.fileExists(atPath: path(segment)) else {
            throw BackupManifest.damage(path(segment), "it is missing")
        }
        let file = try OpenedFile(path(segment))
        self.file = file
        var reader = VerbatimReader(kinds) { try file.read($0) }
        let identity = try reader.begin()
        guard hex(identity.lineage.id) == manifest.logID, identity == self.identity ?? identity else {
            throw BackupManifest.damage(path(segment), "it is of another log")
        }
        self.identity = identity
        return reader
    }

    private func finish() throws {
        guard let segment, let file else { return }
        while try !file.read(1 << 20).isEmpty {}
        guard file.byteCount == segment.bytes, file.hash == segment.sha256 else {
            throw BackupManifest.damage(path(segment), "checksum mismatch")
        }
        self.file = nil
    }

    /// Damage of an export is damage of the segment that is read just now.
    func naming<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let refusal as Refusal where refusal.code == .invalid {
            guard let segment else { throw refusal }
            throw BackupManifest.damage(path(segment), "checksum mismatch")
        }
    }
}
