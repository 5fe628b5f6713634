import CLI
package import CloudEvents
package import Foundation
package import Testing

/// Foreign test data, which is never part of the project: `LARDER_SHARED_DATA`, else `../shared/data`.
package enum SharedData {
    package static let root: URL? = {
        let directory: URL
        if let path = ProcessInfo.processInfo.environment["LARDER_SHARED_DATA"] {
            directory = URL(fileURLWithPath: path)
        } else {
            directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
                .appendingPathComponent("shared/data")
        }
        return FileManager.default.fileExists(atPath: directory.path) ? directory : nil
    }()

    package static let absence: Comment =
        "the shared test data is not here: set LARDER_SHARED_DATA or put it at ../shared/data"

    package static func url(_ path: String) throws -> URL { try #require(root).appendingPathComponent(path) }

    package static func json(_ path: String) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: url(path)))
        return try #require(object as? [String: Any])
    }
}

/// A file of its own for one test; gone after it.
package final class TemporaryFile {
    package let path: String

    package init(_ bytes: some Sequence<UInt8>) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("larder-\(UUID().uuidString)").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    package convenience init(_ text: String) throws { try self.init(text.utf8) }

    /// One line of that many bytes between a first and a last one.
    package init(first: String, longLine byteCount: Int, last: String) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("larder-\(UUID().uuidString)").path
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.write(contentsOf: Data(first.utf8))
        let piece = Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
        for _ in 0..<byteCount >> 20 { try handle.write(contentsOf: piece) }
        try handle.write(contentsOf: Data("\n\(last)".utf8))
        try handle.close()
    }

    /// Open for reading; the file lives at least until then.
    package func source() throws -> any ByteFile {
        defer { withExtendedLifetime(self) {} }
        return try FileBytes(path: path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
