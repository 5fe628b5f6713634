package import Foundation
package import Testing

/// Foreign test data, which is never part of the project: `LARDER_SHARED_DATA`, else `../shared/data`.
///
/// A test that needs it is skipped where it is absent: `.enabled(if: SharedData.isPresent, SharedData.absence)`.
package enum SharedData {
    private static let root =
        ProcessInfo.processInfo.environment["LARDER_SHARED_DATA"].map { URL(filePath: $0) }
        ?? Checkout.root.deletingLastPathComponent().appending(path: "shared/data")

    package static let isPresent = FileManager.default.fileExists(atPath: root.path)
    package static let absence: Comment =
        "the shared test data is not here: set LARDER_SHARED_DATA or put it at ../shared/data"

    package static func url(_ path: String) -> URL { root.appending(path: path) }
    package static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: url(path))) }
    package static func json(_ path: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url(path))) as? [String: Any])
    }

    /// Every JSON document below a folder, by its path from there.
    package static func documents<Document: Decodable>(
        below path: String, as type: Document.Type
    ) throws -> [(path: String, document: Document)] {
        let folder = url(path)
        let walk = try #require(FileManager.default.enumerator(atPath: folder.path))
        return try walk.compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted().map { file in
            (file, try JSONDecoder().decode(type, from: Data(contentsOf: folder.appending(path: file))))
        }
    }

    /// The path of an unpacked copy in that directory, which has the file's name without its last ending.
    package static func unzipped(_ path: String, in directory: TemporaryDirectory) throws -> String {
        let target = directory.path(url(path).deletingPathExtension().lastPathComponent)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "gzip -dc \"$1\" > \"$2\"", "sh", url(path).path, target]
        try process.run()
        process.waitUntilExit()
        return target
    }
}
