import Foundation

/// What a process, or several one after the other, did to the files below one directory, in order, as the recorder wrote it
/// down. `Recorder/include/recorder.h` draws the file.
package struct Trace: Sendable {
    package enum Step: Sendable {
        /// `isSynced`: on the disk when the call returned (`O_DSYNC`). Such a write is recorded twice: before its sync, and after it.
        case write(inode: UInt64, offset: Int, bytes: [UInt8], isSynced: Bool)
        case truncate(inode: UInt64, length: Int)
        /// Inode 0 is the directory itself.
        case sync(inode: UInt64, hasFailed: Bool)
        case create(inode: UInt64, path: String, isFolder: Bool)
        case rename(path: String, to: String)
        case remove(path: String)
        case link(path: String, to: String)
        /// Written to standard output: this is an acknowledgement.
        case said(String)
        /// A call that was made to fail.
        case fault(call: String)
    }

    package var steps: [Step]

    package init(steps: [Step] = []) { self.steps = steps }

    package init(contentsOf path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        var reader = Reader(bytes: bytes)
        steps = []
        while let step = try reader.next() { steps.append(step) }
    }

    /// Which inode has which name, as the steps go by.
    struct Names {
        private var paths: [String: (inode: UInt64, isFolder: Bool)] = [:]

        mutating func take(_ step: Step) {
            switch step {
            case .create(let inode, let path, let isFolder): paths[path] = (inode, isFolder)
            case .remove(let path): paths[path] = nil
            case .rename(let path, let to):
                for (old, object) in paths where old == path || old.hasPrefix(path + "/") {
                    paths[old] = nil
                    paths[to + old.dropFirst(path.count)] = object
                }
            default: break
            }
        }

        func path(_ inode: UInt64) -> String { paths.first { $0.value.inode == inode }?.key ?? "" }
        func isFolder(_ inode: UInt64) -> Bool { paths.first { $0.value.inode == inode }?.value.isFolder ?? false }
        func isLog(_ inode: UInt64) -> Bool { path(inode).hasSuffix("/log/data.mdb") }
        /// Whether it lies beside the log's data file, or is it.
        func isInLog(_ inode: UInt64) -> Bool { (path(inode) as NSString).deletingLastPathComponent.hasSuffix("/log") }
    }

    package struct Malformed: Error {}

    private struct Reader {
        let bytes: [UInt8]
        var place = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func number(_ width: Int) throws -> UInt64 {
            try take(width).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }

        mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
            guard place + count <= bytes.count else { throw Malformed() }
            defer { place += count }
            return bytes[place..<place + count]
        }

        mutating func text(_ count: Int) throws -> String { String(decoding: try take(count), as: UTF8.self) }

        mutating func next() throws -> Step? {
            guard place < bytes.count else { return nil }
            let (kind, flag) = (try number(4), try number(4) != 0)
            let (inode, offset) = (try number(8), Int(truncatingIfNeeded: try number(8)))
            let counts = (Int(try number(4)), Int(try number(4)), Int(try number(4)))
            _ = try number(4)
            let (path, other, data) = (try text(counts.0), try text(counts.1), Array(try take(counts.2)))
            return switch kind {
            case 1: .write(inode: inode, offset: offset, bytes: data, isSynced: flag)
            case 2: .truncate(inode: inode, length: offset)
            case 3: .sync(inode: path == "." ? 0 : inode, hasFailed: flag)
            case 4: .create(inode: inode, path: path, isFolder: flag)
            case 5: .rename(path: path, to: other)
            case 6: .remove(path: path)
            case 7: .link(path: path, to: other)
            case 8: .said(String(decoding: data, as: UTF8.self))
            case 9: .fault(call: path)
            default: throw Malformed()
            }
        }
    }
}
