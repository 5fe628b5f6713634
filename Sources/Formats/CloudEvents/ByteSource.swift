package import Events

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The bytes of a file, a pipe or standard input, a chunk at a time: whatever its size, one chunk is held.
package final class ByteSource {
    package static let chunkByteCount = 1 << 20

    /// What messages call it: the path, or `standard input`.
    package let name: String
    private let descriptor: Int32
    private let isOwned: Bool
    /// What is handed out before the descriptor is read.
    private var held: [UInt8] = []

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

    /// Reads from an open descriptor, which stays the caller's to close.
    package init(descriptor: Int32, name: String) {
        self.name = name
        self.descriptor = descriptor
        isOwned = false
    }

    /// Bytes that are there already.
    package init(_ bytes: [UInt8], name: String) {
        self.name = name
        descriptor = -1
        isOwned = false
        held = bytes
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Replaces `chunk` with the next bytes; empty at the end.
    package func read(into chunk: inout [UInt8]) throws(Refusal) {
        guard descriptor >= 0 else {
            chunk = held
            held = []
            return
        }
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

    /// Whether nothing is there to be read yet, so that `read` would wait.
    package var isWaiting: Bool {
        var query = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&query, 1, 0) == 0
    }

    /// Whether it is a file that can be read again, not a pipe or a terminal.
    package var isSeekable: Bool { lseek(descriptor, 0, SEEK_CUR) >= 0 }

    /// The bytes at that place of a regular file, independently of `read`; fewer where the file ends.
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

/// The bytes of a source, one chunk at a time. A byte order mark at the beginning is skipped.
package struct ByteChunks {
    /// `nil`: all bytes are held.
    private let source: ByteSource?
    /// The chunk at hand; empty before the first and after the last.
    package private(set) var bytes: [UInt8] = []
    /// The next byte's place in `bytes`.
    package var index = 0
    package private(set) var isAtEnd = false
    /// Where `bytes` begin in the source.
    package private(set) var start: Int64 = 0

    package init(_ source: ByteSource) { self.source = source }

    /// Bytes from the middle of a source: what they begin with is no byte order mark.
    package init(held bytes: [UInt8]) {
        source = nil
        self.bytes = bytes
        isAtEnd = true
    }

    /// The next byte's place in the source.
    @inlinable package var offset: Int64 { start + Int64(index) }

    /// The next byte, which stays; `nil` at the end.
    @inlinable
    package mutating func peek() throws(Refusal) -> UInt8? {
        // A chunk may be nothing but a byte order mark.
        while index == bytes.count {
            try refill()
            if bytes.isEmpty { return nil }
        }
        return bytes[index]
    }

    /// Goes on to the next chunk.
    package mutating func refill() throws(Refusal) {
        start += Int64(bytes.count)
        index = 0
        guard !isAtEnd, let source else {
            bytes = []
            return
        }
        try source.read(into: &bytes)
        isAtEnd = bytes.isEmpty
        if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// Reads no more.
    package mutating func stop() {
        isAtEnd = true
        index = bytes.count
    }
}

/// `read(2)`, under a name that the method above does not hide.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, bytes, count)
}
