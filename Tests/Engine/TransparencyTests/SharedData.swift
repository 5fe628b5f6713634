import Foundation
import TestSupport
import Testing

/// Test data by other projects, which is not part of this one: `LARDER_SHARED_DATA`, else `../shared/data`.
enum SharedData {
    static let root: URL? = {
        let directory: URL
        if let path = ProcessInfo.processInfo.environment["LARDER_SHARED_DATA"] {
            directory = URL(fileURLWithPath: path)
        } else {
            directory = Checkout.root.deletingLastPathComponent().appending(path: "shared/data")
        }
        return FileManager.default.fileExists(atPath: directory.path) ? directory : nil
    }()

    static let absence: Comment = "the shared test data is not here: set LARDER_SHARED_DATA or put it at ../shared/data"

    static func url(_ path: String) throws -> URL { try #require(root).appendingPathComponent(path) }

    static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: url(path))) }

    /// Every JSON document below a folder, by its path from there.
    static func documents<Document: Decodable>(
        below path: String, as type: Document.Type
    ) throws -> [(path: String, document: Document)] {
        let folder = try url(path)
        let walk = try #require(FileManager.default.enumerator(atPath: folder.path))
        return try walk.compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted().map { file in
            let data = try Data(contentsOf: folder.appendingPathComponent(file))
            return (file, try JSONDecoder().decode(type, from: data))
        }
    }
}
