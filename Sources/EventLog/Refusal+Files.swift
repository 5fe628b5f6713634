import Foundation
package import Layout

extension Refusal {
    /// What the system has just said, in `errno`, of a file or folder.
    package static func file(_ path: String, cannotBe verb: String) -> Refusal {
        guard errno != ENOSPC, errno != EDQUOT else {
            return Refusal(.unavailable, "the disk of \(path) is full: free some space and try again")
        }
        return Refusal(.unavailable, "\(path) cannot be \(verb): \(unsafe String(cString: strerror(errno)))")
    }
}
