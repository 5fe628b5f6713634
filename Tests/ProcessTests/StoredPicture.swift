import Foundation
import TestSupport
import Testing

/// A picture as it lies in a data directory; of no more than some bytes: its content does not matter there.
struct StoredPicture {
    let id: String
    let folder: String

    /// `heldBy` is who has put it, now or so many days ago.
    init(of text: String, in directory: DataDirectory, heldBy member: String? = nil, daysAgo days: Double = 0) throws {
        let files = TemporaryDirectory()
        let original = try files.write(text, to: "original.jpg")
        let sum = try Program([original], executable: URL(filePath: "/usr/bin/sha256sum")).wait().output
        id = String(sum.prefix(64))
        folder = "\(directory.path)/media/\(id.prefix(2))/\(id)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: original, toPath: "\(folder)/original.jpg")
        if let member { try Data().write(to: URL(filePath: "\(folder)/\(member).held")) }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) + ["."] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -days * 86_400)], ofItemAtPath: "\(folder)/\(name)")
        }
    }

    var isThere: Bool { FileManager.default.fileExists(atPath: "\(folder)/original.jpg") }
}
