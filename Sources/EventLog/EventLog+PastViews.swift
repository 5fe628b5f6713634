import Events
import Foundation

extension EventLog {
    /// Where views of earlier positions are kept. They hold what was written then: the log names the place, for whoever
    /// destroys a key destroys them too.
    package var pastViewsDirectory: String { "\(directory)/views/as-of" }

    /// Removes all of them. They are moved aside at once: one that is being made by another process goes with them, and
    /// cannot be put back.
    func removePastViews() throws {
        let path = pastViewsDirectory
        if unsafe rename(path, "\(path).erased-\(UUID().uuidString)") != 0, errno != ENOENT {
            throw Refusal(.unavailable, "\(path) cannot be removed: \(unsafe String(cString: strerror(errno)))")
        }
        let parent = "\(directory)/views"
        guard FileManager.default.fileExists(atPath: parent) else { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: parent) where name.hasPrefix("as-of.erased-") {
            do {
                try FileManager.default.removeItem(atPath: "\(parent)/\(name)")
            } catch let error as CocoaError where error.code == .fileNoSuchFile {
                // Another process has just removed it.
            }
        }
    }
}
