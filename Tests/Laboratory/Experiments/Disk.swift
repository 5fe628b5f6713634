import Foundation

/// A file system between two syncs: what certainly lies on the disk, and what has been done since.
///
/// The promises are those of POSIX and no more. A file's bytes are on the disk when the file was synced, and not when a
/// folder or another file was; a name, when its folder was. Until then any of it may be there, in any order, writes in
/// sectors of 512 bytes. A rename is there as a whole or not at all.
package struct Disk: Sendable {
    package static let sectorBytes = 512

    enum Object: Sendable, Hashable {
        case file(Int)
        case folder(Int)
    }

    enum Change: Sendable {
        case write(offset: Int, bytes: [UInt8])
        case truncate(length: Int)
    }

    struct File: Sendable {
        var durable: [UInt8] = []
        var pending: [Change] = []
    }

    struct Folder: Sendable {
        /// As programs see it.
        var entries: [String: Object] = [:]
        var durable: [String: Object] = [:]
    }

    /// One call that changed names.
    struct Naming: Sendable {
        var effects: [(folder: Int, name: String, object: Object?)]
    }

    var files: [File] = []
    var folders: [Folder] = [Folder()]
    var namings: [Naming] = []
    /// The file that was written to last.
    private(set) var lastWritten: Int?
    private var objects: [UInt64: Object] = [0: .folder(0)]

    /// Empty.
    package init() {}

    /// Holds what lies in a directory now, all of it synced.
    package init(copyOf directory: String) throws {
        try load(directory, into: 0)
        namings = []
    }

    private mutating func load(_ directory: String, into folder: Int) throws {
        var status = stat()
        guard unsafe lstat(directory, &status) == 0 else { throw CocoaError(.fileNoSuchFile) }
        objects[UInt64(status.st_ino)] = .folder(folder)
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            let path = "\(directory)/\(name)"
            guard unsafe lstat(path, &status) == 0 else { throw CocoaError(.fileNoSuchFile) }
            let object: Object
            if status.st_mode & S_IFMT == S_IFDIR {
                folders.append(Folder())
                object = .folder(folders.count - 1)
                try load(path, into: folders.count - 1)
            } else {
                files.append(File(durable: [UInt8](try Data(contentsOf: URL(filePath: path)))))
                object = .file(files.count - 1)
            }
            _ = unsafe lstat(path, &status)
            objects[UInt64(status.st_ino)] = object
            folders[folder].entries[name] = object
            folders[folder].durable[name] = object
        }
    }

    /// What was recorded does not fit what is there: a call that is not modelled was made.
    package struct Inconsistency: Error { package var what: String }

    package mutating func take(_ step: Trace.Step) throws {
        switch step {
        case .write(let inode, let offset, let bytes, let isSynced):
            let file = try file(inode)
            if isSynced {
                // Itself, and nothing that was written before it elsewhere in the file; over that it has the last word.
                Self.apply(.write(offset: offset, bytes: bytes), to: &files[file].durable)
                files[file].pending = files[file].pending.flatMap { $0.outside(offset..<offset + bytes.count) }
            } else {
                files[file].pending.append(.write(offset: offset, bytes: bytes))
                lastWritten = file
            }
        case .truncate(let inode, let length): files[try file(inode)].pending.append(.truncate(length: length))
        case .sync(let inode, let hasFailed): try sync(inode, hasFailed: hasFailed)
        case .create(let inode, let path, let isFolder):
            let object: Object
            if isFolder {
                folders.append(Folder())
                object = .folder(folders.count - 1)
            } else {
                files.append(File())
                object = .file(files.count - 1)
            }
            objects[inode] = object
            try name([(path, object)])
        case .rename(let path, let to): try name([(path, nil), (to, try object(path))])
        case .remove(let path): try name([(path, nil)])
        case .link(let path, let to): try name([(to, try object(path))])
        case .said, .fault: break
        }
    }

    /// Whether it is a file that lies in a folder, as programs see it.
    func isFile(_ inode: UInt64, in path: String) -> Bool {
        guard let file = objects[inode], case .folder(let folder)? = try? object(path) else { return false }
        return folders[folder].entries.values.contains(file)
    }

    private func file(_ inode: UInt64) throws -> Int {
        guard case .file(let file) = objects[inode] else { throw Inconsistency(what: "no file has inode \(inode)") }
        return file
    }

    private mutating func sync(_ inode: UInt64, hasFailed: Bool) throws {
        switch objects[inode] {
        case .file(let file):
            // After a failed sync the kernel may take the pages for clean: what they held is never written again.
            if !hasFailed { for change in files[file].pending { Self.apply(change, to: &files[file].durable) } }
            files[file].pending = []
        case .folder(let folder):
            guard !hasFailed else { return }
            for naming in namings where naming.touches(folder) { apply(naming) }
            namings.removeAll { $0.touches(folder) }
        case nil: throw Inconsistency(what: "nothing has inode \(inode)")
        }
    }

    private mutating func apply(_ naming: Naming) {
        for (folder, name, object) in naming.effects { folders[folder].durable[name] = object }
    }

    private mutating func name(_ changes: [(path: String, object: Object?)]) throws {
        var naming = Naming(effects: [])
        for (path, object) in changes {
            let (folder, name) = try place(path)
            folders[folder].entries[name] = object
            naming.effects.append((folder, name, object))
        }
        namings.append(naming)
    }

    private func place(_ path: String) throws -> (folder: Int, name: String) {
        var parts = path.split(separator: "/").map(String.init)
        let name = parts.removeLast()
        var folder = 0
        for part in parts {
            guard case .folder(let next) = folders[folder].entries[part] else {
                throw Inconsistency(what: "\(path) lies in no folder")
            }
            folder = next
        }
        return (folder, name)
    }

    private func object(_ path: String) throws -> Object {
        let (folder, name) = try place(path)
        guard let object = folders[folder].entries[name] else { throw Inconsistency(what: "there is no \(path)") }
        return object
    }

    static func apply(_ change: Change, to bytes: inout [UInt8]) {
        switch change {
        case .truncate(let length):
            if length < bytes.count {
                bytes.removeLast(bytes.count - length)
            } else {
                bytes.append(contentsOf: repeatElement(0, count: length - bytes.count))
            }
        case .write(let offset, let new):
            let end = offset + new.count
            if end > bytes.count { bytes.append(contentsOf: repeatElement(0, count: end - bytes.count)) }
            unsafe bytes.withUnsafeMutableBytes { target in
                unsafe new.withUnsafeBytes { source in
                    guard let from = source.baseAddress, let to = target.baseAddress else { return }
                    unsafe memcpy(to + offset, from, source.count)
                }
            }
        }
    }
}

extension Disk.Naming {
    func touches(_ folder: Int) -> Bool { effects.contains { $0.folder == folder } }
}

extension Disk.Change {
    /// What is left of a write when others have written over `range`.
    fileprivate func outside(_ range: Range<Int>) -> [Disk.Change] {
        guard case .write(let offset, let bytes) = self, range.overlaps(offset..<offset + bytes.count) else {
            return [self]
        }
        var left: [Disk.Change] = []
        if offset < range.lowerBound {
            left.append(.write(offset: offset, bytes: Array(bytes[..<(range.lowerBound - offset)])))
        }
        if offset + bytes.count > range.upperBound {
            left.append(.write(offset: range.upperBound, bytes: Array(bytes[(range.upperBound - offset)...])))
        }
        return left
    }

    /// What is there of a write after a power loss in the middle of one of its sectors. A sector is written from its first byte on.
    func torn(sector: Int, bytesKept: Int) -> [Disk.Change] {
        sectors.enumerated().compactMap { index, change in
            guard index == sector, case .write(let offset, let bytes) = change else { return change }
            return bytesKept > 0 ? .write(offset: offset, bytes: Array(bytes.prefix(bytesKept))) : nil
        }
    }

    /// In pieces that reach the disk each as a whole.
    var sectors: [Disk.Change] {
        guard case .write(let offset, let bytes) = self else { return [self] }
        var pieces: [Disk.Change] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Disk.sectorBytes - (offset + start) % Disk.sectorBytes)
            pieces.append(.write(offset: offset + start, bytes: Array(bytes[start..<end])))
            start = end
        }
        return pieces
    }
}

/// Files that a power loss has left, written to a directory of their own.
package struct Image {
    package let path: String

    package init(_ files: [String: [UInt8]?], in scratch: Scratch) throws {
        path = scratch.newName()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        // A folder sorts before what it holds.
        for name in files.keys.sorted() {
            if let bytes = files[name] ?? nil {
                try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
            } else {
                try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
            }
        }
    }

    package func remove() { try? FileManager.default.removeItem(atPath: path) }
}
