import Foundation
import LMDB
import Layout

/// All files of a vault, as they were at one moment. Their contents are not interpreted.
struct VaultCopy: Equatable {
    /// A larger folder would be no vault.
    private static let bytesMax = 1 << 30
    private static let triesMax = 16

    /// The files by name, in order.
    private(set) var files: [(name: String, bytes: [UInt8])] = []

    static func == (a: VaultCopy, b: VaultCopy) -> Bool {
        a.files.elementsEqual(b.files) { $0.name == $1.name && $0.bytes == $1.bytes }
    }

    /// Reads until nothing has changed meanwhile: another process may be destroying a key, or signing a head. `aside`: a folder that
    /// does not exist, for a copy that is destroyed before this returns. It lies on the backup's disk, for the vault's may be full.
    init(of vault: Vault, aside: String) throws {
        var last = try VaultCopy(reading: vault.directory)
        for _ in 0..<Self.triesMax {
            let copy = try VaultCopy(reading: vault.directory)
            if copy == last {
                self = copy
                try addAccounts(of: vault.directory, aside: aside)
                return
            }
            last = copy
        }
        throw Refusal(.unavailable, "\(vault.directory) changes too often to be copied: try again")
    }

    /// A file that is being written has another name until it is complete.
    private init(reading directory: String) throws {
        var byteCount = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: directory).sorted() {
            let path = "\(directory)/\(name)"
            var status = stat()
            guard !name.hasPrefix("."), !name.hasSuffix(".new"), unsafe lstat(path, &status) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            byteCount += Int(status.st_size)
            guard byteCount <= Self.bytesMax else {
                throw Refusal(.unavailable, "\(directory) is larger than any vault: move other files out of it")
            }
            files.append((name, Array(try Data(contentsOf: URL(filePath: path)))))
        }
    }

    /// The accounts are an environment of their own that may be written to at any time: one unchanging state of it is
    /// copied.
    private mutating func addAccounts(of directory: String, aside copy: String) throws {
        let accounts = AccountFiles(vault: directory)
        guard FileManager.default.fileExists(atPath: accounts.dataFile) else { return }
        // What stays of it is a leftover, which the next backup removes.
        defer { try? Self.destroy(copy) }
        let environment = try Environment(
            path: accounts.directory,
            configuration: .init(
                mapSizeBytes: AccountFiles.mapSizeBytes, tablesMax: 16, durability: .synced, readOnly: true))
        // Opened for reading: a failing close loses nothing.
        defer { try? environment.close() }
        try environment.copyCompact(to: copy)
        files.append((AccountFiles.copyName, Array(try Data(contentsOf: URL(filePath: "\(copy)/data.mdb")))))
        files.sort { $0.name < $1.name }
    }

    /// Writes them into a new folder. When it returns, they survive a power loss.
    func write(to directory: String) throws -> [BackupManifest.File] {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let written = try files.map { name, bytes in
            let file = try StoredFile("\(directory)/\(name)")
            try file.write(bytes)
            return BackupManifest.File(name: name, bytes: bytes.count, sha256: try file.finish())
        }
        try syncFolder(directory)
        return written
    }

    /// Reads them back, and refuses a file that differs from what was written.
    init(_ files: [BackupManifest.File], in directory: String) throws(Refusal) {
        for file in files {
            let path = "\(directory)/\(file.name)"
            guard FileManager.default.fileExists(atPath: path) else {
                throw BackupManifest.damage(path, "it is missing")
            }
            let opened = try OpenedFile(path)
            let bytes = try opened.rest(atMost: file.bytes)
            guard bytes.count == file.bytes, opened.hash == file.sha256 else {
                throw BackupManifest.damage(path, "checksum mismatch")
            }
            self.files.append((file.name, bytes))
        }
    }

    /// Overwrites and removes a copy, so that a disk which is found later holds no keys.
    ///
    /// A folder whose names cannot be read stays as it is, and the error is thrown: its files would be removed with the keys
    /// still in them.
    static func destroy(_ directory: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            let path = "\(directory)/\(name)"
            let size = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
            let handle = try FileHandle(forWritingTo: URL(filePath: path))
            try handle.write(contentsOf: Data(count: size))
            try handle.synchronize()
            try handle.close()
        }
        try FileManager.default.removeItem(atPath: directory)
    }
}
