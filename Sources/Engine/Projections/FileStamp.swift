import Foundation
import LMDB

/// Which file stands at a path, as far as the system tells without opening it. A file that takes another's place has another
/// stamp.
struct FileStamp: Equatable {
    private let identity: FileIdentity
    private let byteCount: off_t
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil where there is none.
    init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        identity = FileIdentity(status)
        byteCount = status.st_size
        seconds = status.st_ctim.tv_sec
        nanoseconds = status.st_ctim.tv_nsec
    }
}
