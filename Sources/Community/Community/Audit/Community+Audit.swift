import Decisions
package import EventLog
import Events
import Foundation
package import Layout
import Transparency

extension Community {
    // MARK: Heads and proofs

    /// The verifier key of the log's heads: name, key id and key.
    package func auditKey() throws(Refusal) -> String { try log.verifierKey().description }

    /// Signs the head of the log, or of its first `size` events.
    package func auditHead(size: UInt64? = nil) throws(Refusal) -> AuditHead {
        let key = try log.verifierKey()
        return try log.signing { snapshot, sign in
            let size = try Self.check(size, snapshot, field: "size")
            let note = try sign(size)
            return AuditHead(try Checkpoint(note), note, key)
        }
    }

    /// Proves that an event is in the log, against the head of the log or of its first `size` events. `holdsEvent`: whether the event's
    /// bytes are in the proof.
    package func auditProof(
        of position: Position, size: UInt64? = nil, holdsEvent: Bool = true
    ) throws(Refusal) -> AuditProof {
        try log.signing { snapshot, sign in
            let size = try Self.check(size, snapshot, field: "size")
            guard let event = try snapshot.canonicalBytes(at: position) else {
                throw Refusal(
                    .notFound, "there is no event \(position): the log ends at \(snapshot.head)", field: "position")
            }
            guard position.value <= size else {
                throw Refusal(
                    .invalid, "event \(position) is not among the first \(size)", field: "size",
                    remedy: .nameLargerSize)
            }
            let proof = try InclusionText(
                of: holdsEvent ? event : nil, at: position, in: snapshot.merkleTree(), size: size, head: sign(size))
            return AuditProof(position: position.value, size: size, proof: proof.description)
        }
    }

    /// Proves that the event with that leaf, in base64, is in the log. The proof holds its number and the tree's hashes, and nothing
    /// else of the event: its reader has the event's bytes already.
    package func auditProof(ofLeaf text: String, size: UInt64? = nil) throws(Refusal) -> AuditProof {
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        guard let leaf = TreeHash(base64: standard.hasSuffix("=") ? standard : standard + "=") else {
            throw Refusal(
                .invalid, "a leaf is 32 bytes in base64: the SHA-256 of a zero byte and the event's bytes",
                field: "leaf")
        }
        guard let position = try log.read({ snapshot throws(Refusal) in try leaves.position(of: leaf, in: snapshot) })
        else {
            throw Refusal(.notFound, "no event of this log has that leaf", field: "leaf")
        }
        return try auditProof(of: position, size: size, holdsEvent: false)
    }

    /// Proves that the log of the first `to` events (`nil`: all) begins with that of the first `from` events.
    package func auditProof(from oldSize: UInt64, to size: UInt64? = nil) throws(Refusal) -> AuditProof {
        try log.signing { snapshot, sign in
            let size = try Self.check(size, snapshot, field: "to")
            let oldSize = try Self.check(oldSize, snapshot, field: "from")
            guard oldSize <= size else {
                throw Refusal(
                    .invalid, "a log grows from fewer events to more, not from \(oldSize) to \(size)", field: "to")
            }
            // Every log begins with the empty log: that needs no proof.
            let hashes = oldSize == 0 ? [] : try snapshot.merkleTree().consistencyProof(from: oldSize, to: size)
            let proof = ConsistencyText(
                oldHead: try sign(oldSize), oldSize: oldSize, hashes: hashes, head: try sign(size))
            return AuditProof(from: oldSize, size: size, proof: proof.description)
        }
    }

    private static func check(_ size: UInt64?, _ snapshot: LogSnapshot, field: String) throws(Refusal) -> UInt64 {
        guard let size, size > snapshot.head.value else { return size ?? snapshot.head.value }
        throw Refusal(
            .notFound, "there are no \(size) events: the log ends at \(snapshot.head)", field: field)
    }

    // MARK: The log in figures

    /// Figures of the log. O(log events).
    package func logStat() throws(Refusal) -> LogStat {
        let bytes = try log.usedBytes()
        return try log.read { snapshot in
            let counts = try snapshot.counts().kinds
            return LogStat(
                logID: log.logIDText,
                branchedFrom: log.lineage.branchings.last.map { branching in
                    LogStat.BranchedFrom(
                        logID: log.lineage.text(at: branching.position), position: branching.position.value)
                },
                readOnly: log.identity.isReadOnly ? true : nil, events: snapshot.head.value,
                first: try snapshot.header(at: Position(1))?.recordedAt.rfc3339,
                last: try snapshot.header(at: snapshot.head)?.recordedAt.rfc3339, bytes: bytes,
                kinds: Dictionary(uniqueKeysWithValues: counts.map { ($0.name, $1) }),
                root: try snapshot.merkleRoot().base64)
        }
    }

    /// Recomputes all that a head stands for from the bytes of the log: checksums, leaves, stored nodes, root, and the
    /// last signed head in the vault. The community must not be open in this process. O(events).
    package static func verifyFully(
        at directory: String, _ progress: LogExamination.Progress = { _, _, _ in }
    ) throws(Refusal) -> FullVerification {
        let examination = try LogExamination(.community, directory: directory)
        defer { examination.close() }
        let report = examination.treeFindings(progress)
        return FullVerification(
            verified: report.findings.allSatisfy { $0.status != .failed }, events: report.head.value,
            root: report.root?.base64, firstUnfit: report.first?.value, checks: report.findings)
    }

    // MARK: Tiles

    private static let checkpointName = "checkpoint"

    /// Exports the log into a folder in the format of c2sp.org/tlog-tiles, for any web server: tiles, entry bundles,
    /// and last the signed head. It continues an earlier or interrupted export, and refuses a folder with the tiles of
    /// another log. `progress` gets (events, events in total). O(events) the first time, O(new events) later.
    package func exportTiles(to directory: String, _ progress: (Int, Int) -> Void = { _, _ in }) throws(Refusal)
        -> TileReport
    {
        try log.checkLiesOutside(directory, named: "folder of tiles")
        return try EventLog.withCreationLock(directory) {
            let oldSize = try exportedSize(in: directory)
            let head = try auditHead()
            var written = 0
            let withoutEntries = try log.read { snapshot in
                try TileExport.write(
                    snapshot, size: head.size,
                    // Files beyond the last exported head may come from anywhere, so they are compared.
                    isKept: { path, byteCount, through in
                        through.value <= oldSize
                            && Self.byteCount("\(directory)/\(path)").map { $0 == byteCount ?? $0 } ?? false
                    },
                    { path, bytes, through in
                        if try Self.put(bytes, path, in: directory) { written += 1 }
                        progress(Int(through.value), Int(head.size))
                    })
            }
            // Last: no head may be visible before all that it stands for is on disk.
            let file = try WholeFile(path: "\(directory)/\(Self.checkpointName)")
            try file.write(Array(head.note.utf8))
            try file.finish()
            Self.removePartial(of: directory, before: head.size, since: oldSize)
            return TileReport(
                size: head.size, root: head.root, written: written, withoutEntries: withoutEntries)
        }
    }

    /// The size of the last exported head; 0: none. Refuses a head that this log does not extend.
    private func exportedSize(in directory: String) throws(Refusal) -> UInt64 {
        let path = "\(directory)/\(Self.checkpointName)"
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Refusal(.unavailable, "\(path) cannot be read: check its permissions")
        }
        return try AuditVerifier(key: nil, community: self).verify([(path, Array(bytes))]).size
    }

    private static func byteCount(_ path: String) -> Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    /// Writes a file unless it exists. Refuses to overwrite other bytes, and a partial tile beside a full one:
    /// published files never change.
    private static func put(_ bytes: [UInt8], _ name: String, in directory: String) throws -> Bool {
        let path = "\(directory)/\(name)"
        let there = FileManager.default.contents(atPath: path)
        let full = name.range(of: ".p/").map { "\(directory)/\(name[..<$0.lowerBound])" }
        guard there.map({ Array($0) == bytes }) ?? true, full.map({ byteCount($0) == nil }) ?? true else {
            throw Refusal(
                .verificationFailed,
                "\(path) differs from the file of this log: export into another folder, or remove the file if it is damaged"
            )
        }
        guard there == nil else { return false }
        let folder = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = try WholeFile(path: path)
        try file.write(bytes)
        try file.finish()
        return true
    }

    /// Removes partial tiles whose full tile exists. Other partial tiles belong to heads that clients may hold.
    private static func removePartial(of directory: String, before size: UInt64, since oldSize: UInt64) {
        for tile in Tile.all(from: oldSize, to: size) where tile.isFull {
            let paths = [tile.path] + (tile.level == 0 ? [tile.entriesPath] : [])
            for path in paths where byteCount("\(directory)/\(path)") != nil {
                // A partial tile beside its full one does no harm.
                try? FileManager.default.removeItem(atPath: "\(directory)/\(path).p")
            }
        }
    }
}

extension InclusionText {
    /// Proves that the event with these canonical bytes is among the first `size` events of the signed head. O(log
    /// events) lookups.
    init(
        of event: [UInt8]?, at position: Position, in tree: MerkleTree, size: UInt64, head: SignedNote
    ) throws {
        let index = position.value - 1
        self.init(extra: event, index: index, hashes: try tree.inclusionProof(index: index, size: size), head: head)
    }
}
