import Foundation
import Layout

/// What lies at a path itself, and not where a link that lies there leads to.
enum FileKind {
    case nothing
    case file
    case folder
    /// A link, a pipe, a device, or what cannot be looked at.
    case other

    init(_ path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            self = errno == ENOENT ? .nothing : .other
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        default: self = .other
        }
    }
}
