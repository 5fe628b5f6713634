import Foundation

final class ScratchDirectory {
    let path = NSTemporaryDirectory() + "larder-real-\(UUID().uuidString)"
    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// What an answer says in JSON, as a stranger's program would compare it.
func jsonObject(_ answer: some Encodable) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: JSONEncoder().encode(answer)) as? [String: Any] ?? [:]
}
