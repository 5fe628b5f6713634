package import Foundation

/// A new, empty directory for one test. It is removed, with all that lies in it, when the value is let go.
package final class TemporaryDirectory: Sendable {
    package let path: String

    /// `parent`: an existing folder; without it the system's folder for temporary files.
    package init(in parent: String? = nil) {
        path = "\(parent ?? FileManager.default.temporaryDirectory.path)/larder-\(UUID().uuidString)"
        // Without its directory no test can go on.
        try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// A copy of all that lies at the path.
    package convenience init(copying path: String) throws {
        self.init()
        try FileManager.default.removeItem(atPath: self.path)
        try FileManager.default.copyItem(atPath: path, toPath: self.path)
    }

    /// What several tests of one process share lies here. It is removed when the process ends.
    package static let shared: TemporaryDirectory = {
        atexit { try? FileManager.default.removeItem(atPath: shared.path) }
        return TemporaryDirectory()
    }()

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package var url: URL { URL(filePath: path) }

    /// The path of a file or folder in the directory. It is not created.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, and returns its path. A folder in its name must exist.
    package func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
        return path(name)
    }
}
