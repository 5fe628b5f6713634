import CLI
package import CloudEvents
import Foundation
import TestSupport
import Testing

/// A file of its own for one test; gone after it.
package final class TemporaryFile {
    private let directory = TemporaryDirectory()
    package var path: String { directory.path("file") }

    package init(_ bytes: some Sequence<UInt8>) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    package convenience init(_ text: String) throws { try self.init(text.utf8) }

    /// One line of that many bytes between a first and a last one.
    package init(first: String, longLine byteCount: Int, last: String) throws {
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
}
