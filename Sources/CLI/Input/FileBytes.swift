import CloudEvents
package import Events

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file, a pipe or standard input. Memory holds one chunk of it.
package final class FileBytes: ByteFile {
    private static let chunkByteCount = 1 << 20

    package let name: String
    private let descriptor: Int32
    private let isOwned: Bool

    /// Opens a file for reading; `-` is standard input. Refuses with `not-found` or `unavailable`.
    package init(path: String) throws(Refusal) {
        guard path != "-" else {
            name = "standard input"
            descriptor = 0
            isOwned = false
            return
        }
        let opened = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else {
            throw errno == ENOENT || errno == ENOTDIR
                ? Refusal(.notFound, "there is no file «\(path)»; check the path")
                : Refusal(.unavailable, "cannot read «\(path)»: \(Self.reason(errno)); check its permissions")
        }
        name = path
        descriptor = opened
        isOwned = true
    }

    /// Reads from an open descriptor, which the caller closes.
    package init(descriptor: Int32, name: String) {
        self.name = name
        self.descriptor = descriptor
        isOwned = false
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    package func read(into chunk: inout [UInt8]) throws(Refusal) {
        if chunk.count != Self.chunkByteCount { chunk = Array(repeating: 0, count: Self.chunkByteCount) }
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
            }
            if count >= 0 {
                if count < chunk.count { chunk.removeLast(chunk.count - count) }
                return
            }
            guard errno == EINTR else { throw failure() }
        }
    }

    package var isWaiting: Bool {
        var query = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&query, 1, 0) == 0
    }

    package var isSeekable: Bool { lseek(descriptor, 0, SEEK_CUR) >= 0 }

    package func bytes(at offset: Int64, count: Int) throws(Refusal) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let here = done
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor, buffer.baseAddress?.advanced(by: here), count - here, off_t(offset) + off_t(here))
            }
            if got == 0 { break }
            if got < 0 {
                guard errno == EINTR else { throw failure() }
                continue
            }
            done += got
        }
        bytes.removeLast(count - done)
        return bytes
    }

    private func failure() -> Refusal {
        Refusal(.unavailable, "reading \(name) failed: \(Self.reason(errno)); try again once it can be read")
    }

    private static func reason(_ code: Int32) -> String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}

/// `read(2)`, under a name that the method above does not hide.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, bytes, count)
}
