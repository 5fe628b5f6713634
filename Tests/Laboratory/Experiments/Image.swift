import Foundation

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
