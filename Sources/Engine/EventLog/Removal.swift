import Foundation
import Layout

/// Removes a file or a folder with all that it holds. It is as good if another process has just removed it, or a part of it.
package func removeIfPresent(_ path: String) throws {
    do {
        try FileManager.default.removeItem(atPath: path)
    } catch let error as CocoaError where [.fileNoSuchFile, .fileReadNoSuchFile].contains(error.code) {
        // There is nothing that could come back.
    }
}

/// What marks names that are being removed.
private let removalMark = ".erased-"

/// Whether something in a folder, of these names, was to be removed by a process that was interrupted.
package func isLeftOver(_ name: String) -> Bool { name.contains(removalMark) }

/// Removes what bears these names in a folder, and what an interruption has left over of such a removal. It is moved aside at
/// once: no process opens what is half gone, or puts into it what it has just made.
package func removeForGood(_ names: [String], in directory: String) throws {
    for name in names {
        let path = "\(directory)/\(name)"
        if unsafe rename(path, "\(path)\(removalMark)\(UUID().uuidString)") != 0, errno != ENOENT {
            throw Refusal.file(path, cannotBe: "removed")
        }
    }
    guard FileManager.default.fileExists(atPath: directory) else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) where isLeftOver(name) {
        try removeIfPresent("\(directory)/\(name)")
    }
    // What was removed must not come back after a power cut.
    try syncFolder(directory)
}
