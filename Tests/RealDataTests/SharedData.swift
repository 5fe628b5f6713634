import Foundation

/// Real data kept beside the project, never in it. Tests that need it skip, loudly, where it is absent.
enum SharedData {
    static let directory: String = {
        if let named = ProcessInfo.processInfo.environment["LARDER_SHARED_DATA"] { return named }
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return package.deletingLastPathComponent().appendingPathComponent("shared/data").path
    }()

    static func path(_ name: String) -> String { "\(directory)/\(name)" }

    static let isPresent: Bool = {
        let present = FileManager.default.fileExists(atPath: directory)
        if !present {
            FileHandle.standardError.write(
                Data("SKIPPED: no real data at \(directory): set LARDER_SHARED_DATA to test against it\n".utf8))
        }
        return present
    }()

    static func json(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(fileURLWithPath: path(name)))
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }

    /// A gunzipped copy in the temporary directory.
    static func unzipped(_ name: String) throws -> String {
        let target = NSTemporaryDirectory() + "larder-\(UUID().uuidString).ndjson"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "gzip -dc \"$1\" > \"$2\"", "sh", path(name), target]
        try process.run()
        process.waitUntilExit()
        return target
    }
}

final class ScratchDirectory {
    let path = NSTemporaryDirectory() + "larder-real-\(UUID().uuidString)"
    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// What an answer says in JSON, as a stranger's program would compare it.
func jsonObject(_ answer: some Encodable) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: JSONEncoder().encode(answer)) as? [String: Any] ?? [:]
}
