internal import Glibc

/// Gives a file blocks of the disk without writing to them: nothing that the file holds changes.
///
/// `keepingSize`: blocks may lie beyond the end of the file, whose size stays. Returns 0, or `errno`: `EOPNOTSUPP` where
/// the file system cannot.
package func allocateBlocks(
    _ descriptor: Int32, from offset: Int = 0, bytes: Int, keepingSize: Bool = false
) -> Int32 {
    // Glibc's header hides the function from Swift. `posix_fallocate` writes to the file where the file system cannot do it,
    // and other processes may be writing there.
    typealias Allocate = @convention(c) (Int32, Int32, off_t, off_t) -> Int32
    guard let symbol = unsafe dlsym(nil, "fallocate") else { return EOPNOTSUPP }
    let allocate = unsafe unsafeBitCast(symbol, to: Allocate.self)
    while true {
        if allocate(descriptor, keepingSize ? keepSizeFlag : 0, off_t(offset), off_t(bytes)) == 0 { return 0 }
        guard errno == EINTR else { return errno }
    }
}

/// `FALLOC_FL_KEEP_SIZE`.
private let keepSizeFlag: Int32 = 1
