import Foundation

/// Which file stands at a path, as far as the system tells without opening it. A file that takes another's place has another
/// stamp.
struct FileStamp: Equatable {
    private let device: dev_t
    private let inode: ino_t
    private let byteCount: off_t
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil where there is none.
    init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
        byteCount = status.st_size
        seconds = status.st_ctim.tv_sec
        nanoseconds = status.st_ctim.tv_nsec
    }
}
