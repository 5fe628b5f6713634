internal import Glibc

/// The data file's pages, mapped for reading, as far as the file goes.
@safe
struct PageMap: ~Copyable {
    private let descriptor: Int32
    let pageBytes: Int
    private var base: UnsafeRawPointer?
    private var mappedBytes = 0
    private var fileBytes = 0

    init(_ descriptor: Int32, pageBytes: Int) {
        self.descriptor = descriptor
        self.pageBytes = pageBytes
        unsafe base = nil
    }

    deinit { unmap() }

    private func unmap() {
        if let base = unsafe base { unsafe munmap(UnsafeMutableRawPointer(mutating: base), mappedBytes) }
    }

    /// Takes in how long the file has become; returns `errno` if that much cannot be mapped.
    mutating func follow() -> Int32? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return errno }
        return follow(to: Int(status.st_size))
    }

    /// The same, of a commit that LMDB has just made and that says how many pages there are: a file whose times somebody has looked at
    /// gets new ones with its next write. Its inode may lie in one block with the journal's, and is synced with it on some file systems.
    mutating func follow(_ commit: CommitHead) -> Int32? { follow(to: Int(commit.pageCount) * pageBytes) }

    private mutating func follow(to bytes: Int) -> Int32? {
        fileBytes = bytes
        guard fileBytes > mappedBytes else { return nil }
        unmap()
        unsafe base = nil
        // What lies beyond the end of the file is never looked at; the file may grow into it.
        mappedBytes = 2 * fileBytes
        let new = unsafe mmap(nil, mappedBytes, PROT_READ, MAP_SHARED, descriptor, 0)
        guard let new = unsafe new, unsafe new != MAP_FAILED else {
            (mappedBytes, fileBytes) = (0, 0)
            return errno
        }
        unsafe base = UnsafeRawPointer(new)
        return nil
    }

    /// So many pages from that number on; nil: the file does not reach so far.
    @_lifetime(borrow self)
    func pages(_ first: UInt64, count: Int = 1) -> RawSpan? {
        guard let base = unsafe base, first <= UInt64(fileBytes / pageBytes), count > 0,
            count <= fileBytes / pageBytes - Int(first)
        else { return nil }
        let bytes = unsafe UnsafeRawBufferPointer(start: base + Int(first) * pageBytes, count: count * pageBytes)
        return unsafe _overrideLifetime(RawSpan(_unsafeBytes: bytes), borrowing: self)
    }
}
